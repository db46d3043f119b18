/// The commands of a menu or a search, except moving (`MoveCommand`) and choosing (`FinishCommand`).
enum ChoiceCommand: String, KeyCommand {
  case mark, clearSearch, search
}

extension KeyTable {
  /// The keys of menus and searches.
  static let choice: [KeyRow] = KeyRow.group(
    "Choose",
    [
      .init(
        typed: "1-9",
        "go to the row with that number",
        hint: "go to",
        in: [.choice, .choices] + KeyMode.menus
      ),
      .init(typed: "any text", "show only what matches", in: [.search, .searchSeveral, .picker]),
      .init(ChoiceCommand.search, "/ F3", "find a choice by its name", in: [.choice, .choices]),
      .init(
        ChoiceCommand.mark,
        "x Space ^T Ins",
        "mark, or remove the mark",
        hint: "mark",
        in: [.choices]
      ),
      .init(
        ChoiceCommand.mark,
        "^T Ins",
        "mark, or remove the mark",
        hint: "mark",
        in: [.searchSeveral]
      ),
      .init(FinishCommand.choose, "Enter Space", "choose", hint: "choose", in: KeyMode.menus),
      .init(FinishCommand.choose, "Enter Space ^S", "choose", hint: "choose", in: [.choice]),
      .init(FinishCommand.choose, "Enter ^S", "choose", hint: "choose", in: [.search]),
      .init(FinishCommand.choose, "Enter", "choose", hint: "choose", in: [.picker]),
      .init(FinishCommand.save, "Enter ^S", "save", hint: "save", in: [.choices, .searchSeveral]),
      .init(
        ChoiceCommand.clearSearch,
        "Esc",
        "clear the text, then close",
        hint: "clear",
        in: [.search, .searchSeveral, .picker]
      ),
      .init(FinishCommand.close, "^C F10", "close", in: [.search, .searchSeveral, .picker]),
      .init(
        FinishCommand.close,
        "Esc ^C q",
        "close",
        hint: "close",
        in: [.choice, .choices] + KeyMode.menus
      ),
    ]
  )
}

extension KeyMode {
  /// Whether the mode is that of a control with choices.
  var hasChoices: Bool { self == .choice || self == .choices }

  /// The modes of menus; the choices of `copy` have key presses of their own.
  static let menus: [KeyMode] = [.menu, .copy]
}
