/// The commands of the filter prompt, except those that edit its text (`FieldCommand`).
enum FilterCommand: String, KeyCommand {
  case keepFilter, clearFilter, searchEverywhere, complete, earlierFilter, laterFilter
}

extension KeyTable {
  /// The keys of the filter prompt; those that edit its text are in `field`.
  static let filter: [KeyRow] = KeyRow.group(
    "Filter",
    in: [.filter],
    [
      .init(typed: "any text", "show only keys that match"),
      .init(FilterCommand.keepFilter, "Enter", "keep the filter, go to the list", hint: "keep"),
      .init(FilterCommand.clearFilter, "Esc ^C", "clear the filter", hint: "clear"),
      .init(FilterCommand.complete, "Tab", "complete @, or take what is offered", hint: "complete"),
      .init(FilterCommand.earlierFilter, "^P", "earlier filter", hint: "earlier"),
      .init(FilterCommand.laterFilter, "^N", "later filter"),
      .init(
        FilterCommand.searchEverywhere,
        "S-Tab",
        "search in all suites",
        hint: "all suites"
      ) { $0.hasOtherSuites },
      .init(MoveCommand.next, "Down", "next key, or next word that is offered", hint: "next"),
      .init(MoveCommand.previous, "Up", "previous key or word", hint: "previous"),
      .init(MoveCommand.pageDown, "PgDn", "page down"),
      .init(MoveCommand.pageUp, "PgUp", "page up"),
    ]
  )
}
