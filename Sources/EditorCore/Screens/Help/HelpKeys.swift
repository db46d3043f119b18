/// The commands of the help, except those that move by lines and pages (`MoveCommand`).
enum HelpCommand: String, KeyCommand {
  case run, search

  /// The keys of the help.
  static let rows: [KeyRow] = KeyRow.group("Help") {
    KeyRow(typed: "any text", "show only what matches", in: [.helpSearch])
    row(.search, "/ F3", "search", hint: "search", in: [.help])
    row(.run, "Enter", "perform the selected action", hint: "do it", in: [.help, .helpSearch])
    ChoiceCommand.row(
      .clearSearch,
      "Esc",
      "clear the text, then stop searching",
      hint: "clear",
      in: [.helpSearch]
    )
    FinishCommand.row(.close, "Esc ^C q", "close", hint: "close", in: [.help])
    FinishCommand.row(.close, "^C F10", "close", hint: "close", in: [.helpSearch])
  }
}
