/// The commands of the search in all suites, except those of other lists in which typing narrows.
enum SuiteSearchCommand: String, KeyCommand {
  case searchThisSuite, setChosen, resetChosen, lockChosen, exportChosen
}

extension KeyTable {
  /// The keys of the search in all suites.
  static let suiteSearch: [KeyRow] = KeyRow.group(
    "Search",
    in: [.everywhere],
    [
      .init(typed: "any text", "show the keys and suites that match"),
      .init(FinishCommand.choose, "Enter", "go to the key, or open the suite", hint: "go there"),
      .init(ChoiceCommand.clearSearch, "Esc", "clear the text, then go back", hint: "back"),
      .init(
        SuiteSearchCommand.searchThisSuite,
        "S-Tab",
        "filter this suite only",
        hint: "this suite only"
      ) { !$0.hasMarks },
      .init(MarkCommand.mark, "^T Ins", "mark the key, or remove the mark", hint: "mark"),
      .init(MarkCommand.markAll, "A-a", "mark all that are found", hint: "mark all"),
      .init(
        SuiteSearchCommand.setChosen,
        "F2",
        "set the marked keys, or the selected one",
        hint: "set"
      ) {
        $0.hasMarks
      },
      .init(
        SuiteSearchCommand.resetChosen,
        "F8",
        "reset the marked keys, or the selected one",
        hint: "reset"
      ) { $0.hasMarks },
      .init(SuiteSearchCommand.exportChosen, "F6", "export them …", hint: "export") { $0.hasMarks },
      .init(
        SuiteSearchCommand.lockChosen,
        "A-t",
        "as root: lock them for all users, or unlock them"
      ),
      .init(FinishCommand.close, "^C F10", "go back"),
    ]
  )
}
