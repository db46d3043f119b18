import CNcurses
import Terminal

/// The sequences that a kind of terminal understands, from its description in the terminal database.
///
/// A missing capability is nil. Padding is removed: no terminal of today needs a pause, and the terminals
/// for which the database lists it have flow control.
struct TerminalCapabilities: Sendable {
  /// A sequence with one number in it.
  typealias Parametric = @Sendable (Int) -> [UInt8]
  /// A sequence with two numbers in it.
  typealias Parametric2 = @Sendable (Int, Int) -> [UInt8]

  /// Moves the cursor to a row and a column, both 0-based.
  var position: Parametric2
  /// Moves the cursor to a column, 0-based, of its row.
  var column: Parametric?
  /// Moves the cursor to a row, 0-based, of its column.
  var row: Parametric?
  /// Moves the cursor right by columns.
  var right: Parametric?
  /// Moves the cursor down by one row; the effect in the last row is not defined.
  var down: [UInt8]?
  /// Moves the cursor left by one column.
  var left: [UInt8]?

  /// Erases the screen and moves the cursor to its first cell.
  var clear: [UInt8]
  /// Erases from the cursor to the end of its row.
  var eraseToEnd: [UInt8]?
  /// Erases cells from the cursor, which stays where it is.
  var eraseCells: Parametric?
  /// Removes cells at the cursor, so that the rest of the row moves left.
  var deleteCells: Parametric?
  /// Inserts blank cells at the cursor, so that the rest of the row moves right.
  var insertCells: Parametric?

  /// Limits scrolling to the rows from a first to a last one, both 0-based; the cursor may move.
  var scrollRegion: Parametric2?
  /// Ends the limit; nil if that needs the number of rows.
  var wholeRegion: [UInt8]?
  /// Moves the rows up by one when the cursor is in the last row.
  var scrollUp: [UInt8]?
  /// Moves the rows down by one when the cursor is in the first row.
  var scrollDown: [UInt8]?

  /// Turns every attribute and colour off.
  var plain: [UInt8]?
  /// Turns an attribute on.
  var attributes: [Rendition.Attributes: [UInt8]]
  /// Sets the colour of the text to one of the first colours of the palette, in the order of their
  /// numbers; empty without colours.
  var colors: [[UInt8]]
  /// Sets the colour of the text to any colour; nil without true colour.
  var exactColor: (@Sendable (TrueColor) -> [UInt8])?
  /// Sets the colour of the text to the terminal's own.
  var ownColor: [UInt8]?
  /// The attributes that cannot be shown together with a colour.
  var attributesWithoutColor: Rendition.Attributes = []

  /// Hides the cursor.
  var hideCursor: [UInt8]
  /// Shows the cursor.
  var showCursor: [UInt8]

  /// Whether a character in the last column moves the cursor to the next row at once.
  var wrapsAtOnce: Bool
  /// Whether the cursor may be moved while attributes are on.
  var movesWithAttributes: Bool
}

extension TerminalCapabilities {
  /// Creates the capabilities from the description of the terminal that curses has opened.
  init(usesColor: Bool) {
    position = Self.parametric2("cup") ?? { _, _ in [] }
    column = Self.parametric("hpa")
    row = Self.parametric("vpa")
    right = Self.parametric("cuf")
    down = Self.bytes("cud1")
    left = Self.bytes("cub1")
    clear = Self.bytes("clear") ?? []
    eraseToEnd = Self.bytes("el")
    eraseCells = Self.parametric("ech")
    deleteCells = Self.parametric("dch")
    insertCells = Self.parametric("ich")
    scrollRegion = Self.parametric2("csr")
    // Numbers that are left out stand for the whole screen, as in DEC's terminals.
    let begin: [UInt8] = [0x1B, UInt8(ascii: "[")]
    wholeRegion =
      scrollRegion?(0, 1).starts(with: begin) == true ? begin + [UInt8(ascii: "r")] : nil
    scrollUp = Self.bytes("ind")
    scrollDown = Self.bytes("ri")
    plain = Self.bytes("sgr0").map(Self.withoutCharacterSets)
    hideCursor = Self.bytes("civis") ?? []
    showCursor = Self.bytes("cnorm") ?? []
    let isAutomatic = tigetflag("am") > 0
    wrapsAtOnce = isAutomatic && tigetflag("xenl") <= 0
    movesWithAttributes = tigetflag("msgr") > 0
    attributes = [:]
    colors = []
    // On terminals with this glitch an attribute takes a cell of the screen.
    guard plain != nil, tigetnum("xmc") <= 0 else { return }
    attributes[.bold] = Self.bytes("bold")
    attributes[.dim] = Self.bytes("dim")
    attributes[.reversed] = Self.bytes("rev") ?? Self.bytes("smso")
    attributes[.underlined] = Self.bytes("smul")
    guard usesColor else { return }
    ownColor = Self.bytes("op")
    guard ownColor != nil else { return }
    colors = Self.colors()
    exactColor = Self.exactColor()
    attributesWithoutColor = Self.attributes(ofVideo: tigetnum("ncv"))
  }

