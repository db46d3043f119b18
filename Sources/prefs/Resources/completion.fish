# Completes the arguments of prefs in fish.
function __prefs_complete
  set -l words (commandline -opc)
  set -l prefix (string unescape -- (commandline -ct) | string collect)
  set -l records (command prefs complete fish -- $words[2..-1] "$prefix" 2>/dev/null | string split0)
  switch "$records[1]"
    case files
      __fish_complete_path "$prefix"
    case directories
      __fish_complete_directories "$prefix"
  end
  if test (count $records) -gt 1
    printf '%s\0' $records[2..-1] | string split0
  end
end
complete -c prefs -f -a '(__prefs_complete)'
