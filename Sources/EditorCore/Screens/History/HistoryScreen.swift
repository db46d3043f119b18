import DefaultsCore
import DefaultsSchema
import Terminal

/// The recorded changes of the shown suite, the newest first.
///
/// Going back stores the values before the selected change with a plan, so it adds one entry to the
/// history, and it asks only if a key was changed since.
struct HistoryScreen: TableScreen {
  /// The changes, if they have been read.
  private(set) var history: KeyHistory = .loading
  /// The selected row and the scroll position.
  var cursor: ListCursor = ListCursor()

  /// The shown entries.
  var entries: [Defaults.HistoryEntry] {
    if case .entries(let entries, _) = history { entries } else { [] }
  }

  /// Returns whether an entry is undone and not redone since.
  func isUndone(_ entry: Defaults.HistoryEntry) -> Bool {
    if case .entries(_, let undone) = history { undone.contains(entry.id) } else { false }
  }

  /// The selected entry; nil if there is none.
  var selectedEntry: Defaults.HistoryEntry? { entries[cursor] }

  /// Shows the changes that were read, with the newest selected.
  mutating func show(_ history: KeyHistory) {
    self.history = history
    cursor.select(0, of: entries.count)
  }
}

extension HistoryScreen {
  var keyMode: KeyMode { .history }

  func rowCount(in state: EditorState) -> Int { entries.count }

  func table(_ state: EditorState, _ layout: Layout) -> TableView {
    HistoryView(state: state, open: self, layout: layout).content
  }

  mutating func perform(_ action: KeyAction, in state: EditorState) -> ScreenOutcome {
    guard HistoryCommand(action) == .goBack, let entry = selectedEntry else { return .stay }
    return state.goBack(toBefore: entry, entry.changes)
  }
}

extension EditorState {
  /// Opens the history of the suite, which arrives later.
  mutating func openHistory() -> [Effect] {
    show(HistoryScreen())
    return [.readSuiteHistory(suiteName: document.suiteName)]
  }

  /// Shows the changes that were read.
  mutating func setHistory(_ history: KeyHistory, ofSuite name: String) {
    guard name == document.suiteName else { return }
    change(HistoryScreen.self) { $0.show(history) }
  }

  /// Requests the plan that stores the values before some changes of an entry.
  func goBack(
    toBefore entry: Defaults.HistoryEntry,
    _ changes: [Defaults.HistoryEntry.Change]
  ) -> ScreenOutcome {
    guard changes.allSatisfy({ $0.omission == nil }) else {
      return .refuse("The history does not have the values of this change.")
    }
    var request = PlanRequest(
      suiteName: document.suiteName,
      wanted: .values(Dictionary(changes.map { ($0.key, $0.old) }) { first, _ in first }),
      purpose: .goingBack,
      title: "Changed since: go back to before \(session.clock.text(entry.date))?"
    )
    request.expected = Dictionary(changes.map { ($0.key, $0.new) }) { $1 }
    return .perform { _ in [.plan(request)] }
  }
}
