/// The content of a whole screen: its cells and its cursor.
///
/// Text written outside the frame is clipped; that is not an error.
public struct Frame: Hashable, Sendable {
  /// The position and visibility of the terminal's cursor.
  public struct Cursor: Hashable, Sendable {
    /// The row, 0-based.
    public var row: Int
    /// The column, 0-based.
    public var column: Int
    /// Whether the cursor is shown; screen readers follow it even when it is hidden.
    public var isVisible: Bool

    /// Creates a cursor position.
    public init(row: Int, column: Int, isVisible: Bool = false) {
      self.row = row
      self.column = column
      self.isVisible = isVisible
    }
  }

  /// The size in cells.
  public let size: Size
  /// The cells, row by row; each row has as many as the frame has columns.
  public private(set) var rows: [[Cell]]
  /// The terminal's cursor; a screen moves a position outside the frame to the nearest cell.
  public var cursor: Cursor

  /// Creates a frame of blank cells.
  public init(size: Size) {
    self.size = size
    rows = Array(repeating: Array(repeating: .blank, count: size.columns), count: size.rows)
    cursor = Cursor(row: 0, column: 0)
  }

  /// Replaces cells in a row, starting at a column; all of them must lie inside the frame.
  ///
  /// When only half of a wide character is overwritten, its other half becomes a blank.
  private mutating func put(_ cells: [Cell], row: Int, column: Int) {
    guard !cells.isEmpty else { return }
    let end = column + cells.count
    if column > 0, rows[row][column].isContinuation { rows[row][column - 1].text = " " }
    if end < size.columns, rows[row][end].isContinuation { rows[row][end].text = " " }
    rows[row].replaceSubrange(column..<end, with: cells)
  }

  /// Returns the part of the rectangle that lies inside the frame.
  private func visible(_ rect: Rect) -> (rows: Range<Int>, columns: Range<Int>) {
    let top = min(max(0, rect.row), size.rows)
    let left = min(max(0, rect.column), size.columns)
    return (
      top..<max(top, min(rect.endRow, size.rows)),
      left..<max(left, min(rect.endColumn, size.columns))
    )
  }
}

extension Frame {
  /// Writes text into a row, clipped at the frame's edges or to a number of columns.
  ///
  /// A wide character of which only half fits becomes a blank; so does the other half of one that
  /// the text overwrites by half.
  ///
  /// - Returns: the first column after the text.
  @discardableResult
  public mutating func write(
    _ text: SafeText,
    row: Int,
    column: Int,
    columns: Int = .max,
    style: Style = .plain
  ) -> Int {
    let (sum, isTooLarge) = column.addingReportingOverflow(max(0, columns))
    let limit = min(isTooLarge ? .max : sum, size.columns)
    guard column < limit else { return column }
    let start = max(0, column)
    if column >= 0, text.isASCII {
      let cells = text.string.utf8.prefix(limit - column).map { Cell(ascii: $0, style: style) }
      if rows.indices.contains(row) { put(cells, row: row, column: column) }
      return column + cells.count
    }
    var cells: [Cell] = []
    var position = column
    for character in text.string {
      let width = TextWidth.columns(of: character)
      if position + width > limit {
        // Only half of the wide character fits: a blank overwrites what was in that cell.
        cells.append(
          contentsOf: repeatElement(Cell(text: " ", style: style), count: limit - position)
        )
        position = limit
      } else if position >= start {
        Cell.append(character, style: style, to: &cells)
        position += width
      } else {
        position += width
        let visible = max(0, position - start)
        cells.append(contentsOf: repeatElement(Cell(text: " ", style: style), count: visible))
      }
      if position == limit { break }
    }
    if rows.indices.contains(row) { put(cells, row: row, column: start) }
    return position
  }

  /// Fills a rectangle with blanks of one style.
  public mutating func fill(_ rect: Rect, style: Style = .plain) {
    let visible = visible(rect)
    let cells = Array(repeating: Cell(text: " ", style: style), count: visible.columns.count)
    for row in visible.rows { put(cells, row: row, column: visible.columns.lowerBound) }
  }

  /// Moves the rows of a rectangle up; the rows that become free are plain blanks.
  public mutating func moveUp(_ rect: Rect, by count: Int) {
    let visible = visible(rect)
    for row in visible.rows where count > 0 {
      let from = row + count
      put(
        visible.rows.contains(from)
          ? Array(rows[from][visible.columns])
          : Array(repeating: .blank, count: visible.columns.count),
        row: row,
        column: visible.columns.lowerBound
      )
    }
  }

  /// Changes the style of the cells in a rectangle and keeps their text.
  ///
  /// A wide character that lies half inside changes as a whole, because a terminal cannot show one
  /// character in two styles.
  public mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
    let visible = visible(rect)
    guard !visible.columns.isEmpty else { return }
    for row in visible.rows {
      var start = visible.columns.lowerBound
      var end = visible.columns.upperBound
      if start > 0, rows[row][start].isContinuation { start -= 1 }
      if end < size.columns, rows[row][end].isContinuation { end += 1 }
      for column in start..<end { change(&rows[row][column].style) }
    }
  }

  /// Draws a box with a title in its top edge and a footer in its bottom edge.
  ///
  /// The inside is filled with plain blanks. A rectangle of a single row or column gets no border.
  /// A title or footer that does not fit is truncated, or left out if none of it fits.
  public mutating func box(
    _ rect: Rect,
    title: SafeText = "",
    footer: SafeText = "",
    style: Style = .plain
  ) {
    fill(rect)
    guard rect.size.columns > 1, rect.size.rows > 1 else { return }
    edge(of: rect, row: rect.row, corners: ("┌", "┐"), text: title, style: style)
    edge(of: rect, row: rect.endRow - 1, corners: ("└", "┘"), text: footer, style: style)
    for row in visible(rect).rows where row > rect.row && row < rect.endRow - 1 {
      write("│", row: row, column: rect.column, style: style)
      write("│", row: row, column: rect.endColumn - 1, style: style)
    }
  }

  /// The number of columns for the text in the border of a box: all but two corners, and a line and a blank
  /// on either side of the text.
  public static func labelColumns(of rect: Rect) -> Int { max(0, rect.size.columns - 6) }

  private mutating func edge(
    of rect: Rect,
    row: Int,
    corners: (left: SafeText, right: SafeText),
    text: SafeText,
    style: Style
  ) {
    guard visible(rect).rows.contains(row) else { return }
    let columns = visible(rect).columns
    let line = SafeText(repeating: "─", count: columns.count)
    write(line, row: row, column: columns.lowerBound, style: style)
    write(corners.left, row: row, column: rect.column, style: style)
    write(corners.right, row: row, column: rect.endColumn - 1, style: style)
    let label = text.truncated(to: Self.labelColumns(of: rect))
    guard !label.isEmpty else { return }
    write(" \(label) ", row: row, column: rect.column + 2, style: style)
  }
}
