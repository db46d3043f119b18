/// One character cell of a frame.
public struct Cell: Hashable, Sendable {
  /// The character shown, with its combining marks; empty in the second half of a wide character.
  public internal(set) var text: String
  /// The colour and the text attributes.
  public var style: Style

  init(text: String, style: Style) {
    self.text = text
    self.style = style
  }

  /// A space in the plain style.
  public static let blank: Cell = Cell(text: " ", style: .plain)

  /// Whether the cell is the second half of the wide character to its left.
  public var isContinuation: Bool { text.isEmpty }

  /// Appends the cells of one grapheme.
  ///
  /// A terminal lays out scalars, not graphemes: each scalar that takes columns gets a cell of its
  /// own. So a flag is two cells, and a Devanagari conjunct may be two or more.
  static func append(_ character: Character, style: Style, to cells: inout [Cell]) {
    if character.isASCII {
      cells.append(Cell(text: String(character), style: style))
      return
    }
    for scalar in character.unicodeScalars {
      let width = TextWidth.columns(of: scalar)
      if width == 0, let last = cells.lastIndex(where: { !$0.isContinuation }) {
        cells[last].text.unicodeScalars.append(scalar)
        continue
      }
      cells.append(Cell(text: String(scalar), style: style))
      if width == 2 { cells.append(Cell(text: "", style: style)) }
    }
  }
}
