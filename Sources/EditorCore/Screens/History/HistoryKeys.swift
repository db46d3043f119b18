/// The commands of the history, except those that move by lines and pages (`MoveCommand`).
enum HistoryCommand: String, KeyCommand {
  case goBack, allSuites

  /// The keys of the history of a suite.
  static let rows: [KeyRow] =
    KeyRow.group("History", in: [.history]) {
      row(
        .goBack,
        "Enter",
        "restore the values before this change; one undo reverts that",
        hint: "restore"
      ) { $0.canWrite || $0.words[KeyAction(Self.goBack)] != nil }
      row(
        .allSuites,
        "S-Tab",
        "the changes of all suites, or of the shown one only",
        hint: "all suites"
      ) { $0.hasOtherSuites }
      FinishCommand.row(.close, "^C q C", "close")
    } + FilterCommand.rows(ofTable: .history)
}
