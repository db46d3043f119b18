import ArgumentParser
import DefaultsCore
import EditorCore

/// The command that somebody meant who wrote a name that is none.
///
/// A name in the place of the command opens the editor on the suite of that name, which need not
/// exist. So a mistyped command would open an empty suite.
enum CommandSuggestion {
  /// The verbs of other tools for preferences, with the commands that do the same.
  private static let otherVerbs = [
    "list": "domains", "ls": "domains", "suites": "domains", "get": "read", "show": "read",
    "set": "write", "reset": "delete", "unset": "delete", "remove": "delete", "rm": "delete",
    "monitor": "watch", "log": "history", "status": "doctor", "search": "find", "grep": "find",
  ]

  /// Returns the command whose name, or whose name elsewhere, is nearest to a word; nil if none is
  /// near.
  ///
  /// A name with a full stop is that of a suite.
  static func command(near word: String) -> String? {
    guard !word.contains(".") else { return nil }
    let names = names(of: Prefs.self)
    let words = otherVerbs.merging(names.map { ($0, $0) }) { _, command in command }
    return nearestWord(to: word, among: words.keys).flatMap { words[$0] }
  }

  /// Returns the names of the subcommands of a command.
  static func names(of command: any ParsableCommand.Type) -> [String] {
    command.configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// The failure of a name that is neither a command nor a suite.
  static func failure(_ word: String, _ command: String) -> Failure {
    let opening = "prefs edit \(ShellCommands.quoted(word)) opens a new suite of that name."
    if word == command {
      return Failure(
        .usage,
        "Options stand after the command: prefs \(command). \(opening)"
      )
    }
    return Failure(
      .usage,
      "\"\(word)\" is neither a command nor a suite. Did you mean prefs \(command)? \(opening)"
    )
  }

  /// The failure of a name that is no subcommand, for example of `snapshot`.
  static func failure(_ word: String, among names: [String], of command: String) -> Failure {
    let near = nearestWord(to: word, among: names).map { " Did you mean prefs \(command) \($0)?" }
    return Failure(
      .usage,
      "\"\(word)\" is no subcommand of prefs \(command). The subcommands are "
        + "\(names.joined(separator: ", ")).\(near ?? "")"
    )
  }
}
