/// Everything that a screen shows at one moment.
///
/// Writing outside it is cut, never an error.
public struct Frame: Hashable, Sendable {
  /// Where the hardware cursor stands.
  public struct Cursor: Hashable, Sendable {
    /// 0-based.
    public var row: Int
    /// 0-based.
    public var column: Int
    /// Whether it is to be seen; screen readers follow it either way.
    public var isVisible: Bool

    /// Creates a cursor position.
    public init(row: Int, column: Int, isVisible: Bool = false) {
      self.row = row
      self.column = column
      self.isVisible = isVisible
    }
  }

  /// The extent in cells.
  public let size: Size
  /// The cells, row by row, each row as long as the frame is wide.
  public private(set) var rows: [[Cell]]
  /// Where the hardware cursor stands; always inside when it is drawn.
  public var cursor: Cursor

  /// Creates an empty frame.
  public init(size: Size) {
    self.size = size
    rows = Array(repeating: Array(repeating: .blank, count: size.columns), count: size.rows)
    cursor = Cursor(row: 0, column: 0)
  }

  /// Replaces the cells of a row from a column on; both must be inside.
  ///
  /// What remains of a wide character that is half covered becomes blank.
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
  /// Writes text from a cell to the right, cut at the frame's edge or after `columns` columns.
  ///
  /// A wide character of which only half fits is replaced by a blank, also where the new text
  /// covers half of an older one.
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
    var cells: [Cell] = []
    var position = column
    for character in text.string {
      let width = TextWidth.columns(of: character)
      if position + width > limit {
        // The half that would fit must not show what was there before.
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

  /// Blanks a rectangle and gives it a style.
  public mutating func fill(_ rect: Rect, style: Style = .plain) {
    let visible = visible(rect)
    let cells = Array(repeating: Cell(text: " ", style: style), count: visible.columns.count)
    for row in visible.rows { put(cells, row: row, column: visible.columns.lowerBound) }
  }

  /// Gives the cells of a rectangle another style and keeps their text.
  ///
  /// A wide character that lies half inside changes as a whole, for a terminal cannot show it in
  /// two styles.
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

  /// Draws the border of a box, with a title in its upper and a footer in its lower edge.
  ///
  /// The inside is blanked and plain. A rectangle of a single row or column is only blanked. Texts
  /// that do not fit are cut, and left out where nothing of them would fit.
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

  private mutating func edge(
    of rect: Rect,
    row: Int,
    corners: (left: SafeText, right: SafeText),
    text: SafeText,
    style: Style
  ) {
    guard visible(rect).rows.contains(row) else { return }
    let columns = visible(rect).columns
    for column in columns { write("─", row: row, column: column, style: style) }
    write(corners.left, row: row, column: rect.column, style: style)
    write(corners.right, row: row, column: rect.endColumn - 1, style: style)
    // Two corners, a line before and after the text, and a blank on either side of it.
    let label = text.truncated(to: rect.size.columns - 6)
    guard !label.isEmpty else { return }
    write(" \(label) ", row: row, column: rect.column + 2, style: style)
  }
}