  /// The number of distinct colours; 0 without colours.
  var colorCount: Int { exactColor == nil ? colors.count : 1 << 24 }

  /// Returns the sequences of the first 8 or 256 colours.
  ///
  /// A terminal with direct colour takes a number above 7 as red, green and blue.
  private static func colors() -> [[UInt8]] {
    let count = Int(tigetnum("colors"))
    guard count >= 8 else { return [] }
    let used = (256...0x10000).contains(count) ? 256 : 8
    if let color = parametric("setaf") { return (0..<used).map(color) }
    // The older capability numbers red 4 and blue 1.
    guard let color = parametric("setf") else { return [] }
    return [0, 4, 2, 6, 1, 5, 3, 7].map(color)
  }

  /// Returns the sequence of true colour; nil if the terminal is not known to have it.
  ///
  /// The capabilities are `RGB` of the terminal database and `Tc` of tmux. The sequence has semicolons,
  /// because more terminals support that form than the one with colons.
  private static func exactColor() -> (@Sendable (TrueColor) -> [UInt8])? {
    let hasCapability =
      ["RGB", "Tc"].contains { (name: String) in tigetflag(name) > 0 || tigetnum(name) > 0 }
      || cncurses_capability("RGB") != nil
    let isKnown = TerminalType.hasTrueColor(
      Environment.value(of: "TERM"),
      announced: Environment.value(of: "COLORTERM"),
      hasCapability: hasCapability,
      colorCount: Int(tigetnum("colors"))
    )
    guard isKnown else { return nil }
    return { Array("\u{1B}[38;2;\($0.red);\($0.green);\($0.blue)m".utf8) }
  }

  /// Returns the attributes in a mask of the capability `ncv`.
  private static func attributes(ofVideo mask: Int32) -> Rendition.Attributes {
    guard mask > 0 else { return [] }
    var attributes: Rendition.Attributes = []
    if mask & 2 != 0 { attributes.insert(.underlined) }
    if mask & 16 != 0 { attributes.insert(.dim) }
    if mask & 32 != 0 { attributes.insert(.bold) }
    return attributes
  }

  /// Removes the return to the standard character set, since no other set is ever used.
  ///
  /// The session sends the whole capability once, at its start.
  static func withoutCharacterSets(_ bytes: [UInt8]) -> [UInt8] {
    var text = String(decoding: bytes, as: UTF8.self)
    for shift in ["\u{1B}(B", "\u{0F}"] {
      while let range = text.firstRange(of: shift) { text.removeSubrange(range) }
    }
    return Array(text.utf8)
  }

  private static func bytes(_ name: String) -> [UInt8]? {
    Sequences.capability(name).flatMap { $0.isEmpty ? nil : Array($0.utf8) }
  }

  private static func parametric(_ name: String) -> Parametric? {
    guard let sequence = parametric2(name) else { return nil }
    return { sequence($0, 0) }
  }

  private static func parametric2(_ name: String) -> Parametric2? {
    guard let format = Sequences.capability(name) else { return nil }
    if let template = SequenceTemplate(format) { return { template.bytes($0, $1) } }
    return { Array(String(cString: cncurses_expand(format, Int32($0), Int32($1))).utf8) }
  }
}
