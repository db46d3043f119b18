import DefaultsCore

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

/// A parser for XML that does not validate: elements, attributes, text and character data.
///
/// Entities that a document declares are errors. So a short document cannot expand to a long one
/// (the "billion laughs" attack).
struct XMLTreeReader {
  private var cursor: ByteCursor
  private var open: [XMLTree] = []

  /// Creates a parser of a text in UTF-8; a byte order mark is skipped.
  init(_ bytes: [UInt8]) {
    cursor = ByteCursor(bytes, skippingMark: true)
  }

  /// Parses the document, and returns its root; an error is at the first place that is not XML.
  mutating func read() throws(PropertyListError) -> XMLTree {
    while true {
      try addText(upTo: UInt8(ascii: "<"))
      guard cursor.current != nil else {
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
    repeat { reader.cursor.skipWhitespace() } while (try? reader.skipMiscellany()) == true
    return reader.cursor.skip("<") ? try? reader.readName() : nil
  }

  // MARK: - Markup

  /// Reads a tag, a comment, a declaration or character data; returns the root when it has ended.
  private mutating func readMarkup() throws(PropertyListError) -> XMLTree? {
    if try skipMiscellany() { return nil }
    let start = cursor.position
    if cursor.skip("<![CDATA[") {
      let content = cursor.position
      guard cursor.skip(past: "]]>") else {
        throw PropertyListError(reason: "the character data does not end", byteOffset: start)
      }
      guard !open.isEmpty else { throw parseError("text stands outside of the root element") }
      open[open.count - 1].text += try cursor.string(content..<(cursor.position - 3))
      return nil
    }
    cursor.position += 1
    if cursor.skip("/") { return try readClosing(start) }
    var element = XMLTree(name: try readName(), offset: start)
    let isEmpty = try readAttributes(of: &element)
    guard isEmpty else {
      guard open.count < SchemaLimits.nesting else {
        throw PropertyListError(reason: "elements are nested too deeply", byteOffset: start)
      }
      open.append(element)
      return nil
    }
    return close(element)
  }

  private mutating func readClosing(_ start: Int) throws(PropertyListError) -> XMLTree? {
    let name = try readName()
    cursor.skipWhitespace()
    guard cursor.skip(">") else { throw parseError("\">\" is expected here") }
    guard let element = open.popLast(), element.name == name else {
      throw PropertyListError(reason: "</\(name)> ends nothing that is open", byteOffset: start)
    }
    return close(element)
  }

  /// Adds an element to its parent; returns the element when it is the root.
  private mutating func close(_ element: XMLTree) -> XMLTree? {
    guard !open.isEmpty else { return element }
    open[open.count - 1].children.append(element)
    return nil
  }

  /// Skips a comment, an instruction or a document type, and returns whether there was one.
  private mutating func skipMiscellany() throws(PropertyListError) -> Bool {
    if cursor.isAt("<!--") {
      try cursor.skipComment()
    } else if cursor.isAt("<?") {
      try cursor.skipInstruction()
    } else if cursor.isAt("<!DOCTYPE") {
      try cursor.skipDocumentType()
    } else {
      return false
    }
    return true
  }

  private mutating func skipRest() throws(PropertyListError) {
    while true {
      cursor.skipWhitespace()
      guard cursor.current != nil else { return }
      guard try skipMiscellany() else { throw parseError("something follows the root element") }
    }
  }

  // MARK: - Parts

  private mutating func readName() throws(PropertyListError) -> String {
    let start = cursor.position
    while let byte = cursor.current, byte.isNamePart { cursor.position += 1 }
    guard cursor.position > start else { throw parseError("a name is expected here") }
    return try cursor.string(start..<cursor.position)
  }

  /// Reads attributes up to the end of a tag, and returns whether the element ends with its tag.
  private mutating func readAttributes(of element: inout XMLTree) throws(PropertyListError) -> Bool
  {
    while true {
      cursor.skipWhitespace()
      if cursor.skip(">") { return false }
      if cursor.skip("/>") { return true }
      let name = try readName()
      cursor.skipWhitespace()
      guard cursor.skip("=") else { throw parseError("\"=\" is expected here") }
      cursor.skipWhitespace()
      guard let quote = cursor.current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      else { throw parseError("a quotation mark is expected here") }
      cursor.position += 1
      let start = cursor.position
      element.attributes[name] = try readText(upTo: quote)
      guard cursor.skip(quote) else {
        throw PropertyListError(reason: "the value of \"\(name)\" does not end", byteOffset: start)
      }
    }
  }

  private mutating func addText(upTo end: UInt8) throws(PropertyListError) {
    let start = cursor.position
    let text = try readText(upTo: end)
    if !open.isEmpty {
      open[open.count - 1].text += text
    } else if !cursor.bytes[start..<cursor.position].allSatisfy(\.isWhitespace) {
      throw PropertyListError(reason: "text stands outside of the root element", byteOffset: start)
    }
  }

  /// Reads text up to a byte or a tag, and replaces its entities.
  private mutating func readText(upTo end: UInt8) throws(PropertyListError) -> String {
    var text = ""
    while true {
      let start = cursor.position
      while let byte = cursor.current, byte != end, byte != UInt8(ascii: "<"),
        byte != UInt8(ascii: "&")
      { cursor.position += 1 }
      text += try cursor.string(start..<cursor.position)
      guard cursor.isAt("&") else { return text }
      text += String(try cursor.readEntity())
    }
  }

  private func parseError(_ reason: String) -> PropertyListError {
    PropertyListError(reason: reason, byteOffset: cursor.position)
  }
}

extension UInt8 {
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
