import Terminal

/// A cell as a terminal shows it.
struct ScreenCell: Hashable, Sendable {
  /// The character with its marks; empty in the second half of a wide character.
  var text: String
  /// How the text is drawn.
  var rendition: Rendition
  /// Whether terminals may disagree about the width of the text.
  var isDoubtful: Bool = false

  /// A blank cell.
  static let blank: ScreenCell = ScreenCell(text: " ", rendition: .plain)

  /// A cell with unknown content, which differs from every cell of a frame.
  static let unknown: ScreenCell = ScreenCell(text: "\0", rendition: .plain)

  /// Whether the cell is blank.
  var isBlank: Bool { self == .blank }
  /// Whether the cell is the second half of the wide character to its left.
  var isContinuation: Bool { text.isEmpty }
}

/// A converter from the rows of a frame to the cells of a terminal.
struct ScreenCells {
  /// The capabilities of the terminal.
  let terminal: TerminalCapabilities
  /// Whether other characters are replaced by ASCII.
  let isASCII: Bool

  /// Returns a row cut or padded with blanks to the columns.
  ///
  /// A blank shows neither weight nor colour, so blanks that differ only in these are equal.
  func cells(of row: [Cell], columns: Int) -> [ScreenCell] {
    var cells: [ScreenCell] = []
    cells.reserveCapacity(columns)
    // Neighbouring cells mostly have the same style.
    var style = Style.plain
    var rendition = Rendition(style, on: terminal)
    while cells.count < columns {
      let column = cells.count
      let cell = column < row.count ? row[column] : .blank
      let isWide = column + 1 < row.count && row[column + 1].isContinuation
      if cell.style != style {
        style = cell.style
        rendition = Rendition(style, on: terminal)
      }
      if isWide, column + 2 > columns {
        append(" ", rendition, to: &cells)
      } else if isASCII {
        append(String(ASCIIForms.character(for: cell.text)), rendition, to: &cells)
        if isWide { append(" ", rendition, to: &cells) }
      } else {
        append(cell.text.isEmpty ? " " : cell.text, rendition, to: &cells)
        if isWide { cells.append(ScreenCell(text: "", rendition: rendition)) }
      }
    }
    return cells
  }

  private func append(_ text: String, _ rendition: Rendition, to cells: inout [ScreenCell]) {
    guard text != " " || rendition.showsBlanks else { return cells.append(.blank) }
    let isDoubtful = text.utf8.count > 1 && !TextWidth.isAgreed(text)
    cells.append(ScreenCell(text: text, rendition: rendition, isDoubtful: isDoubtful))
  }
}
