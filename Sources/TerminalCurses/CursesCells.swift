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
    while column < columns {
      let cell = column < row.count ? row[column] : .blank
      let isWide = column + 1 < row.count && row[column + 1].isContinuation
      if isWide, column + 2 > columns {
        append(" ", style: cell.style, to: &cells)
      } else {
        append(cell.text, columns: isWide ? 2 : 1, style: cell.style, to: &cells)
      }
      column += isWide ? 2 : 1
    }
    return cells
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
