import DefaultsCore
import EditorCore

/// The option `--bind`, and what `--list-keys` prints.
enum KeyArguments {
  /// Parses texts such as `reset=J,Del`; the last one for an action counts.
  static func replacements(_ texts: [String]) throws(Failure) -> [String: [String]] {
    var replacements: [String: [String]] = [:]
    for text in texts {
      guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
        throw Failure(
          .usage,
          "--bind takes ACTION=KEYS, as in --bind reset=J,Del; found \"\(text)\"."
        )
      }
      let keys = text[text.index(after: sign)...]
      let names = keys.split(separator: ",", omittingEmptySubsequences: false).map {
        $0.split(separator: " ").joined(separator: " ")
      }
      guard keys.isEmpty || !names.contains("") else {
        throw Failure(
          .usage,
          "--bind \"\(text)\" has an empty key. Commas stand between keys; the key of the comma is "
            + "written Comma."
        )
      }
      replacements[String(text[..<sign])] = keys.isEmpty ? [] : names
    }
    return replacements
  }

  /// Returns the bindings with replaced key presses; a failure lists all reasons against them.
  static func bindings(_ replacements: [String: [String]]) throws(Failure) -> Keybindings {
    do throws(KeybindingProblems) {
      return try Keybindings(replacing: replacements)
    } catch {
      throw failure(error.description)
    }
  }

  /// The failure of bindings that cannot be used, for reasons on one line each.
  static func failure(_ reasons: String) -> Failure {
    let message: MessageText =
      "\(MessageText(verbatim: reasons))\nprefs edit --list-keys prints the names of all actions."
    return Failure(.usage, message)
  }

  /// Returns the actions in aligned columns: mode, action, keys, description.
  static func lines(_ actions: [ListedAction]) -> [OutputLine] {
    TextTable.lines(
      actions.map { [$0.mode, $0.name, $0.keys.isEmpty ? "-" : $0.keys, $0.help] }
    )
  }
}
