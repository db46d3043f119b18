import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import Terminal

/// Draws a plan: each key with its present value, its wanted value, and the result.
struct PlanView {
  let state: EditorState
  let open: PlanScreen

  /// What the table shows.
  var content: TableView {
    TableView(
      title: open.request.title,
      footer: footer,
      columns: columns,
      count: open.rows.count,
      cursor: open.cursor,
      empty: open.isBeingMade ? "The suites are being read." : "There is nothing to change.",
      remarks: remarks,
      cells: cells
    )
  }

  private var columns: [TableView.Column] {
    let suite = TableView.Column(
      heading: "suite",
      extent: Extent(min(14, suiteColumns), ideal: suiteColumns, maximum: 40, gap: 1),
      isCutInMiddle: true
    )
    let others: [TableView.Column] = [
      .init(heading: "key", extent: Extent(8, ideal: 24, maximum: 40, gap: 1)),
      .init(heading: nowHeading, extent: Extent(5, ideal: 18, gap: 1)),
      .init(heading: wantedHeading, extent: Extent(5, ideal: 18, gap: 1)),
      .init(heading: "result", extent: resultExtent),
    ]
    return [.init(heading: "", extent: .fixed(1))] + (open.hasSuites ? [suite] : []) + others
  }

  private var suiteColumns: Int {
    Set(open.rows.map(\.suite.name)).map { SafeText($0).width }.max() ?? 8
  }

  /// The width of the results, which does not depend on the rows on the screen.
  private var resultExtent: Extent {
    let columns = open.undecided.isEmpty ? 8 : Self.newsText.count
    return Extent(columns, ideal: max(10, columns), maximum: 20, .useful, gap: 1)
  }

  private static let newsText = "changed elsewhere"

  private var nowHeading: String {
    let scope = open.request.scope
    return if case .account = scope { "now, \(scope.words)" } else { "now" }
  }

  private var wantedHeading: String {
    switch open.request.purpose {
    case .reset, .resetSuite: "after the reset"
    case .assignment, .staged, .goingBack: "wanted"
    case .importing: "file"
    case .comparison, .copying:
      switch (open.request.parts.first ?? open.request).wanted {
      case .defaults, .nothing: "default"
      case .file, .document: "file"
      case .suite(let suite, _): suite.isOfOtherUser ? suite.scope.words : suite.name
      case .past: "then"
      case .values: "wanted"
      }
    }
  }

  // MARK: - Rows

  private func cells(_ index: Int) -> [TableView.Cell] {
    let row = open.rows[index]
    let change = row.change
    let item = state.tableItem(row)
    let isOut = open.leftOut.contains(row.suiteKey) || !row.isChange
    let sign = TableView.Cell(
      text: sign(row, item),
      role: row.refusal == nil ? .mark : .warningMark
    )
    let suite = TableView.Cell(text: row.suite.name, role: isOut ? .quiet : .text)
    return [sign] + (open.hasSuites ? [suite] : []) + [
      .init(text: item.entry.title, role: isOut ? .quiet : .text),
      .init(text: Self.text(change.now, item), role: isOut ? .quiet : .text),
      .init(text: wanted(row, item), role: isOut ? .quiet : .strong),
      .init(text: result(row), role: row.refusal == nil && !isNews(row) ? .quiet : .warning),
    ]
  }

  /// Returns the character for the state of a row, as in the gutter of the list.
  private func sign(_ row: PlanScreen.Row, _ item: Item) -> String {
    if row.refusal != nil {
      if item.disabledReason != nil, !item.isLocked { return "-" }
      return String((item.isLocked ? Mark.locked : .invalid).glyph)
    }
    guard row.isChange else { return String(Mark.storedDefault.glyph) }
    if isNews(row) { return String(Mark.changedElsewhere.glyph) }
    return open.leftOut.contains(row.suiteKey) ? " " : String(Mark.parked.glyph)
  }

  private func wanted(_ row: PlanScreen.Row, _ item: Item) -> String {
    let (value, source) = wantedValue(row, item)
    let text =
      ValueText.changes(row.change.now, value, in: item.entry, length: 150)
      ?? Self.text(value, item)
    return text + source
  }

