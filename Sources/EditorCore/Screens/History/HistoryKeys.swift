/// The commands of the history, except those that move by lines and pages (`MoveCommand`).
enum HistoryCommand: String, KeyCommand {
  case goBack, allSuites
}

extension KeyTable {
  /// The keys of the history of a suite.
  static let history: [KeyRow] = KeyRow.group(
    "History",
    in: [.history],
    [
      .init(
        HistoryCommand.goBack,
        "Enter",
        "restore the values before this change; one undo reverts that",
        hint: "go back"
      ),
      .init(
        HistoryCommand.allSuites,
        "S-Tab",
        "the changes of all suites, or of the shown one only",
        hint: "all suites"
      ) { $0.hasOtherSuites },
      .init(FinishCommand.close, "Esc ^C q C", "close", hint: "close"),
    ]
  )
}
