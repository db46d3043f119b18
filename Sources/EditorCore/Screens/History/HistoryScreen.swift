import DefaultsCore
import DefaultsSchema
import Terminal

/// The recorded changes of the shown suite or of all suites, the newest first.
///
/// Going back stores the values before the selected change with a plan, so it adds one entry to the
/// history, and it asks only if a key was changed since. A change of another suite opens that suite.
struct HistoryScreen: TableScreen {
  let shownSuite: String
  /// Whether the changes of all suites are shown.
  private(set) var isOfAll = false
  /// The changes of each suite, if they have been read.
  private(set) var histories: [String: KeyHistory] = [:]
  /// The shown rows.
  private(set) var rows: [HistoryRow] = []
  /// The changes that are undone and not redone since.
  fileprivate var undone: Set<Defaults.HistoryEntry.ID> = []
  /// The selected row and the scroll position.
  var cursor: ListCursor = ListCursor()
  /// The filter over the rows.
  var filter: RowFilter = RowFilter()

  /// The most changes of all suites that are shown.
  private static let limit = 2000

  /// Returns whether an entry is undone and not redone since.
  func isUndone(_ entry: Defaults.HistoryEntry) -> Bool { undone.contains(entry.id) }

  /// The selected row; nil if there is none.
  var selectedRow: HistoryRow? { selectedIndex.map { rows[$0] } }

  /// Shows the changes that were read, with the newest selected.
  mutating func show(_ histories: [String: KeyHistory]) {
    self.histories = histories
    (rows, undone) = ([], [])
    for (suiteName, history) in histories {
      guard case .entries(let entries, let undone) = history else { continue }
      rows += entries.map { HistoryRow(suiteName: suiteName, layered: $0) }
      self.undone.formUnion(undone)
    }
    if isOfAll {
      rows.sort { ($0.entry.date, $0.suiteName) > ($1.entry.date, $1.suiteName) }
      rows.removeLast(max(0, rows.count - Self.limit))
    }
    filter.forgetRows()
    cursor.select(0, of: rows.count)
  }

  /// Waits for the changes of all suites, or of the shown one.
  fileprivate mutating func wait(forAll isOfAll: Bool) {
    self.isOfAll = isOfAll
    show([:])
  }
}

extension HistoryScreen {
  var keyMode: KeyMode { filter.isTyped ? .rowFilter : .history }
  var hintWords: [KeyAction: String] {
    guard isOfAll else { return filter.hintWords }
    var words = [KeyAction(HistoryCommand.allSuites): "this suite"]
    if selectedRow?.suiteName != shownSuite {
      words[KeyAction(HistoryCommand.goBack)] = "open the suite"
    }
    return words.merging(filter.hintWords) { $1 }
  }

  var rowTotal: Int { rows.count }

  func searchedTexts(ofRow index: Int, in state: EditorState) -> SearchedTexts {
    HistoryView(state: state, open: self, layout: Layout(state: state)).searchedTexts(index)
  }

  func table(_ state: EditorState, _ layout: Layout) -> TableView {
    HistoryView(state: state, open: self, layout: layout).content
  }

  mutating func perform(_ action: KeyAction, in state: EditorState) -> ScreenOutcome {
    switch HistoryCommand(action) {
    case .goBack:
      guard let row = selectedRow else { return .stay }
      guard row.suiteName != state.document.suiteName else {
        return state.goBack(toBefore: row.layered, row.entry.changes)
      }
      guard let key = row.entry.changes.first?.key else { return .stay }
      return .close { $0.go(to: SuiteKey(suiteName: row.suiteName, key: key)) }
    case .allSuites:
      wait(forAll: !isOfAll)
      let isOfAll = isOfAll
      return .perform { $0.readHistories(ofAll: isOfAll) }
    case nil: return .stay
    }
  }
}

extension EditorState {
  /// Opens the history of the suite, which arrives later.
  mutating func openHistory() {
    show(HistoryScreen(shownSuite: document.suiteName))
    readHistories(ofAll: false)
  }

  /// Reads the changes that the history of all suites or of the shown one has.
  fileprivate mutating func readHistories(ofAll isOfAll: Bool) {
    let others = isOfAll ? catalog.suites.map(\.name) : nil
    send(.readHistories(ofSuite: document.suiteName, and: others))
  }

  /// Shows the changes that were read, if the screen waits for them.
  mutating func setHistories(_ histories: [String: KeyHistory], ofAll isOfAll: Bool, shown: String)
  {
    guard shown == document.suiteName else { return }
    change(HistoryScreen.self) { if $0.isOfAll == isOfAll { $0.show(histories) } }
  }
}
