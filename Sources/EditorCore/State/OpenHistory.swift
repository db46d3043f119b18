import Defaults

/// The recorded changes of the shown suite, the newest first.
struct OpenHistory: Sendable {
  /// What is known of the changes.
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
  var cursor: TableCursor = TableCursor()

  /// Opens the history before it has been read.
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
  var selectedEntry: Defaults.HistoryEntry? {
    entries.indices.contains(cursor.selected) ? entries[cursor.selected] : nil
  }

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