  /// Returns the wanted value, or else the value in use after a reset with its source in parentheses.
  ///
  /// A comparison with another suite or a file shows what is stored there.
  private func wantedValue(
    _ row: PlanScreen.Row,
    _ item: Item
  ) -> (value: Defaults.StoredValue?, source: String) {
    let isOfStored = open.request.purpose == .comparison && open.request.wanted != .defaults
    guard row.change.wanted == nil, !isOfStored else {
      return (row.change.wanted, "")
    }
    let reset = item.reset(in: open.request.scope)
    return (reset.value, reset.value == nil ? "" : " (\(reset.source))")
  }

  /// Returns whether the key was changed elsewhere, and the user has not decided about it.
  private func isNews(_ row: PlanScreen.Row) -> Bool { open.undecided.contains(row.suiteKey) }

  private func result(_ row: PlanScreen.Row) -> String {
    if let refusal = row.refusal { return refusal }
    if isNews(row) { return Self.newsText }
    if open.leftOut.contains(row.suiteKey) {
      return open.request.purpose == .comparison ? "differs" : "left out"
    }
    return switch row.change.result {
    case .new: "new"
    case .changed: "change"
    case .removed: "reset"
    case .same: "same"
    case .refused: "refused"
    }
  }

  private static func text(_ value: Defaults.StoredValue?, _ item: Item) -> String {
    value.map { ValueText.display($0, item.entry) } ?? "unset"
  }

  /// Returns the texts of a row in which the filter searches.
  func searchedTexts(_ index: Int) -> SearchedTexts {
    let row = open.rows[index]
    let item = state.tableItem(row)
    return SearchedTexts([
      (.title, item.entry.title), (.key, row.key.string), (.tag, row.suite.name),
      (.tag, result(row)), (.value, Self.text(row.change.now, item)), (.value, wanted(row, item)),
    ])
  }

  // MARK: - Below the rows

  private var remarks: [String] {
    var remarks: [String] = []
    if let row = open.selectedRow {
      let base = row.base ?? nil
      let item = state.tableItem(row)
      let suite = open.hasSuites ? "\(row.suite.name) › " : ""
      let key = "\(suite)\(row.key.string): "
      if let refusal = row.refusal {
        remarks.append("\(key)not changed, \(refusal).")
      } else if isNews(row) {
        let change =
          ValueText.changes(base, row.change.now, in: item.entry)
          ?? "\(Self.text(base, item)) → \(Self.text(row.change.now, item))"
        remarks.append("\(key)changed elsewhere: \(change).")
      } else if row.isChange, !item.entry.isSecret {
        let (value, source) = wantedValue(row, item)
        let changes = ValueText.changes(row.change.now, value, in: item.entry, length: 150)
        let now = ValueText.items(row.change.now, in: item.entry)
        let wanted = value.map { ValueText.items($0, in: item.entry) } ?? "unset"
        remarks.append("\(key)\(changes ?? "\(now) → \(wanted)")\(source)")
      } else {
        remarks.append(suite + row.key.string)
      }
    }
    return remarks + open.remarks + [consequence].filter { !$0.isEmpty }
  }

  /// What applying the plan does, in a sentence.
  private var consequence: String {
    let count = open.included.count
    let keys = count.counted("key")
    switch open.request.purpose {
    case .comparison where count == 0: return ""
    case _ where open.changesSecrets:
      return "Undo brings back secrets in this session only, because the history keeps none."
    case .reset, .resetSuite, .assignment, .staged, .importing, .copying, .comparison, .goingBack:
      return count == 0 ? "" : "One undo brings back \(count == 1 ? "the key" : "all \(keys)")."
    }
  }

  /// The number of rows with each result.
  private var footer: String {
    guard !open.isBeingMade else { return "" }
    let included = open.included.count
    let leftOut = open.changes.count - included
    let same = open.sameCount + open.rows.count - open.changes.count - open.refusedCount
    let words = open.request.purpose == .comparison ? "differ" : "left out"
    let hidden = open.hiddenCount > 0 ? " (\(open.hiddenCount) hidden by the filter)" : ""
    return [
      included.counted("change") + hidden, leftOut > 0 ? "\(leftOut) \(words)" : nil,
      same > 0 ? "\(same) same" : nil,
      open.refusedCount > 0 ? "\(open.refusedCount) refused" : nil,
    ].line(separator: ", ")
  }
}
