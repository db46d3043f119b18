/// An element of an XML document, with its content.
struct XMLTree {
  /// The name, including its prefix.
  var name: String
  /// The attributes by name.
  var attributes: [String: String] = [:]
  /// The child elements in order.
  var children: [XMLTree] = []
  /// The text of the element, without that of its children.
  var text: String = ""
  /// The number of bytes before the element.
  var offset: Int

  /// Returns the children of a name, in order.
  func children(_ name: String) -> [XMLTree] {
    children.filter { $0.name == name }
  }

  /// Returns the first child of a name; nil when there is none.
  func child(_ name: String) -> XMLTree? {
    children.first { $0.name == name }
  }
}

/// The reason why a text is not XML, and the position.
struct XMLParseError: Error, Hashable {
  /// The reason: one phrase without a full stop.
  var reason: String
  /// The number of bytes before the place.
  var offset: Int
}

/// A parser for XML that does not validate: elements, attributes, text and character data.
///
/// Entities that a document declares are errors. So a short document cannot expand to a long one
/// (the "billion laughs" attack).
struct XMLTreeReader {
  private let bytes: [UInt8]
  private var index = 0
  private var open: [XMLTree] = []

  /// Creates a parser of a text in UTF-8; a byte order mark is skipped.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// Parses the document.
  ///
  /// - Returns: the root element.
  /// - Throws: ``XMLParseError`` at the first place that is not XML.
  mutating func read() throws(XMLParseError) -> XMLTree {
    while true {
      let start = index
      while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
      try addText(start..<index)
      guard index < bytes.count else {
        throw parseError(
          open.isEmpty ? "there is no element" : "<\(open[open.count - 1].name)> does not end"
        )
      }
      if let root = try readMarkup() {
        try skipRest()
        return root
      }
    }
  }

  /// Returns the name of the root element without parsing further; nil when there is none.
  static func rootName(of bytes: [UInt8]) -> String? {
    var reader = XMLTreeReader(bytes)
    reader.skipBlanks()
    while reader.index < reader.bytes.count {
      reader.skipBlanks()
      guard (try? reader.skipMiscellany()) == true else { break }
    }
    guard reader.isAt("<") else { return nil }
    reader.index += 1
    return try? reader.readName()
  }

  // MARK: - Markup

  /// Reads a tag, a comment, a declaration or character data.
  ///
  /// - Returns: the root element, when its end was read.
  private mutating func readMarkup() throws(XMLParseError) -> XMLTree? {
    if try skipMiscellany() { return nil }
    if isAt("<![CDATA[") {
      let start = index + 9
      try skip(past: "]]>", "the character data does not end")
      guard !open.isEmpty else { throw parseError("text stands outside of the root element") }
      open[open.count - 1].text += try string(start..<(index - 3))
      return nil
    }
    let start = index
    index += 1
    if isAt("/") { return try readClosing(start) }
    var element = XMLTree(name: try readName(), offset: start)
    let isEmpty = try readAttributes(of: &element)
    guard isEmpty else {
      guard open.count < SchemaLimits.nesting else {
        throw XMLParseError(reason: "elements are nested too deeply", offset: start)
      }
      open.append(element)
      return nil
    }
    return close(element)
  }

  private mutating func readClosing(_ start: Int) throws(XMLParseError) -> XMLTree? {
    index += 1
    let name = try readName()
    skipBlanks()
    guard isAt(">") else { throw parseError("\">\" is expected here") }
    index += 1
    guard let element = open.popLast(), element.name == name else {
      throw XMLParseError(reason: "</\(name)> ends nothing that is open", offset: start)
    }
    return close(element)
  }

  /// Adds an element to its parent; returns the element when it is the root.
  private mutating func close(_ element: XMLTree) -> XMLTree? {
    guard !open.isEmpty else { return element }
    open[open.count - 1].children.append(element)
    return nil
  }

