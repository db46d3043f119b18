/// A set of key bindings: the part of the editor that gets the key presses.
enum KeyMode: String, CaseIterable, Sendable {
  case list, suites, details, filter, everywhere, plan, decision, staged, history, layers
  case text, box, json, secret, path, color, number, date, data, choice, choices, search,
    searchSeveral, items, members, records, toggle, app
  case question, conflict, difference, message, picker, menu, copy, viewer, help, helpSearch

  /// Returns whether a character is input in this mode, so that no action can be bound to it.
  func types(_ character: Character) -> Bool {
    switch self {
    case .filter, .text, .box, .json, .secret, .path, .color, .number: true
    case .search, .searchSeveral, .app, .picker, .helpSearch, .everywhere: true
    case .date: ("0"..."9").contains(character)
    case .choice, .choices, .menu, .copy: ("1"..."9").contains(character)
    default: false
    }
  }

  /// The action that leaves the mode, or the editor; it always has a key press.
  var exitAction: KeyAction {
    switch self {
    case .list: KeyAction(ListCommand.quit)
    case .filter: KeyAction(FilterCommand.clearFilter)
    case .question: KeyAction(QuestionCommand.no)
    default: KeyAction(FinishCommand.close)
    }
  }
}
