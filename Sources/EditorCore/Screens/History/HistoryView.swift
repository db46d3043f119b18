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
      title: open.isOfAll ? "History of all suites" : "History of \(state.document.suiteName)",
      footer: footer,
      columns: [
        .init(heading: when, extent: .fixed(layout.kind == .compact ? 11 : 16, gap: 1))
      ] + suiteColumn + [
        .init(heading: "key", extent: Extent(8, ideal: 20, maximum: 40, gap: 2)),
        .init(heading: "change", extent: Extent(8, ideal: 24, gap: 2)),
        .init(heading: "by", extent: Extent(8, ideal: 14, maximum: 30, .useful, gap: 2)),
      ],
      count: open.rows.count,
      cursor: open.cursor,
      empty: empty,
      remarks: remarks,
      cells: cells
    )
  }

  /// The column with the names of suites, if there is more than one.
  private var suiteColumn: [TableView.Column] {
    guard open.isOfAll else { return [] }
    let extent = Extent(14, ideal: 20, maximum: 30, gap: 2)
    return [.init(heading: "suite", extent: extent, isCutInMiddle: true)]
  }

  /// The reasons why changes cannot be read, each after its suite if there are several.
  private var failures: [String] {
    open.histories.sorted { $0.key < $1.key }.compactMap { name, history in
      guard case .failed(let reason) = history else { return nil }
      return open.isOfAll ? "\(name): \(reason)" : reason
    }
  }

  private var empty: String {
    if open.histories.isEmpty { return "The history is being read." }
    return failures.first ?? "No change is recorded."
  }

  private var footer: String {
    let count = open.rows.count
    guard let oldest = open.rows.last?.entry else { return "" }
    return "\(count.counted("change")) since \(state.session.clock.day(oldest.date))"
  }

  // MARK: - Rows

  private func cells(_ index: Int) -> [TableView.Cell] {
    let row = open.rows[index]
    let entry = row.entry
    let isUndone = open.isUndone(entry)
    let change = entry.changes.first
    let isOne = entry.changes.count == 1
    let values = isOne ? change.map { row.text($0, in: state) } ?? "" : "\(entry.cause.name)"
    let name =
      isOne ? change.map { row.title($0.key, in: state) } ?? "" : entry.changes.count.counted("key")
    let suite = open.isOfAll ? [TableView.Cell(text: row.suiteName)] : []
    return [.init(text: when(entry), role: .quiet)] + suite + [
      .init(text: name),
      .init(text: (isUndone ? "(undone) " : "") + values, role: isUndone ? .quiet : .text),
      // Its process is in the line below the table.
      .init(text: entry.author.program, role: .quiet),
    ]
  }

  /// The heading of the times, with their time zone if it is the same for all of them.
  ///
  /// The line below the table has the time zone of the selected entry.
  private var when: String {
    let zones = Set(open.rows.map { state.session.clock.zone($0.entry.date) })
    guard zones.count == 1, let zone = zones.first else { return "when" }
    return "when (\(zone))"
  }

  /// Returns the time of an entry without seconds; on small screens also without the year.
  private func when(_ entry: Defaults.HistoryEntry) -> String {
    let text = state.session.clock.minute(entry.date)
    return layout.kind == .compact ? String(text.dropFirst("2026-".count)) : text
  }

  /// Returns the texts of an entry in which the filter searches.
  ///
  /// They have all of its keys, but only the values that the line below the table can show.
  func searchedTexts(_ index: Int) -> SearchedTexts {
    let row = open.rows[index]
    let entry = row.entry
    let cause = open.isUndone(entry) ? "undone since" : entry.cause.name
    let facts = [row.suiteName, state.session.clock.text(entry.date), entry.author.text, cause]
    return SearchedTexts(
      entry.changes.map { (.title, row.title($0.key, in: state)) }
        + entry.changes.map { (.key, $0.key.string) } + facts.map { (.tag, $0) }
        + entry.changes.prefix(Self.remarkCount).map { (.value, row.text($0, in: state)) }
    )
  }

  // MARK: - Below the rows

  /// The most changes of an entry that the line below the table shows.
  private static let remarkCount = 8

  private var remarks: [String] {
    guard let row = open.selectedRow else { return [] }
    let entry = row.entry
    let cause = open.isUndone(entry) ? "undone since" : entry.cause.name
    let values = entry.changes.prefix(Self.remarkCount).map {
      "\(row.title($0.key, in: state)): \(row.text($0, in: state))"
    }
    let rest = entry.changes.count - Self.remarkCount
    let more = rest > 0 ? ["and \(rest) more"] : []
    let suite = open.isOfAll ? "\(row.suiteName) › " : ""
    return [
      "\(state.session.clock.text(entry.date)) by \(entry.author.text)  \(cause)",
      suite + (values + more).joined(separator: "; "),
    ]
  }
}
