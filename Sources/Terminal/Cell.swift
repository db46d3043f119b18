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

  private static let asciiTexts = (0..<0x80).map { String(UnicodeScalar(UInt8($0))) }

  /// Creates a cell with a character of ASCII.
  init(ascii byte: UInt8, style: Style) {
    self.init(text: Self.asciiTexts[Int(byte)], style: style)
  }

  /// A space in the plain style.
  public static let blank: Cell = Cell(text: " ", style: .plain)

  /// Whether the cell is the second half of the wide character to its left.
  public var isContinuation: Bool { text.isEmpty }

  /// Appends the cells of one grapheme.
  ///
  /// A grapheme of one or two columns is one character on the screen, even if terminals lay out its
  /// scalars one by one: only together do two letters make a flag. In a longer one, such as some
  /// conjuncts of Devanagari, each scalar that takes columns gets a cell of its own.
  static func append(_ character: Character, style: Style, to cells: inout [Cell]) {
    if character.isASCII {
      cells.append(Cell(text: String(character), style: style))
      return
    }
    let scalars = character.unicodeScalars
    if scalars.count > 1, scalars.first.map(TextWidth.columns(of:)) != 0,
      TextWidth.columns(of: character) == 2
    {
      cells.append(Cell(text: String(character), style: style))
      cells.append(Cell(text: "", style: style))
      return
    }
    for scalar in scalars {
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
