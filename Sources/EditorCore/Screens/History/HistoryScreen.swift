import Defaults
import DefaultsSchema
import Terminal

/// The recorded changes of the shown suite, the newest first.
///
/// Going back stores the values before the selected change with a plan, so it adds one entry to the
/// history, and it asks only if a key was changed since.
struct HistoryScreen: TableScreen {
  /// The changes, if they have been read.
  private(set) var history: KeyHistory = .loading
  /// The identifiers of the entries that are undone and not redone since.
  private(set) var undone: Set<Defaults.HistoryEntry.ID> = []
  /// The key that was selected when the history was opened; nil for none.
  let key: Defaults.KeyName?
  /// Whether only changes of the key are shown.
  private(set) var showsOnlyKey: Bool = false
  /// The shown entries.
  private(set) var entries: [Defaults.HistoryEntry] = []
  /// The selected row and the scroll position.
  var cursor: ListCursor = ListCursor()

  /// Creates the screen before the history has been read.
  init(_ key: Defaults.KeyName?) {
    self.key = key
  }

  /// Shows the changes that were read.
  mutating func show(_ history: KeyHistory) {
    self.history = history
    if case .entries(let entries) = history {
      undone = Defaults.HistoryTimeline(entries.reversed()).undone
    }
    filter()
  }

  /// Shows only changes of the key, or all changes again.
  mutating func toggleKey() {
    showsOnlyKey.toggle()
    filter()
  }

  /// The selected entry; nil if there is none.
  var selectedEntry: Defaults.HistoryEntry? { entries[cursor] }

  private mutating func filter() {
    let selected = selectedEntry?.id
    guard case .entries(let all) = history else { return }
    entries = all.filter { entry in
      guard showsOnlyKey, let key else { return true }
      return entry.changes.contains { $0.key == key }
    }
    cursor.select(entries.firstIndex { $0.id == selected } ?? 0, of: entries.count)
  }
}

extension HistoryScreen {
  var keyMode: KeyMode { .history }

  func rowCount(in state: EditorState) -> Int { entries.count }

  func table(_ state: EditorState, _ layout: Layout) -> TableView {
    HistoryView(state: state, open: self, layout: layout).content
  }

  mutating func perform(_ action: KeyAction, in state: EditorState) -> ScreenOutcome {
    switch HistoryCommand(action) {
    case .goBack: return goBack(in: state)
    case .onlyKey:
      guard key != nil else { return .refuse("No key was selected.") }
      toggleKey()
    case nil: break
    }
    return .stay
  }

  /// Requests the plan that stores the values before the selected change.
  private func goBack(in state: EditorState) -> ScreenOutcome {
    guard let entry = selectedEntry else { return .stay }
    guard entry.isComplete else {
      return .refuse("The history does not have the values of this change.")
    }
    var request = PlanRequest(
      suiteName: state.document.suiteName,
      wanted: .values(Dictionary(entry.changes.map { ($0.key, $0.old) }) { first, _ in first }),
      purpose: .goingBack,
      title: "Changed since: go back to before \(state.session.clock.text(entry.date))?"
    )
    request.expected = Dictionary(entry.changes.map { ($0.key, $0.new) }) { $1 }
    return .perform { _ in [.plan(request)] }
  }
}

extension EditorState {
  /// Opens the history, which arrives later.
  mutating func openHistory() -> [Effect] {
    show(HistoryScreen(selectedItem?.key))
    return [.readSuiteHistory(suiteName: document.suiteName)]
  }

  /// Shows the changes that were read.
  mutating func setHistory(_ history: KeyHistory, ofSuite name: String) {
    guard name == document.suiteName else { return }
    change(HistoryScreen.self) { $0.show(history) }
  }
}
