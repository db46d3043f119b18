/// The commands of the filter prompt, except those that edit its text (`FieldCommand`).
enum FilterCommand: String, KeyCommand {
  case keepFilter, clearFilter, searchEverywhere, complete, earlierFilter, laterFilter

  /// The modes in which a filter is typed.
  private static let typing: [KeyMode] = [.filter, .rowFilter]

  /// The keys of the filter prompt; those that edit its text are in `field`.
  static let rows: [KeyRow] = KeyRow.group("Filter", in: [.filter]) {
    KeyRow(typed: "any text", "show only what matches", in: typing)
    row(.keepFilter, "Enter", "keep the filter, go to the list", hint: "keep", in: typing)
    row(.clearFilter, "Esc ^C", "clear the filter", hint: "clear", in: typing)
    row(.complete, "Tab", "complete @, or take what is offered", hint: "complete")
    row(.earlierFilter, "^P", "earlier filter", hint: "earlier")
    row(.laterFilter, "^N", "later filter")
    row(.searchEverywhere, "S-Tab", "search in all suites", hint: "all suites") {
      $0.hasOtherSuites
    }
    MoveCommand.row(.next, "Down", "next key, or next word that is offered", hint: "next")
    MoveCommand.row(.previous, "Up", "previous key or word", hint: "previous")
    MoveCommand.row(.pageDown, "PgDn", "page down")
    MoveCommand.row(.pageUp, "PgUp", "page up")
  }

  /// Returns the keys for the filter of a table in its modes, while its text is not being typed.
  static func rows(ofTable modes: KeyMode...) -> [KeyRow] {
    KeyRow.group("Filter", in: modes) {
      row(.clearFilter, "Esc", "clear the filter, then close", hint: "close")
      ListCommand.row(.filter, "/ F3", "show only the rows that match", hint: "filter")
    }
  }
}
