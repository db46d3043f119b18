/// A document in another encoding than UTF-8, converted to it.
///
/// Everything else works on UTF-8: the scanner, the ranges of entries, the pieces that an edit
/// copies. So the document is converted once, in front of all that, and its XML declaration is
/// changed to say so. An edit of such a file therefore writes UTF-8 with all that was in the file,
/// comments and layout included, under a declaration that is true. The old encoding is not kept: it
/// may have no character for what is stored next, and every reader of property lists reads UTF-8.
struct ConvertedText {
  /// The document in UTF-8, without a byte order mark.
  let bytes: [UInt8]

  private let encoding: TextEncoding
  private let markLength: Int
  /// The end of the changed name in the declaration, and how much longer than the old one it is.
  private var nameEnd = 0
  private var growth = 0

  /// Creates the converted text; nil when it is in UTF-8 already and declares nothing else.
  ///
  /// For nil, nothing is copied. It fails when the bytes are not text in the encoding. The error
  /// has ``PropertyListError/isUnsupported`` set when the encoding is not known.
  init?(_ original: [UInt8]) throws(PropertyListError) {
    let (shown, markLength) = TextEncoding.detect(original)
    self.markLength = markLength
    if shown == .utf8 {
      guard let name = XMLDeclaration.encodingName(in: original, from: markLength) else {
        return nil
      }
      let text = String(decoding: original[name].prefix(40), as: UTF8.self)
      // A byte order mark is certain, so it counts more than what is declared.
      guard let declared = markLength > 0 ? .utf8 : TextEncoding.declared(as: text) else {
        let encoding = "the text encoding \"\(text.escapedForPeople)\""
        throw PropertyListError(
          reason: TextEncoding.isWide(text)
            ? "\(encoding) is declared, but the text is in another one"
            : "\(encoding) is not supported",
          line: 1,
          byteOffset: name.lowerBound,
          isUnsupported: true
        )
      }
      if declared == .utf8, TextEncoding.utf8Names.contains(text.lowercased()) { return nil }
      encoding = declared
    } else {
      encoding = shown
    }
    guard var converted = encoding.utf8(original[markLength...]) else {
      throw PropertyListError(
        reason: "the text is not valid \(encoding.name)",
        byteOffset: markLength
      )
    }
    if let name = XMLDeclaration.encodingName(in: converted, from: 0) {
      let new = TextEncoding.utf8.name.utf8
      growth = new.count - name.count
      nameEnd = name.lowerBound + new.count
      converted.replaceSubrange(name, with: new)
    }
    bytes = converted
    try PropertyListLimits.checkSize(bytes)
  }

  /// Returns an error in the converted text with its offset in the original bytes.
  func original(_ error: PropertyListError) -> PropertyListError {
    var error = error
    let offset = min(error.byteOffset, bytes.count)
    error.byteOffset = markLength + encoding.length(ofConverted: bytes[..<offset])
    // The name is ASCII, and so are those in the original.
    if offset >= nameEnd { error.byteOffset -= growth * encoding.length(ofConverted: [0x41]) }
    return error
  }
}

/// The XML declaration, `<?xml version="1.0" encoding="UTF-8"?>`.
private enum XMLDeclaration {
  /// Returns the range of the encoding's name; nil when no name is declared.
  static func encodingName(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    var cursor = ByteCursor(bytes, skippingMark: false)
    cursor.position = start
    cursor.skipWhitespace()
    guard cursor.skip("<?xml"), cursor.current?.isWhitespace == true else { return nil }
    let contentStart = cursor.position
    guard cursor.skip(past: "?>") else { return nil }
    // Cut off, or a quotation mark that is left open would find its partner among the values.
    cursor = ByteCursor(Array(bytes[..<cursor.position]), skippingMark: false)
    cursor.position = contentStart
    while let byte = cursor.current, byte != UInt8(ascii: "?"), byte != UInt8(ascii: ">") {
      if cursor.skip("encoding") {
        cursor.skipWhitespace()
        guard cursor.skip("=") else { return nil }
        cursor.skipWhitespace()
        guard let quote = cursor.current, cursor.skip("\"") || cursor.skip("'") else { return nil }
        let nameStart = cursor.position
        while let byte = cursor.current, byte != quote { cursor.position += 1 }
        return cursor.current == quote ? nameStart..<cursor.position : nil
      }
      cursor.position += 1
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        _ = cursor.skipQuoted(by: byte)
      }
    }
    return nil
  }
}
