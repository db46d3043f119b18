/// A set of key bindings: the part of the editor that gets the key presses.
enum KeyMode: String, CaseIterable, Sendable {
  case list, suites, details, filter, everywhere, plan, staged, history, rowFilter
  case text, box, json, secret, path, color, number, date, data, choice, choices, search,
    searchSeveral, items, members, records, toggle, app
  case question, conflict, difference, message, picker, menu, copy, viewer, help, helpSearch

  /// Whether the mode has lines to move in, with the keys of ``MoveCommand``.
  var hasLines: Bool {
    switch self {
    case .list, .suites, .details, .everywhere, .plan, .staged, .history, .rowFilter: true
    case .choice, .choices, .search, .searchSeveral, .items, .members, .records: true
    case .difference, .message, .picker, .menu, .copy, .viewer, .help, .helpSearch: true
    case .filter, .text, .box, .json, .secret, .path, .color, .number, .date, .data: false
    case .toggle, .app, .question, .conflict: false
    }
  }

  /// Returns whether a character is input in this mode, so that no action can be bound to it.
  func types(_ character: Character) -> Bool {
    switch self {
    case .filter, .text, .box, .json, .secret, .path, .color, .number: true
    case .search, .searchSeveral, .app, .picker, .helpSearch, .everywhere, .rowFilter: true
    case .date: ("0"..."9").contains(character)
    case .choice, .choices, .menu, .copy: ("1"..."9").contains(character)
    case .list, .suites, .details, .plan, .staged, .history: false
    case .data, .items, .members, .records, .toggle: false
    case .question, .conflict, .difference, .message, .viewer, .help: false
    }
  }

  /// The action that leaves the mode, or the editor; it always has a key press.
  var exitAction: KeyAction {
    switch self {
    case .list: KeyAction(ListCommand.quit)
    case .filter, .rowFilter: KeyAction(FilterCommand.clearFilter)
    case .question: KeyAction(QuestionCommand.no)
    case .suites, .details, .everywhere, .plan, .staged, .history, .text, .box,
      .json, .secret, .path, .color, .number, .date, .data, .choice, .choices, .search,
      .searchSeveral, .items, .members, .records, .toggle, .app, .conflict, .difference, .message,
      .picker, .menu, .copy, .viewer, .help, .helpSearch:
      KeyAction(FinishCommand.close)
    }
  }
}
