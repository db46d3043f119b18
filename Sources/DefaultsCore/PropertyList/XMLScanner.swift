/// A scanner that splits XML into tags and text, for the part of XML that property lists use.
///
/// Entities that a document declares are errors. So a short document cannot expand to a long one
/// (the "billion laughs" attack).
struct XMLScanner {
  /// The position of the next byte.
  var cursor: ByteCursor
  /// Whether XML 1.0 allows all text that was read; Foundation does not check this.
  private(set) var isAllowed = true

  /// Creates a scanner of a text in UTF-8.
  init(_ bytes: [UInt8]) {
    cursor = ByteCursor(bytes, skippingMark: true)
  }

  /// Skips white space, comments and processing instructions; fails when one of them does not end.
  mutating func skipMiscellany() throws(PropertyListError) {
    while true {
      cursor.skipWhitespace()
      guard cursor.current == UInt8(ascii: "<"), let next = cursor.peek(1) else { return }
      guard next == UInt8(ascii: "!") || next == UInt8(ascii: "?") else { return }
      if cursor.isAt("<!--") {
        try cursor.skipComment()
      } else if cursor.isAt("<?") {
        try cursor.skipInstruction()
      } else {
        return
      }
    }
  }

  /// Skips everything before the root element: XML declaration, comments, document type.
  mutating func skipProlog() throws(PropertyListError) {
    try skipMiscellany()
    if cursor.isAt("<!DOCTYPE") {
      try cursor.skipDocumentType()
      try skipMiscellany()
    }
  }

  /// Reads one tag; fails when the next text is not a tag of a property list.
  mutating func readTag() throws(PropertyListError) -> XMLTag {
    let start = cursor.position
    guard cursor.skip(UInt8(ascii: "<")) else {
      let found = cursor.current == nil ? "the document ends too early" : "expected a tag"
      throw cursor.failure(found)
    }
    let isClosing = cursor.skip(UInt8(ascii: "/"))
    let nameStart = cursor.position
    var name: UInt64 = 0
    while let byte = cursor.current, !byte.endsTagName {
      name = name << 8 | UInt64(byte)
      cursor.position += 1
    }
    guard cursor.position - nameStart <= 8, let element = XMLElement(rawValue: name) else {
      let shown = cursor.bytes[nameStart..<cursor.position].prefix(32)
      throw cursor.failure(
        "\"\(String(decoding: shown, as: UTF8.self))\" is not an element of a property list",
        at: start
      )
    }
    let isEmpty = try skipAttributes(from: start)
    guard !(isEmpty && isClosing) else { throw cursor.failure("the tag is malformed", at: start) }
    return XMLTag(
      element: element,
      form: isClosing ? .closing : isEmpty ? .empty : .opening,
      start: start
    )
  }

  /// Reads the text of an element and its closing tag.
  ///
  /// It fails when another element, an unknown entity or bytes that are not UTF-8 occur in it, or
  /// when it does not end.
  mutating func readText(of tag: XMLTag) throws(PropertyListError) -> XMLText {
    guard tag.form == .opening else { return .other("") }
    let start = cursor.position
    let isPlain = skipText()
    let end = cursor.position
    if isPlain, cursor.isAt("</") {
      try readClosing(tag)
      return .plain(start..<end)
    }
    let text = try readMixedText(of: tag, from: start)
    isAllowed = isAllowed && text.isRepresentableInXML
    return .other(text)
  }

  /// Reads the closing tag of an element; fails when anything else comes next.
  mutating func readClosing(_ tag: XMLTag) throws(PropertyListError) {
    guard tag.form == .opening else { return }
    try check(try readTag(), closes: tag.element)
  }

  /// Checks that a tag is the closing one of an element.
  func check(_ tag: XMLTag, closes element: XMLElement) throws(PropertyListError) {
    guard tag.form == .closing, tag.element == element else {
      throw cursor.failure("expected </\(element.name)>", at: tag.start)
    }
  }

  /// Returns the text of an element as a string.
  func string(_ text: XMLText) -> String {
    switch text {
    case .plain(let range): String(decoding: cursor.bytes[range], as: UTF8.self)
    case .other(let string): string
    }
  }

  /// Skips text up to the next tag or entity.
  ///
  /// Returns whether it is ASCII without control characters other than white space.
  private mutating func skipText() -> Bool {
    var isPlain = true
    var position = cursor.position
    while position < cursor.bytes.count {
      let byte = cursor.bytes[position]
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") { break }
      if byte < 0x20 ? !byte.isWhitespace : byte >= 0x80 { isPlain = false }
      position += 1
    }
    cursor.position = position
    return isPlain
  }

  /// Reads text that contains entities, comments, instructions or character data sections.
  private mutating func readMixedText(
    of tag: XMLTag,
    from start: Int
  ) throws(PropertyListError) -> String {
    var text = Array(cursor.bytes[start..<cursor.position])
    while true {
      if cursor.isAt("</") {
        guard let string = String(validating: text, as: UTF8.self) else {
          throw cursor.failure("the text is not valid UTF-8", at: start)
        }
        try readClosing(tag)
        return string
      } else if cursor.isAt("&") {
        text.append(contentsOf: try cursor.readEntity())
      } else if cursor.isAt("<![CDATA[") {
        try appendCharacterData(to: &text)
      } else if cursor.isAt("<!--") {
        try cursor.skipComment()
      } else if cursor.isAt("<?") {
        try cursor.skipInstruction()
      } else if cursor.current == nil {
        throw cursor.failure("the document ends inside <\(tag.element.name)>")
      } else if cursor.isAt("<") {
        throw cursor.failure("expected </\(tag.element.name)>")
      } else {
        let plain = cursor.position
        _ = skipText()
        text.append(contentsOf: cursor.bytes[plain..<cursor.position])
      }
    }
  }

  private mutating func appendCharacterData(to text: inout [UInt8]) throws(PropertyListError) {
    let opening = cursor.position
    _ = cursor.skip("<![CDATA[")
    let start = cursor.position
    guard cursor.skip(past: "]]>") else {
      throw cursor.failure("the character data section does not end", at: opening)
    }
    text.append(contentsOf: cursor.bytes[start..<(cursor.position - 3)])
  }

  /// Skips the rest of a tag, whose attributes have no meaning; returns whether it is empty, such
  /// as `<true/>`.
  private mutating func skipAttributes(from start: Int) throws(PropertyListError) -> Bool {
    while let byte = cursor.current {
      cursor.position += 1
      switch byte {
      case UInt8(ascii: ">"):
        return false
      case UInt8(ascii: "/"):
        if cursor.skip(">") { return true }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard cursor.skipQuoted(by: byte) else {
          throw cursor.failure("the tag does not end", at: start)
        }
      case UInt8(ascii: "<"):
        throw cursor.failure("the tag does not end", at: start)
      default:
        break
      }
    }
    throw cursor.failure("the tag does not end", at: start)
  }
}

extension UInt8 {
  /// Whether the name of a tag ends before this byte.
  fileprivate var endsTagName: Bool {
    self <= 0x20 || self == UInt8(ascii: ">") || self == UInt8(ascii: "/")
      || self == UInt8(ascii: "<")
  }
}
