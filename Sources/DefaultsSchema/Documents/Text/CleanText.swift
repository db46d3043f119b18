/// A text from a document without control characters, and of limited length.
///
/// At most 30 combining marks in a row are kept, as in the Stream-Safe Text Format of Unicode
/// Standard Annex #15. No language uses more, and without a limit Swift needs time that grows with
/// the square of their number to compare or split a text.
struct CleanText {
  /// The text; tabs and line breaks are kept.
  private(set) var string: String
  /// Whether control characters or combining marks were removed.
  private(set) var wasCleaned = false
  /// Whether the text was cut.
  private(set) var wasCut = false

  /// The maximum number of combining marks in a row.
  private static let markLimit = 30

  /// Creates a text without control characters and surplus marks, cut at 64 KiB.
  init(_ text: String) {
    string = text
    var marks = 0
    func isRemoved(_ scalar: Unicode.Scalar) -> Bool {
      if scalar.isASCII {
        marks = 0
        return Self.isControl(scalar)
      }
      marks = Self.isMark(scalar) ? marks + 1 : 0
      return marks > Self.markLimit || Self.isControl(scalar)
    }
    if string.unicodeScalars.contains(where: isRemoved) {
      marks = 0
      string.unicodeScalars.removeAll(where: isRemoved)
      wasCleaned = true
    }
    if string.utf8.count > SchemaLimits.text {
      string = Self.cut(string, at: SchemaLimits.text)
      wasCut = true
    }
  }

  /// Returns the first bytes of a text; a scalar of which bytes are missing is left out.
  static func cut(_ text: String, at limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var kept = Array(text.utf8.prefix(limit))
    while String(validating: kept, as: UTF8.self) == nil { kept.removeLast() }
    return String(decoding: kept, as: UTF8.self)
  }

  /// Returns a clean text on one line, with single spaces between its words.
  static func line(_ text: String) -> String {
    // Most texts are a line already.
    if text.utf8.count <= SchemaLimits.text, isLine(text) { return text }
    return CleanText(text).string.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns whether a text is of ASCII, on one line, and has only single spaces between its words.
  private static func isLine(_ text: String) -> Bool {
    let space = UInt8(ascii: " ")
    var last = space
    for byte in text.utf8 {
      guard (space..<0x7F).contains(byte), byte != space || last != space else { return false }
      last = byte
    }
    return last != space
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n": false
    // Nearly all scalars are these, whose category needs no lookup.
    case " "..."~": false
    default: scalar.properties.generalCategory == .control
    }
  }
}
