/// A text from a document without what no person wrote for people.
struct CleanText {
  /// The text; tabs and line breaks are kept.
  private(set) var string: String
  /// Whether control characters were removed.
  private(set) var wasCleaned = false
  /// Whether the text was cut.
  private(set) var wasCut = false

  /// Cleans a text and cuts it after 64 KiB.
  init(_ text: String) {
    string = text
    if string.unicodeScalars.contains(where: Self.isControl) {
      string.unicodeScalars.removeAll(where: Self.isControl)
      wasCleaned = true
    }
    if string.utf8.count > SchemaLimits.text {
      // A scalar that was cut in two is dropped.
      var kept = Array(string.utf8.prefix(SchemaLimits.text))
      while String(validating: kept, as: UTF8.self) == nil { kept.removeLast() }
      string = String(decoding: kept, as: UTF8.self)
      wasCut = true
    }
  }

  /// Returns a text on one line, with single blanks between its words.
  static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns a text without blanks at its ends.
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
