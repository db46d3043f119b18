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
    let bytes =
      switch self {
      case .bash: PackageResources.completion_bash
      case .zsh: PackageResources.completion_zsh
      case .fish: PackageResources.completion_fish
      }
    return String(decoding: bytes, as: UTF8.self)
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
}
