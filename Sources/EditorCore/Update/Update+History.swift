import Defaults
import DefaultsSchema
import Terminal

// The history of the suite. Going back to a change stores the values before it; that is a plan, so it
// is one entry of the history itself, and it asks only if a key was changed since.
extension EditorState {
  /// Opens the history, which arrives later.
  mutating func openHistory() -> [Effect] {
    mode = .history(OpenHistory(selectedItem?.key))
    return [.readSuiteHistory(suiteName: document.suiteName)]
  }

  /// Shows the changes that were read.
  mutating func setHistory(_ history: KeyHistory, ofSuite name: String) {
    guard name == document.suiteName, case .history(var open) = modeBelowHelp else { return }
    open.show(history)
    modeBelowHelp = .history(open)
  }

  /// Scrolls the history so that the selected entry is visible.
  mutating func refreshHistory() {
    guard case .history(var open) = mode else { return }
    let table = HistoryView.table(open, Layout(state: self))
    open.cursor.show(of: open.entries.count, rows: table.body.size.rows)
    mode = .history(open)
  }

  /// Performs the action of a key press in the history.
  mutating func perform(_ action: KeyAction?, in open: OpenHistory) -> [Effect] {
    guard let action else { return [] }
    notice = nil
    var open = open
    if let command = MoveCommand(action) {
      let page = HistoryView.table(open, Layout(state: self)).body.size.rows
      open.cursor.move(command, count: open.entries.count, page: page)
    } else if FinishCommand(action) == .close {
      mode = .list
      return []
    } else {
      switch HistoryCommand(action) {
      case .goBack: return goBack(open)
      case .onlyKey:
        if open.key == nil { refuse("No key was selected.") } else { open.toggleKey() }
      case nil: break
      }
    }
    mode = .history(open)
    return []
  }

  /// Requests the plan that stores the values before the selected change.
  private mutating func goBack(_ open: OpenHistory) -> [Effect] {
    guard let entry = open.selectedEntry else { return [] }
    guard entry.isComplete else {
      refuse("The history does not have the values of this change.")
      return []
    }
    var request = PlanRequest(
      suiteName: document.suiteName,
      wanted: .values(Dictionary(entry.changes.map { ($0.key, $0.old) }) { first, _ in first }),
      purpose: .goingBack,
      title: "Changed since: go back to before \(clock.text(entry.date))?"
    )
    request.expected = Dictionary(entry.changes.map { ($0.key, $0.new) }) { $1 }
    return [.plan(request)]
  }

  /// Selects the clicked entry, and scrolls with the wheel.
  mutating func handle(_ event: MouseEvent, in open: OpenHistory) -> [Effect] {
    switch event.action {
    case .wheelUp: return perform(KeyAction(MoveCommand.previous), in: open)
    case .wheelDown: return perform(KeyAction(MoveCommand.next), in: open)
    case .press, .doubleClick:
      var open = open
      let table = HistoryView.table(open, Layout(state: self))
      let count = open.entries.count
      if let row = table.row(at: event.row, column: event.column, open.cursor, count: count) {
        open.cursor.select(row, of: count)
      }
      mode = .history(open)
      return []
    }
  }
}