  /// Skips a comment, an instruction or a document type.
  ///
  /// - Returns: whether there was one.
  private mutating func skipMiscellany() throws(XMLParseError) -> Bool {
    if isAt("<!--") {
      try skip(past: "-->", "the comment does not end")
    } else if isAt("<?") {
      try skip(past: "?>", "the instruction does not end")
    } else if isAt("<!DOCTYPE") {
      try skipDocumentType()
    } else {
      return false
    }
    return true
  }

  private mutating func skipDocumentType() throws(XMLParseError) {
    let start = index
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0:
        index += 1
        return
      default: break
      }
      index += 1
    }
    throw XMLParseError(reason: "the document type does not end", offset: start)
  }

  private mutating func skipRest() throws(XMLParseError) {
    while true {
      skipBlanks()
      guard index < bytes.count else { return }
      guard try skipMiscellany() else { throw parseError("something follows the root element") }
    }
  }

  // MARK: - Parts

  private mutating func readName() throws(XMLParseError) -> String {
    let start = index
    while index < bytes.count, bytes[index].isNamePart { index += 1 }
    guard index > start else { throw parseError("a name is expected here") }
    return try string(start..<index)
  }

  /// Reads attributes up to the end of a tag.
  ///
  /// - Returns: whether the element ends with its tag.
  private mutating func readAttributes(of element: inout XMLTree) throws(XMLParseError) -> Bool {
    while true {
      skipBlanks()
      if isAt(">") {
        index += 1
        return false
      }
      if isAt("/>") {
        index += 2
        return true
      }
      let name = try readName()
      skipBlanks()
      guard isAt("=") else { throw parseError("\"=\" is expected here") }
      index += 1
      skipBlanks()
      guard isAt("\"") || isAt("'") else { throw parseError("a quotation mark is expected here") }
      let quote = bytes[index]
      let start = index + 1
      index = start
      while index < bytes.count, bytes[index] != quote, bytes[index] != UInt8(ascii: "<") {
        index += 1
      }
      guard index < bytes.count, bytes[index] == quote else {
        throw XMLParseError(reason: "the value of \"\(name)\" does not end", offset: start)
      }
      element.attributes[name] = try decoded(start..<index)
      index += 1
    }
  }

  private mutating func addText(_ range: Range<Int>) throws(XMLParseError) {
    guard !range.isEmpty else { return }
    if open.isEmpty {
      guard bytes[range].allSatisfy(\.isBlankInXML) else {
        throw XMLParseError(
          reason: "text stands outside of the root element",
          offset: range.lowerBound
        )
      }
    } else {
      open[open.count - 1].text += try decoded(range)
    }
  }

  /// Returns a text with its entities replaced.
  private func decoded(_ range: Range<Int>) throws(XMLParseError) -> String {
    let text = try string(range)
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[rest.index(after: start)...]
      guard let end = rest.prefix(12).firstIndex(of: ";"),
        let character = Self.entity(rest[..<end])
      else {
        throw XMLParseError(reason: "the entity is not known", offset: range.lowerBound)
      }
      result.unicodeScalars.append(character)
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func entity(_ name: Substring) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let number =
        digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap(Unicode.Scalar.init)
    }
  }

  private func string(_ range: Range<Int>) throws(XMLParseError) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw XMLParseError(reason: "the text is not valid UTF-8", offset: range.lowerBound)
    }
    return text
  }

  private mutating func skip(past end: StaticString, _ reason: String) throws(XMLParseError) {
    let start = index
    while index < bytes.count, !isAt(end) { index += 1 }
    guard index < bytes.count else { throw XMLParseError(reason: reason, offset: start) }
    index += end.utf8CodeUnitCount
  }

  private mutating func skipBlanks() {
    while index < bytes.count, bytes[index].isBlankInXML { index += 1 }
  }

  private func isAt(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[index...].starts(with: $0) }
  }

  private func parseError(_ reason: String) -> XMLParseError {
    XMLParseError(reason: reason, offset: index)
  }
}

extension UInt8 {
  fileprivate var isBlankInXML: Bool {
    self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
  }

  fileprivate var isNamePart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"),
      UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...0xFF:
      true
    default: false
    }
  }
}
