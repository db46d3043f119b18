# Completes the arguments of prefs in bash 4.4 and newer.
_prefs() {
  local record
  local -a records
  COMPREPLY=()
  mapfile -d '' -t records < <(command prefs complete bash -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  # $2 is the end of the word, of which readline replaces nothing but that.
  for record in "${records[@]:1}"; do
    COMPREPLY+=("$2$record")
    [[ $record != *= && $record != *\\= ]] || compopt -o nospace
  done
  [[ ${#COMPREPLY[@]} -eq 0 ]] || return 0
  case ${records[0]-none} in
    files) compopt -o default ;;
    directories) compopt -o dirnames ;;
  esac
}
complete -F _prefs prefs
