/// The commands of the help, except those that move by lines and pages (`MoveCommand`).
enum HelpCommand: String, KeyCommand {
  case run, search
}

extension KeyTable {
  /// The keys of the help.
  static let help: [KeyRow] = KeyRow.group(
    "Help",
    [
      .init(typed: "any text", "show only what matches", in: [.helpSearch]),
      .init(HelpCommand.search, "/ F3", "search", hint: "search", in: [.help]),
      .init(
        HelpCommand.run,
        "Enter",
        "perform the selected action",
        hint: "do it",
        in: [.help, .helpSearch]
      ),
      .init(
        ChoiceCommand.clearSearch,
        "Esc",
        "clear the text, then stop searching",
        hint: "clear",
        in: [.helpSearch]
      ),
      .init(FinishCommand.close, "Esc ^C q", "close", hint: "close", in: [.help]),
      .init(FinishCommand.close, "^C F10", "close", hint: "close", in: [.helpSearch]),
    ]
  )
}
