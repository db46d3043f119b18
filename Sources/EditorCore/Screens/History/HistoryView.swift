import DefaultsCore
import DefaultsSchema
import Terminal

/// Draws the recorded changes of a suite: when, which key, from, to, and who.
struct HistoryView {
  let state: EditorState
  let open: HistoryScreen
  let layout: Layout

  /// What the table shows.
  var content: TableView {
    TableView(
      title: "History of \(state.document.suiteName)",
      footer: footer,
      columns: [
        .init(heading: when, extent: .fixed(layout.kind == .compact ? 11 : 16, gap: 1)),
        .init(heading: "key", extent: Extent(8, ideal: 20, maximum: 40, gap: 2)),
        .init(heading: "change", extent: Extent(8, ideal: 24, gap: 2)),
        .init(heading: "by", extent: Extent(8, ideal: 12, maximum: 30, .useful, gap: 2)),
      ],
      count: open.entries.count,
      cursor: open.cursor,
      empty: empty,
      remarks: remarks,
      cells: cells
    )
  }

  private var empty: String {
    switch open.history {
    case .unread, .loading: "The history is being read."
    case .failed(let reason): reason
    case .entries: "No change is recorded."
    }
  }

  private var footer: String {
    let count = open.entries.count
    guard let oldest = open.entries.last else { return "" }
    return "\(count) change\(count == 1 ? "" : "s") since \(state.session.clock.day(oldest.date))"
  }

  // MARK: - Rows

  private func cells(_ index: Int) -> [TableView.Cell] {
    let entry = open.entries[index]
    let isUndone = open.isUndone(entry)
    let change = entry.changes.first
    let isOne = entry.changes.count == 1
    let values = isOne ? change.map(text) ?? "" : "\(entry.cause.name)"
    return [
      .init(text: when(entry), role: .quiet),
      .init(
        text: isOne ? change.map { title($0.key) } ?? "" : EditorState.keys(entry.changes.count)
      ),
      .init(text: (isUndone ? "(undone) " : "") + values, role: isUndone ? .quiet : .text),
      .init(text: entry.author.brief, role: .quiet),
    ]
  }

  /// The heading of the times, with their time zone if it is the same for all of them.
  ///
  /// The line below the table has the time zone of the selected entry.
  private var when: String {
    let zones = Set(open.entries.map { state.session.clock.zone($0.date) })
    guard zones.count == 1, let zone = zones.first else { return "when" }
    return "when (\(zone))"
  }

  /// Returns the time of an entry without seconds; on small screens also without the year.
  private func when(_ entry: Defaults.HistoryEntry) -> String {
    let text = state.session.clock.minute(entry.date)
    return layout.kind == .compact ? String(text.dropFirst("2026-".count)) : text
  }

  private func title(_ key: Defaults.KeyName) -> String {
    state.document.item(key)?.entry.title ?? key.string
  }

  private func text(_ change: Defaults.HistoryEntry.Change) -> String {
    ValueText.change(change, in: state.tableItem(change.key, change.old, change.new).entry)
  }

  // MARK: - Below the rows

  private var remarks: [String] {
    guard let entry = open.selectedEntry else { return [] }
    let cause = open.isUndone(entry) ? "undone since" : entry.cause.name
    let values = entry.changes.prefix(8).map { "\(title($0.key)): \(text($0))" }
    let more = entry.changes.count > 8 ? ["and \(entry.changes.count - 8) more"] : []
    return [
      "\(state.session.clock.text(entry.date)) by \(entry.author.text)  \(cause)",
      (values + more).joined(separator: "; "),
    ]
  }
}

extension Defaults.HistoryEntry.Author {
  /// The program and its process, such as `notesd (4711)`.
  var brief: String { "\(program) (\(process))" }

  /// The user, the program and its process, such as `ada, notesd [4711]`.
  var text: String { "\(user), \(program) [\(process)]" }
}
