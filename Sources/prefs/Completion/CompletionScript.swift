import DefaultsCore
import Glibc

/// The scripts that shells load to complete the arguments of the tool.
///
/// They contain no knowledge about commands. Each calls `prefs complete`, which prints records that
/// end with a NUL, and passes them to the shell as data: nothing of a candidate is expanded or
/// evaluated, so a key named `$(reboot)` is a text. In bash, the tool itself adds the quotes (see
/// ``BashLine``); zsh and fish do so when they insert a candidate.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// The text of the script.
  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  /// Returns the script that the arguments ask for; nil if they ask for something else.
  ///
  /// The option is that of ArgumentParser, whose own scripts evaluate what the tool prints. A shell
  /// without a script is refused.
  static func requested(by arguments: [String]) throws(Failure) -> CompletionScript? {
    let option = "--generate-completion-script"
    guard let first = arguments.first else { return nil }
    let name: String
    if first == option {
      let shell = getenv("SHELL").map { String(cString: $0) } ?? ""
      name = arguments.count > 1 ? arguments[1] : String(shell.split(separator: "/").last ?? "")
    } else if first.hasPrefix(option + "=") {
      name = String(first.dropFirst(option.count + 1))
    } else {
      return nil
    }
    guard let script = CompletionScript(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(.usage, "There is no completion for the shell \"\(name)\", only for \(names).")
    }
    return script
  }

  private static let bashText = #"""
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

    """#

  private static let zshText = #"""
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

    """#

  private static let fishText = #"""
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

    """#
}
