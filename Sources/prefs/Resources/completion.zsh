#compdef prefs
# Completes the arguments of prefs in zsh.
_prefs() {
  local -a records texts shown
  local record
  # A letter at the end keeps zsh from removing line breaks of the last record.
  records=("${(0@)$(command prefs complete zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null; print -n x)}")
  shift -p records
  for record in "${(@)records[2,-1]}"; do
    if (( ${#texts} == ${#shown} )); then texts+=("$record"); else shown+=("$record"); fi
  done
  case $records[1] in
    files) _files ;;
    directories) _files -/ ;;
  esac
  (( ${#texts} )) || return
  if [[ $texts[1] == *= ]]; then
    compadd -S '' -l -d shown -a -- texts
  else
    compadd -l -d shown -a -- texts
  fi
}
if [[ $funcstack[1] == _prefs ]]; then _prefs "$@"; else compdef _prefs prefs; fi
