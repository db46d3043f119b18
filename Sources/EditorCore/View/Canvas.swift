import DefaultsCore
import Terminal

/// A frame that views draw on with roles, which the theme converts to styles.
///
/// It is the only code between the views and ``Frame``. Texts are ``SafeText``, in which control
/// characters are escaped, so no stored value can send an escape sequence to the terminal. Everything is
/// clipped to the rectangle it is drawn in, and an empty rectangle draws nothing, so views need no
/// checks for hidden parts.
struct Canvas {
  /// The frame as drawn so far.
  private(set) var frame: Frame
  private let theme: Theme
  /// Whether patches are drawn in their colour.
  private let showsSwatches: Bool

  /// Creates a blank canvas.
  init(size: Size, theme: Theme, showsSwatches: Bool = false) {
    frame = Frame(size: size)
    self.theme = theme
    self.showsSwatches = showsSwatches
  }

  /// The terminal's cursor.
  var cursor: Frame.Cursor {
    get { frame.cursor }
    set { frame.cursor = newValue }
  }

  /// Writes text into a row, clipped to the frame and `columns`; returns the first column after it.
  @discardableResult
  mutating func write(
    _ text: SafeText,
    row: Int,
    column: Int,
    columns: Int = .max,
    role: Role = .text,
    isSelected: Bool = false,
    swatch: Defaults.Color? = nil
  ) -> Int {
    var style = theme.style(of: role, isSelected: isSelected)
    var text = text
    if let swatch, showsSwatches, swatch.alpha > 0 {
      // In a highlighted line, a reversed patch would have the colour of the background.
      style.isReversed = false
      style.paletteIndex = swatch.paletteIndex
      style.trueColor = swatch.trueColor
    } else if swatch != nil {
      text = SafeText("").padded(to: text.width)
    }
    return frame.write(text, row: row, column: column, columns: columns, style: style)
  }

  /// Writes text into the first row of a rectangle; a text that is too long ends in `…`.
  mutating func write(
    _ text: SafeText,
    in rect: Rect,
    role: Role = .text,
    isSelected: Bool = false
  ) {
    guard !rect.isEmpty else { return }
    write(
      text.truncated(to: rect.size.columns),
      row: rect.row,
      column: rect.column,
      role: role,
      isSelected: isSelected
    )
  }

  /// Writes a line with several roles into the first row of a rectangle, clipped to its width.
  mutating func write(_ line: StyledLine, in rect: Rect) {
    guard !rect.isEmpty else { return }
    if line.isHighlighted { fill(rect.line(0), isSelected: true) }
    var position = rect.column
    for span in line.spans where position < rect.endColumn {
      position = write(
        span.text,
        row: rect.row,
        column: position,
        columns: rect.endColumn - position,
        role: span.role,
        isSelected: span.isSelected || line.isHighlighted,
        swatch: span.swatch
      )
    }
  }

  /// Writes lines into the rows of a rectangle, from the first, clipped to its size.
  mutating func write(_ lines: some Sequence<StyledLine>, in rect: Rect) {
    for (number, line) in lines.prefix(rect.size.rows).enumerated() {
      write(line, in: rect.line(number))
    }
  }

  /// Fills a rectangle with blanks.
  mutating func fill(_ rect: Rect, role: Role = .text, isSelected: Bool = false) {
    frame.fill(rect, style: theme.style(of: role, isSelected: isSelected))
  }

  /// Moves the rows of a rectangle up; the rows that become free are blank.
  mutating func moveUp(_ rect: Rect, by count: Int) { frame.moveUp(rect, by: count) }

  /// Draws a box with a title in its top edge and a footer in its bottom edge.
  mutating func box(_ rect: Rect, title: SafeText, footer: SafeText = "") {
    frame.box(rect, title: title, footer: footer, style: theme.style(of: .border))
  }

  /// Draws a horizontal line over the first row of a rectangle.
  mutating func rule(_ rect: Rect, isSelected: Bool = false) {
    guard !rect.isEmpty else { return }
    let line = SafeText(repeating: "─", count: rect.size.columns)
    write(line, row: rect.row, column: rect.column, role: .rule, isSelected: isSelected)
  }

  /// Writes the title of a pane into the rule above it, as selected text if the pane is focused.
  mutating func write(title: SafeText, over rule: Rect, pane: Rect, isFocused: Bool = false) {
    guard !rule.isEmpty, !pane.isEmpty else { return }
    // Two columns of the rule stay visible on each side.
    let columns = rule.columns(pane.column..<pane.endColumn)
      .columns([.fixed(2), .flexible(), .fixed(2)])
    write(" \(title) ", in: columns[1], role: .title, isSelected: isFocused)
  }
}
