/// The commands of a menu or a search, except moving (`MoveCommand`) and choosing (`FinishCommand`).
enum ChoiceCommand: String, KeyCommand {
  case mark, clearSearch, search

  /// The modes of rows with digits, and those in which typing narrows the rows.
  private static let (menus, searches): ([KeyMode], [KeyMode]) = (
    [.choice, .choices] + KeyMode.menus, [.search, .searchSeveral, .picker]
  )

  /// The keys of menus and searches.
  static let rows: [KeyRow] = KeyRow.group("Choose") {
    KeyRow(typed: "1-9", "go to the row with that number", hint: "go to", in: menus)
    KeyRow(typed: "any text", "show only what matches", in: searches)
    row(.search, "/ F3", "find a choice by its name", in: [.choice, .choices])
    row(.mark, "x Space ^T Ins", "mark, or remove the mark", hint: "mark", in: [.choices])
    row(.mark, "^T Ins", "mark, or remove the mark", hint: "mark", in: [.searchSeveral])
    FinishCommand.row(.choose, "Enter Space", "choose", hint: "choose", in: KeyMode.menus)
    FinishCommand.row(.choose, "Enter Space ^S", "choose", hint: "choose", in: [.choice])
    FinishCommand.row(.choose, "Enter ^S", "choose", hint: "choose", in: [.search])
    FinishCommand.row(.choose, "Enter", "choose", hint: "choose", in: [.picker])
    FinishCommand.row(.save, "Enter ^S", "save", hint: "save", in: [.choices, .searchSeveral])
    row(.clearSearch, "Esc", "clear the text, then close", hint: "clear", in: searches)
    ManyCommand.row(
      .forSuites,
      "A-m",
      "in the list of suites: go back, import, export, compare, copy all that are shown …",
      hint: "with all",
      in: [.picker]
    )
    FinishCommand.row(.close, "^C F10", "close", in: searches)
    FinishCommand.row(.close, "Esc ^C q", "close", hint: "close", in: menus)
  }
}

extension KeyMode {
  /// Whether the mode is that of a control with choices.
  var hasChoices: Bool { self == .choice || self == .choices }

  /// The modes of menus; the choices of `copy` have key presses of their own.
  static let menus: [KeyMode] = [.menu, .copy]
}
