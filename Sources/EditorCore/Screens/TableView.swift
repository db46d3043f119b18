import Terminal

/// The positions of a table in a panel: a filter, a heading, rows that scroll, and remarks below them.
///
/// `TableView` draws with it, and `update` uses it for pages, scrolling and clicks, so both agree.
struct TableLayout {
  /// The panel.
  let panel: Panel
  /// Where the filter is typed; empty without a filter.
  let field: Rect
  /// The line with the headings of the columns.
  let heading: Rect
  /// The lines of the rows.
  let body: Rect
  /// The lines of the remarks.
  let foot: Rect

  /// Creates the layout of a table with `count` rows on the screen below the panel.
  ///
  /// `remarkRows` is the number of lines for remarks, the same for every selected row, so that the
  /// panel does not change its size while the selection moves. `count` has the rows that a filter hides too.
  init(_ layout: Layout, count: Int, remarkRows: Int, hasFilter: Bool) {
    let room = Panel.room(layout, .sheet)
    let parts: [Extent] = [
      .fixed(hasFilter ? 1 : 0), .fixed(1, .useful),
      .upTo(max(1, count), minimum: min(4, max(1, count))),
      .fixed(remarkRows > 0 ? 1 : 0, .extra),
      .upTo(remarkRows, minimum: min(1, remarkRows), .useful),
    ]
    let ranges = Extent.ranges(of: parts, in: 0..<room.rows)
    let rows = ranges.map(\.count).reduce(0, +)
    panel = Panel(layout, .sheet, Size(columns: room.columns, rows: rows))
    let inside = panel.inside
    let rects = ranges.map { range in
      inside.rows(inside.row + range.lowerBound..<inside.row + range.upperBound)
    }
    (field, heading, body, foot) = (rects[0], rects[1], rects[2], rects[4])
  }
}

/// Draws a table whose rows scroll, such as a plan or the history of a suite.
///
/// The cells are made only for the visible rows, so the cost does not depend on the number of rows.
struct TableView {
  /// A column: its heading and its width.
  struct Column {
    let heading: String
    let extent: Extent
    /// Whether texts that are too long are cut in their middle, because their ends tell them apart.
    var isCutInMiddle: Bool = false
  }

  /// A text in a row.
  struct Cell {
    let text: String
    var role: Role = .text
  }

  var title: String
  let footer: String
  let columns: [Column]
  /// The number of rows.
  var count: Int
  let cursor: ListCursor
  /// The filter above the rows; nil for none.
  var filter: RowFilter?
  /// The text in place of the rows if there are none.
  var empty: String = ""
  /// Paragraphs below the rows.
  var remarks: [String] = []
  /// Returns the cells of a row, one for each column.
  var cells: (Int) -> [Cell]

  /// Draws the table into its layout.
  func draw(_ table: TableLayout, on canvas: inout Canvas) {
    let visible = cursor.visible(rows: table.body.size.rows)
    let position = count > visible.count ? "   \(visible.position(of: count))" : ""
    table.panel.draw(title: SafeText(title), footer: SafeText(footer + position), on: &canvas)
    let extents = [Extent.fixed(1)] + columns.map(\.extent)
    let headings = table.heading.columns(extents)
    for (column, rect) in zip(columns, headings.dropFirst()) {
      canvas.write(SafeText(column.heading), in: rect, role: .quiet)
    }
    if count == 0 { canvas.write(SafeText(empty), in: table.body.line(0), role: .quiet) }
    for (offset, index) in visible.enumerated() where index < count {
      draw(index, table.body.line(offset), extents, on: &canvas)
    }
    let columns = table.foot.size.columns
    let rows = table.foot.size.rows
    var lines: [SafeText] = []
    for remark in remarks where lines.count < rows {
      lines += SafeText(remark, limit: 2000).wrapped(to: max(1, columns))
        .cut(toRows: rows - lines.count, columns: columns)
    }
    canvas.write(lines.map { StyledLine($0) }, in: table.foot)
    let row = table.body.row + (cursor.selected ?? 0) - visible.lowerBound
    canvas.cursor = .init(row: row, column: table.body.column)
    if let filter {
      SearchField(buffer: filter.buffer, line: table.field).draw(
        isTyped: filter.isTyped,
        on: &canvas
      )
    }
  }

  private func draw(_ index: Int, _ line: Rect, _ extents: [Extent], on canvas: inout Canvas) {
    let isSelected = index == cursor.selected
    if isSelected { canvas.fill(line, isSelected: true) }
    let rects = line.columns(extents)
    canvas.write(isSelected ? ">" : " ", in: rects[0], isSelected: isSelected)
    for ((cell, column), rect) in zip(zip(cells(index), columns), rects.dropFirst())
    where !rect.isEmpty {
      canvas.write(
        column.isCutInMiddle
          ? RowTitles.cut(cell.text, to: rect.size.columns) : SafeText(cell.text, limit: 256),
        in: rect,
        role: cell.role,
        isSelected: isSelected
      )
    }
  }
}
