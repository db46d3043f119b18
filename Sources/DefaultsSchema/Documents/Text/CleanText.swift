/// A text from a document without control characters, and of limited length.
struct CleanText {
  /// The text; tabs and line breaks are kept.
  private(set) var string: String
  /// Whether control characters were removed.
  private(set) var wasCleaned = false
  /// Whether the text was cut.
  private(set) var wasCut = false

  /// Creates a text without control characters, cut at 64 KiB.
  init(_ text: String) {
    string = text
    if string.unicodeScalars.contains(where: Self.isControl) {
      string.unicodeScalars.removeAll(where: Self.isControl)
      wasCleaned = true
    }
    if string.utf8.count > SchemaLimits.text {
      // The cut may be inside a scalar, whose first bytes are then removed too.
      var kept = Array(string.utf8.prefix(SchemaLimits.text))
      while String(validating: kept, as: UTF8.self) == nil { kept.removeLast() }
      string = String(decoding: kept, as: UTF8.self)
      wasCut = true
    }
  }

  /// Returns a text on one line, with single spaces between its words.
  static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns a text without white space at its ends.
  static func trimmed(_ text: String) -> String {
    guard let start = text.firstIndex(where: { !$0.isWhitespace }),
      let end = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[start...end])
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n": false
    default: scalar.properties.generalCategory == .control
    }
  }
}
