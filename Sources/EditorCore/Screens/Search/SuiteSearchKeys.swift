/// The commands of the search in all suites, except those of other lists in which typing narrows.
enum SuiteSearchCommand: String, KeyCommand {
  case searchThisSuite, setChosen, resetChosen, lockChosen, exportChosen

  /// The keys of the search in all suites.
  static let rows: [KeyRow] = KeyRow.group("Search", in: [.everywhere]) {
    KeyRow(typed: "any text", "show the keys and suites that match")
    FinishCommand.row(.choose, "Enter", "go to the key, or open the suite", hint: "go there")
    ChoiceCommand.row(.clearSearch, "Esc", "clear the text, then go back", hint: "back")
    row(.searchThisSuite, "S-Tab", "filter this suite only", hint: "this suite only") {
      !$0.hasMarks
    }
    MarkCommand.row(.mark, "^T Ins", "mark the key, or remove the mark", hint: "mark")
    MarkCommand.row(.markAll, "A-a", "mark all that are found", hint: "mark all")
    row(.setChosen, "F2", "set the marked keys, or the selected one", hint: "set") { $0.hasMarks }
    row(.resetChosen, "F8", "reset the marked keys, or the selected one", hint: "reset") {
      $0.hasMarks
    }
    row(.exportChosen, "F6", "export them …", hint: "export") { $0.hasMarks }
    row(.lockChosen, "A-t", "as root: lock them for all users, or unlock them")
    FinishCommand.row(.close, "^C F10", "go back")
  }
}
