import Terminal

/// A frame that views draw on with roles; its theme has the style of each role.
struct Canvas {
  private(set) var frame: Frame
  private let theme: Theme

  init(size: Size, theme: Theme) {
    frame = Frame(size: size)
    self.theme = theme
  }

  var size: Size { frame.size }

  /// The terminal's cursor.
  var cursor: Frame.Cursor {
    get { frame.cursor }
    set { frame.cursor = newValue }
  }

  /// Writes text into a row, clipped at the frame's edges or to a number of columns.
  ///
  /// - Returns: the first column after the text.
  @discardableResult
  mutating func write(
    _ text: SafeText,
    row: Int,
    column: Int,
    columns: Int = .max,
    role: Role = .text,
    isSelected: Bool = false
  ) -> Int {
    let style = theme.style(of: role, isSelected: isSelected)
    return frame.write(text, row: row, column: column, columns: columns, style: style)
  }

  /// Writes a line in several roles.
  mutating func write(_ line: StyledLine, row: Int, column: Int, columns: Int) {
    var position = column
    for span in line.spans {
      let rest = column + columns - position
      guard rest > 0 else { return }
      position = write(
        span.text,
        row: row,
        column: position,
        columns: rest,
        role: span.role,
        isSelected: span.isSelected
      )
    }
  }

  /// Fills a rectangle with blanks.
  mutating func fill(_ rect: Rect, role: Role = .text, isSelected: Bool = false) {
    frame.fill(rect, style: theme.style(of: role, isSelected: isSelected))
  }

  /// Draws a box with a title in its top edge and a footer in its bottom edge.
  mutating func box(_ rect: Rect, title: SafeText, footer: SafeText = "") {
    frame.box(rect, title: title, footer: footer, style: theme.style(of: .border))
  }
}
