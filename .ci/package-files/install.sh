#!/bin/sh
# Installs prefs from this directory, or removes it again.
#   sh install.sh [--prefix DIR]               below ~/.local where nothing else is said
#   sh install.sh --uninstall [--prefix DIR]
# Stored values (~/.config, /etc/prefs) are never touched.
set -eu

prefix=
action=install
usage() {
  sed -n 's/^#   /usage: /p' "$0" >&2
  exit 2
}
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) [ $# -gt 1 ] || usage; prefix=$2; shift 2 ;;
    --prefix=*) prefix=${1#--prefix=}; shift ;;
    --uninstall) action=uninstall; shift ;;
    *) usage ;;
  esac
done
if [ -z "$prefix" ]; then
  [ -n "${HOME:-}" ] || { echo "install.sh: HOME is not set: name a directory with --prefix." >&2; exit 2; }
  prefix=$HOME/.local
fi
case $prefix in
  /*) ;;
  *) prefix=$PWD/$prefix ;;
esac

source=$(cd "$(dirname "$0")" && pwd)/files
list=$prefix/share/prefs/installed-files

# remove FILE: removes a file of an installation, and the directories that are empty then.
remove() {
  case "/$1/" in
    */../*)
      echo "install.sh: \"$1\" in $list is not a file below $prefix; it was left." >&2
      return
      ;;
  esac
  rm -f "$prefix/$1"
  directory=$(dirname "$1")
  while [ "$directory" != . ]; do
    rmdir "$prefix/$directory" 2>/dev/null || break
    directory=$(dirname "$directory")
  done
}

if [ "$action" = uninstall ]; then
  [ -f "$list" ] || { echo "install.sh: prefs is not installed in $prefix: $list is missing." >&2; exit 1; }
  while IFS= read -r file; do remove "$file"; done <"$list"
  remove share/prefs/installed-files
  echo "Removed prefs from $prefix. Stored values are left as they are."
  exit 0
fi

[ -d "$source" ] || { echo "install.sh: $source is missing: unpack the whole archive." >&2; exit 1; }
# The program is tried first, so that an installation that works is not replaced by one that does not.
if ! "$source/bin/prefs" --version >/dev/null 2>&1; then
  echo "install.sh: the program does not run on this system:" >&2
  { ldd "$source/bin/prefs" 2>&1 || true; } | grep -E 'not found|not a dynamic' >&2 || true
  echo "It needs @NEEDS@." >&2
  exit 1
fi
mkdir -p "$prefix/share/prefs"
(cd "$source" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) >"$list.new"
while IFS= read -r file; do
  mkdir -p "$(dirname "$prefix/$file")"
  # Under another name first: a program that runs cannot be overwritten.
  cp -p "$source/$file" "$prefix/$file.new"
  mv -f "$prefix/$file.new" "$prefix/$file"
done <"$list.new"
# What an earlier version had installed, and this one has not.
if [ -f "$list" ]; then
  while IFS= read -r file; do
    grep -qxF -- "$file" "$list.new" || remove "$file"
  done <"$list"
fi
mv -f "$list.new" "$list"
echo "Installed prefs in $prefix."
case ":$PATH:" in
  *":$prefix/bin:"*) ;;
  *) echo "$prefix/bin is not in PATH: add it, or run $prefix/bin/prefs." ;;
esac
