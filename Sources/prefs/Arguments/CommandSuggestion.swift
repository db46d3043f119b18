import ArgumentParser
import Defaults

/// The command that somebody meant who wrote a name that is none.
///
/// A name in the place of the command opens the editor on the suite of that name, which need not
/// exist. So a mistyped command would open an empty suite.
enum CommandSuggestion {
  /// The verbs of other tools for preferences, with the commands that do the same.
  private static let otherVerbs = [
    "list": "domains", "ls": "domains", "suites": "domains", "get": "read", "show": "read",
    "set": "write", "reset": "delete", "unset": "delete", "remove": "delete", "rm": "delete",
    "monitor": "watch", "log": "history",
  ]

  /// Returns the command whose name, or whose name elsewhere, is nearest to a word; nil if none is
  /// near.
  ///
  /// A name with a full stop is that of a suite.
  static func command(near word: String) -> String? {
    guard !word.contains(".") else { return nil }
    let names = Prefs.configuration.subcommands.compactMap { $0.configuration.commandName }
    let words = Dictionary(names.map { ($0, $0) }) { first, _ in first }
      .merging(otherVerbs) { command, _ in command }
    let nearest = words.map {
      (command: $0.value, distance: editDistance(word.lowercased(), $0.key))
    }
    .min { ($0.distance, $0.command) < ($1.distance, $1.command) }
    // Two letters of a short word are most of it.
    let limit = word.count < 3 ? 0 : word.count < 4 ? 1 : 2
    return nearest.flatMap { $0.distance <= limit ? $0.command : nil }
  }

  /// The failure of a name that is neither a command nor a suite.
  static func failure(_ word: String, _ command: String) -> Failure {
    if word == command {
      return Failure(
        .usage,
        "Options stand after the command: prefs \(command). prefs edit \(word) opens a new suite of "
          + "that name."
      )
    }
    return Failure(
      .usage,
      "\"\(word)\" is neither a command nor a suite. Did you mean prefs \(command)? "
        + "prefs edit \(word) opens a new suite of that name."
    )
  }
}
