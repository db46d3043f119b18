/// The reason why a text is not JSON, and the position.
package struct JSONParseError: Error, Hashable, Sendable {
  /// The reason.
  package enum Reason: Hashable, Sendable {
    /// The text is empty or white space.
    case empty
    /// Containers are nested more deeply than the limit.
    case tooDeep(limit: Int)
    /// Any other reason: one phrase without a full stop.
    case malformed(String)

    /// The message: one phrase without a full stop.
    package var phrase: String {
      switch self {
      case .empty: "a value is missing"
      case .tooDeep: "nested too deeply"
      case .malformed(let phrase): phrase
      }
    }
  }

  package var reason: Reason
  /// The number of bytes before the place.
  package var offset: Int

  /// Creates an error.
  package init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

/// A parser of JSON text (RFC 8259) that keeps the place of every value.
package struct JSONScanner {
  /// What is allowed besides JSON.
  package enum Dialect: Sendable {
    /// Nothing.
    case strict
    /// Comments as in JavaScript, and a comma after the last member or element.
    case comments
  }

  /// The deepest nesting of containers by default.
  package static let deepestNesting = 128
  /// The deepest nesting of tagged JSON: that of a property list, each level of which may have a tag.
  package static let deepestTaggedNesting = 1100

  /// Members whose name occurs earlier in their object, in the order of the text.
  package private(set) var repeated: [JSONNode.Member] = []

  /// Returns whether a property with this name and text is parsed; nil parses all.
  ///
  /// Properties are the members of the object `properties` of the root. Those that are left out must be JSON
  /// as well.
  package var keepsProperty: ((String, ArraySlice<UInt8>) -> Bool)?

  private let deepestNesting: Int
  private let dialect: Dialect
  private var cursor: ByteCursor
  /// Whether only the end of a value is wanted.
  private var isSkipping = false

  /// Creates a parser of a text in UTF-8; a byte order mark is skipped.
  package init(
    _ bytes: [UInt8],
    deepestNesting: Int = Self.deepestNesting,
    dialect: Dialect = .strict
  ) {
    self.dialect = dialect
    self.deepestNesting = deepestNesting
    cursor = ByteCursor(bytes, skippingMark: true)
  }

  /// Parses the text; fails at the first place that is not JSON.
  package mutating func scan() throws(JSONParseError) -> JSONNode {
    try skipBlanks()
    guard cursor.current != nil else {
      throw JSONParseError(reason: .empty, offset: cursor.position)
    }
    let value = try scanValue(depth: 0, in: "")
    try skipBlanks()
    guard cursor.current == nil else { throw parseError("something follows the value") }
    return value
  }

  /// Parses a value, which is a member of this name or an element of an array.
  private mutating func scanValue(
    depth: Int,
    in name: String
  ) throws(JSONParseError) -> JSONNode {
    try skipBlanks()
    guard let first = cursor.current else { throw parseError("a value is missing") }
    let start = cursor.position
    let content: JSONNode.Content
    switch first {
    case UInt8(ascii: "{"):
      let isChosen = depth == 1 && name == "properties" && keepsProperty != nil
      content = .object(try scanMembers(depth: depth, isChosen: isChosen))
    case UInt8(ascii: "["): content = .array(try scanElements(depth: depth))
    case UInt8(ascii: "\""): content = .string(try scanString())
    case UInt8(ascii: "t"): content = try scanWord("true", .bool(true))
    case UInt8(ascii: "f"): content = try scanWord("false", .bool(false))
    case UInt8(ascii: "n"): content = try scanWord("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      content = .number(try scanNumber())
    default: throw parseError("a value is expected here; text needs double quotes")
    }
    return JSONNode(content: content, offset: start, end: cursor.position)
  }

  private mutating func scanMembers(
    depth: Int,
    isChosen: Bool
  ) throws(JSONParseError) -> [JSONNode.Member] {
    try enter(depth)
    var members: [JSONNode.Member] = []
    var names: Set<Defaults.KeyName> = []
    try skipBlanks()
    if consume("}") { return members }
    while true {
      try skipBlanks()
      guard cursor.current == UInt8(ascii: "\"") else {
        throw parseError("a member's name in double quotes is expected here")
      }
      let start = cursor.position
      let name = try scanString()
      try skipBlanks()
      guard consume(":") else { throw parseError("a colon is expected here") }
      let isKept = isChosen ? try keeps(name, depth: depth) : true
      if isKept {
        let member = JSONNode.Member(
          name: name,
          nameOffset: start,
          value: try scanValue(depth: depth + 1, in: name)
        )
        if !isSkipping {
          if !names.insert(Defaults.KeyName(name)).inserted { repeated.append(member) }
          members.append(member)
        }
      }
      try skipBlanks()
      if consume("}") { return members }
      guard consume(",") else { throw parseError("a comma or a closing brace is expected here") }
      if dialect == .comments {
        try skipBlanks()
        if consume("}") { return members }
      }
    }
  }

  /// Skips the value of a property that is left out; returns whether it is kept, and then skips nothing.
  private mutating func keeps(_ name: String, depth: Int) throws(JSONParseError) -> Bool {
    let start = cursor.position
    isSkipping = true
    defer { isSkipping = false }
    _ = try scanValue(depth: depth + 1, in: name)
    guard keepsProperty?(name, cursor.bytes[start..<cursor.position]) == true else { return false }
    cursor.position = start
    return true
  }

  private mutating func scanElements(depth: Int) throws(JSONParseError) -> [JSONNode] {
    try enter(depth)
    var elements: [JSONNode] = []
    try skipBlanks()
    if consume("]") { return elements }
    while true {
      let element = try scanValue(depth: depth + 1, in: "")
      if !isSkipping { elements.append(element) }
      try skipBlanks()
      if consume("]") { return elements }
      guard consume(",") else { throw parseError("a comma or a closing bracket is expected here") }
      if dialect == .comments {
        try skipBlanks()
        if consume("]") { return elements }
      }
    }
  }

  /// Skips the opening bracket of a container, unless the nesting is too deep.
  private mutating func enter(_ depth: Int) throws(JSONParseError) {
    guard depth < deepestNesting else {
      throw JSONParseError(reason: .tooDeep(limit: deepestNesting), offset: cursor.position)
    }
    cursor.position += 1
  }

  private mutating func scanWord(
    _ word: StaticString,
    _ content: JSONNode.Content
  ) throws(JSONParseError) -> JSONNode.Content {
    guard cursor.skip(word) else {
      throw parseError("a value is expected here; text needs double quotes")
    }
    return content
  }

  private mutating func scanNumber() throws(JSONParseError) -> String {
    let start = cursor.position
    _ = consume("-")
    if !consume("0") { try skipDigits() }
    if consume(".") { try skipDigits() }
    if consume("e") || consume("E") {
      if !consume("+") { _ = consume("-") }
      try skipDigits()
    }
    return isSkipping
      ? "" : String(decoding: cursor.bytes[start..<cursor.position], as: UTF8.self)
  }

  private mutating func skipDigits() throws(JSONParseError) {
    let start = cursor.position
    while cursor.current?.isASCIIDigit == true { cursor.position += 1 }
    guard cursor.position > start else { throw parseError("a digit is expected here") }
  }

  private mutating func scanString() throws(JSONParseError) -> String {
    let opening = cursor.position
    cursor.position += 1
    var text: [UInt8] = []
    while true {
      let start = cursor.position
      while cursor.current?.isPlainInText == true { cursor.position += 1 }
      let plain = cursor.bytes[start..<cursor.position]
      switch cursor.current {
      case nil, UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        // The quote is missing somewhere after the text began, and rarely at the end of the line.
        cursor.position = opening
        throw parseError("the text that begins here has no closing double quote on its line")
      case UInt8(ascii: "\""):
        cursor.position += 1
        if isSkipping { return "" }
        // Most texts have no escape, so they are decoded without a copy.
        return text.isEmpty
          ? String(decoding: plain, as: UTF8.self)
          : String(decoding: text + plain, as: UTF8.self)
      case UInt8(ascii: "\\"):
        cursor.position += 1
        text += plain
        text += try scanEscape().utf8
      default:
        throw parseError("a control character inside text must be escaped")
      }
    }
  }

  private mutating func scanEscape() throws(JSONParseError) -> String {
    guard let letter = cursor.current else { throw parseError("the text ends inside an escape") }
    cursor.position += 1
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return String(try scanScalar())
    default:
      cursor.position -= 1
      throw parseError("no escape starts like this")
    }
  }

  private mutating func scanScalar() throws(JSONParseError) -> Unicode.Scalar {
    let unit = try scanHexUnit()
    if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
    // RFC 8259, section 7: a high surrogate is followed by a low one in a second escape.
    guard UTF16.isLeadSurrogate(unit), consume("\\"), consume("u") else {
      throw parseError("half of a surrogate pair")
    }
    let low = try scanHexUnit()
    guard UTF16.isTrailSurrogate(low) else { throw parseError("half of a surrogate pair") }
    return UTF16.decode(UTF16.EncodedScalar([unit, low]))
  }

  private mutating func scanHexUnit() throws(JSONParseError) -> UInt16 {
    var unit: UInt16 = 0
    for distance in 0..<4 {
      guard let digit = cursor.peek(distance)?.hexDigit else {
        throw parseError("four hexadecimal digits are expected here")
      }
      unit = unit << 4 | UInt16(digit)
    }
    cursor.position += 4
    return unit
  }

  private mutating func skipBlanks() throws(JSONParseError) {
    while true {
      cursor.skipWhitespace()
      guard cursor.current == UInt8(ascii: "/") else { return }
      guard dialect == .comments else { throw parseError("JSON has no comments") }
      guard let end = JSONComment.end(at: cursor.position, in: cursor.bytes) else {
        let isOpen = cursor.isAt("/*")
        throw parseError(isOpen ? "the comment has no end" : "a comment begins with // or /*")
      }
      cursor.position = end
    }
  }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    cursor.skip(UInt8(ascii: character))
  }

  /// Returns a mistake at the current place.
  private func parseError(_ reason: String) -> JSONParseError {
    JSONParseError(reason: .malformed(reason), offset: min(cursor.position, cursor.bytes.count))
  }
}

/// Comments in JSON text, as in JavaScript.
package enum JSONComment {
  /// Returns the number of bytes before what follows a comment that begins after `start` bytes.
  ///
  /// For a comment that ends with its line, that is the place of the line break. The result is nil
  /// if no comment begins there, or if it has no end.
  package static func end(at start: Int, in bytes: [UInt8]) -> Int? {
    guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "/") else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "/"):
      return bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    case UInt8(ascii: "*"):
      var index = start + 2
      while index + 1 < bytes.count {
        if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
          return index + 2
        }
        index += 1
      }
      return nil
    default:
      return nil
    }
  }
}

extension UInt8 {
  /// Whether the byte stands for itself inside a string.
  fileprivate var isPlainInText: Bool {
    self >= 0x20 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}
