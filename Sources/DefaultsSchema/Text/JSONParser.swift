/// Reads one JSON text; every mistake is told with its line and column.
struct JSONParser {
  private static let deepestNesting = 128

  private let bytes: [UInt8]
  private var index: Int = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func parse() throws(Rejection) -> JSONValue {
    let value = try parseValue(depth: 0)
    skipBlanks()
    guard index == bytes.count else { throw mistake("something follows the value") }
    return value
  }

  private mutating func parseValue(depth: Int) throws(Rejection) -> JSONValue {
    guard depth <= Self.deepestNesting else { throw mistake("nested too deeply") }
    skipBlanks()
    guard index < bytes.count else { throw mistake("a value is missing") }
    switch bytes[index] {
    case UInt8(ascii: "{"): return try parseObject(depth: depth)
    case UInt8(ascii: "["): return try parseArray(depth: depth)
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
    default: throw mistake("a value is expected here; text needs double quotes")
    }
  }

  private mutating func parseObject(depth: Int) throws(Rejection) -> JSONValue {
    index += 1
    var members: [JSONValue.Member] = []
    var names: Set<String> = []
    skipBlanks()
    if take("}") { return .object(members) }
    while true {
      skipBlanks()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
        throw mistake("a member's name in double quotes is expected here")
      }
      let start = index
      let name = try parseString()
      guard names.insert(name).inserted else {
        index = start
        throw mistake("the name \"\(name)\" stands here a second time")
      }
      skipBlanks()
      guard take(":") else { throw mistake("a colon is expected here") }
      members.append(.init(name, try parseValue(depth: depth + 1)))
      skipBlanks()
      if take("}") { return .object(members) }
      guard take(",") else { throw mistake("a comma or a closing brace is expected here") }
    }
  }

  private mutating func parseArray(depth: Int) throws(Rejection) -> JSONValue {
    index += 1
    var elements: [JSONValue] = []
    skipBlanks()
    if take("]") { return .array(elements) }
    while true {
      elements.append(try parseValue(depth: depth + 1))
      skipBlanks()
      if take("]") { return .array(elements) }
      guard take(",") else { throw mistake("a comma or a closing bracket is expected here") }
    }
  }

  private mutating func parseWord(
    _ word: StaticString,
    _ value: JSONValue
  ) throws(Rejection) -> JSONValue {
    let length = word.utf8CodeUnitCount
    let matches = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
    guard matches else { throw mistake("a value is expected here; text needs double quotes") }
    index += length
    return value
  }

  private mutating func parseNumber() throws(Rejection) -> JSONValue {
    let start = index
    _ = take("-")
    if !take("0") { try skipDigits() }
    if take(".") { try skipDigits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try skipDigits()
    }
    return .number(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func skipDigits() throws(Rejection) {
    let start = index
    while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
      index += 1
    }
    guard index > start else { throw mistake("a digit is expected here") }
  }

  private mutating func parseString() throws(Rejection) -> String {
    index += 1
    var text: [UInt8] = []
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        index += 1
        text.append(contentsOf: try parseEscape().utf8)
      case 0..<0x20:
        throw mistake("a control character inside text must be escaped")
      default:
        text.append(bytes[index])
        index += 1
      }
    }
    throw mistake("the closing double quote is missing")
  }

  private mutating func parseEscape() throws(Rejection) -> String {
    guard index < bytes.count else { throw mistake("the text ends inside an escape") }
    let letter = bytes[index]
    index += 1
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return String(try parseScalar())
    default:
      index -= 1
      throw mistake("no escape starts like this")
    }
  }

  private mutating func parseScalar() throws(Rejection) -> Unicode.Scalar {
    let unit = try parseHexUnit()
    if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
    // A high surrogate must be followed by a low one; alone they stand for nothing.
    guard UTF16.isLeadSurrogate(unit), take("\\"), take("u") else {
      throw mistake("half of a surrogate pair")
    }
    let low = try parseHexUnit()
    guard UTF16.isTrailSurrogate(low) else { throw mistake("half of a surrogate pair") }
    return UTF16.decode(UTF16.EncodedScalar([unit, low]))
  }

  private mutating func parseHexUnit() throws(Rejection) -> UInt16 {
    guard index + 4 <= bytes.count,
      bytes[index..<index + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
    else { throw mistake("four hexadecimal digits are expected here") }
    index += 4
    return unit
  }

  private mutating func skipBlanks() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  private mutating func take(_ character: Character) -> Bool {
    guard index < bytes.count, bytes[index] == character.asciiValue else { return false }
    index += 1
    return true
  }

  /// The mistake at the present place; lines and columns are 1-based, columns count scalars.
  private func mistake(_ reason: String) -> Rejection {
    let before = bytes[..<min(index, bytes.count)]
    let line = before.count { $0 == 0x0A } + 1
    let lineStart = (before.lastIndex(of: 0x0A) ?? -1) + 1
    let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    return .notJSON(reason: reason, line: line, column: column)
  }
}
