import Terminal

/// Where the parts of the screen lie for a size.
struct Layout: Sendable {
  enum Kind: Hashable, Sendable {
    /// Nothing fits.
    case blank
    /// One key at a time.
    case single
    /// The list and one line about the selected key; editors take the whole screen.
    case compact
    /// The list above, details below, editors in boxes.
    case stacked
    /// Suites, keys and details side by side.
    case panes
  }

  let kind: Kind
  let size: Size
  /// The lines of the list.
  let list: Rect
  /// What is told about the selected key.
  let details: Rect
  /// The names of the suites; empty when they are not shown.
  let suites: Rect
  /// The row of the filter; nil when it has none of its own.
  let filterRow: Int?

  /// The row of news and of the position.
  var statusRow: Int { size.rows - 2 }
  /// The row of key hints.
  var hintsRow: Int { size.rows - 1 }

  init(state: EditorState) {
    self.init(
      size: state.size,
      showsDetails: state.showsDetails,
      showsSuites: state.suites.count > 1
    )
  }

  init(size: Size, showsDetails: Bool, showsSuites: Bool) {
    self.size = size
    let (columns, rows) = (size.columns, size.rows)
    let none = Rect(row: 0, column: 0, columns: 0, rows: 0)
    if columns >= 110, rows >= 20 {
      kind = .panes
      filterRow = 1
      let height = rows - 6
      let left = showsSuites ? 26 : 0
      let right = showsDetails ? max(37, columns / 3) : 0
      let start = left > 0 ? left + 1 : 0
      let end = right > 0 ? columns - right - 1 : columns
      suites = Rect(row: 3, column: 0, columns: left, rows: height)
      list = Rect(row: 3, column: start, columns: end - start, rows: height)
      details = Rect(row: 3, column: end + 1, columns: right, rows: height)
    } else if columns >= 60, rows >= 16 {
      kind = .stacked
      filterRow = 1
      let detailRows = showsDetails ? 5 : 0
      suites = none
      list = Rect(row: 2, column: 0, columns: columns, rows: rows - 4 - detailRows)
      details = Rect(row: rows - 2 - detailRows, column: 0, columns: columns, rows: detailRows)
    } else if columns >= 30, rows >= 6 {
      kind = .compact
      filterRow = nil
      let detailRows = showsDetails && rows >= 7 ? 1 : 0
      suites = none
      list = Rect(row: 1, column: 0, columns: columns, rows: rows - 3 - detailRows)
      details = Rect(row: rows - 2 - detailRows, column: 0, columns: columns, rows: detailRows)
    } else {
      kind = columns >= 10 && rows >= 2 ? .single : .blank
      filterRow = nil
      list = none
      details = none
      suites = none
    }
  }

  /// Whether editors take the whole screen.
  var hasFullScreenEditors: Bool { kind == .compact || kind == .single }

  /// The rectangle of a box of a given height that leaves a row of the list in sight.
  func box(columns: Int, rows: Int, avoiding row: Int?) -> Rect {
    let width = min(columns, size.columns - 2)
    let height = min(rows, size.rows - 3)
    let column = max(1, (size.columns - width) / 2)
    let first = 1
    let last = max(first, size.rows - 2 - height)
    let wanted = max(first, min(last, (size.rows - height) / 2))
    guard let row, (wanted..<wanted + height).contains(row) else {
      return Rect(row: wanted, column: column, columns: width, rows: height)
    }
    // Below the row if there is room, else above it, else over it.
    if row + 1 <= last {
      return Rect(row: row + 1, column: column, columns: width, rows: height)
    }
    let above = row - height
    return Rect(row: above >= first ? above : wanted, column: column, columns: width, rows: height)
  }
}
