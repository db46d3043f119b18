import CNcurses
import CTerminal
import Terminal

/// A converter from the rows of a frame to curses cells.
struct CursesCells {
  private let style: CursesStyle
  private let isASCII: Bool
  /// The zero-terminated scalars of one cell, reused to save an allocation per cell.
  private var scalars: [wchar_t] = []

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - style: converts styles to curses attributes.
  ///   - isASCII: whether other characters are replaced by ASCII.
  init(style: CursesStyle, isASCII: Bool) {
    self.style = style
    self.isASCII = isASCII
  }

  /// Returns a row cut or padded with blanks to the columns, with one curses cell per character.
  mutating func cells(of row: [Cell], columns: Int) -> [cchar_t] {
    var cells: [cchar_t] = []
    cells.reserveCapacity(columns)
    var column = 0
    var last = Style.plain
    var isInsideBlanks = false
    while column < columns {
      let cell = column < row.count ? row[column] : .blank
      let isWide = column + 1 < row.count && row[column + 1].isContinuation
      if isWide, column + 2 > columns {
        append(" ", style: cell.style, to: &cells)
      } else if Self.isInvisible(cell) {
        if !isInsideBlanks {
          let next = row.dropFirst(column).first { !Self.isInvisible($0) }
          last = Self.blank(between: last, and: next?.style)
        }
        isInsideBlanks = true
        append(" ", style: last, to: &cells)
      } else {
        isInsideBlanks = false
        last = cell.style
        append(cell.text, columns: isWide ? 2 : 1, style: last, to: &cells)
      }
      column += isWide ? 2 : 1
    }
    return cells
  }

  /// Returns whether nothing is seen of a cell.
  private static func isInvisible(_ cell: Cell) -> Bool {
    cell.text == " " && !cell.style.isReversed && !cell.style.isUnderlined
  }

  /// Returns the style in which to send blanks between two texts.
  ///
  /// A blank shows no weight and no colour. So it keeps the weight of the text before it, and its colour
  /// if it is that of the text after it, and no attribute changes between the words of a text.
  private static func blank(between previous: Style, and next: Style?) -> Style {
    if previous.isReversed || previous.isUnderlined { return .plain }
    return previous == next ? previous : Style(bold: previous.isBold, dim: previous.isDim)
  }

  private mutating func append(
    _ text: String,
    columns: Int,
    style: Style,
    to cells: inout [cchar_t]
  ) {
    guard let first = text.unicodeScalars.first else {
      append(" ", style: style, to: &cells)
      return
    }
    if first.isASCII, text.utf8.count == 1 {
      append(first, style: style, to: &cells)
    } else if isASCII {
      append(ASCIIForms.form(of: first), style: style, to: &cells)
      if columns == 2 { append(" ", style: style, to: &cells) }
    } else if Int(cterminal_width(first.value)) != columns {
      // NB: curses counts columns with the C library's `wcwidth`. Where its tables are of another
      // Unicode version than ours, the rest of the row would be shifted.
      append("\u{FFFD}", style: style, to: &cells)
      if columns == 2 { append(" ", style: style, to: &cells) }
    } else {
      append(text.unicodeScalars, style: style, to: &cells)
    }
  }

  private mutating func append(
    _ scalar: Unicode.Scalar,
    style: Style,
    to cells: inout [cchar_t]
  ) {
    append(CollectionOfOne(scalar), style: style, to: &cells)
  }

  private mutating func append(
    _ text: some Sequence<Unicode.Scalar>,
    style: Style,
    to cells: inout [cchar_t]
  ) {
    scalars.removeAll(keepingCapacity: true)
    for scalar in text { scalars.append(wchar_t(truncatingIfNeeded: scalar.value)) }
    scalars.append(0)
    let (attributes, pair) = self.style.attributes(of: style)
    var cell = cchar_t()
    cncurses_set_cell(&cell, scalars, attributes, pair)
    cells.append(cell)
  }
}
