package import DefaultsCore

/// A parser for GVariant text: `true`, `uint32 7`, `'text'`, `[1, 2]`, `{'a': 1.5}`, `(1, 'b')`.
///
/// The values are those that ``GVariantType`` describes: a tuple becomes an array.
package struct GVariantText {
  private let characters: [Character]
  private var index = 0

  /// Parses one value; nil when the text is not such a value.
  package static func value(of text: String) -> Defaults.StoredValue? {
    var reader = GVariantText(characters: Array(text))
    guard let value = reader.readValue(depth: 0) else { return nil }
    reader.skipBlanks()
    return reader.index == reader.characters.count ? value : nil
  }

  private var current: Character? {
    index < characters.count ? characters[index] : nil
  }

  private mutating func skipBlanks() {
    while current?.isWhitespace == true { index += 1 }
  }

  private mutating func consume(_ character: Character) -> Bool {
    skipBlanks()
    guard current == character else { return false }
    index += 1
    return true
  }

  private mutating func readValue(depth: Int) -> Defaults.StoredValue? {
    guard depth < SchemaLimits.nesting else { return nil }
    skipBlanks()
    switch current {
    case "@":
      // The type of the value, which follows it.
      while let character = current, !character.isWhitespace { index += 1 }
      return readValue(depth: depth + 1)
    case "'", "\"": return readText().map { .string($0) }
    case "[": return readList(depth: depth, end: "]")
    case "(": return readList(depth: depth, end: ")")
    case "<":
      index += 1
      return readValue(depth: depth + 1).flatMap { consume(">") ? $0 : nil }
    case "{": return readDictionary(depth: depth)
    case let character? where character.isLetter: return readWord(depth: depth)
    case nil: return nil
    default: return readNumber()
    }
  }

  /// Reads `true`, `false`, `inf` or `nan`, a type name and its value, or `b'bytes'`.
  private mutating func readWord(depth: Int) -> Defaults.StoredValue? {
    let start = index
    while let character = current, character.isLetter || character.isNumber { index += 1 }
    let word = String(characters[start..<index])
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "inf", "infinity": return .real(.infinity)
    case "nan": return .real(.nan)
    case "b":
      return readBytes().map { bytes in .array((bytes + [0]).map { .integer(Int128($0)) }) }
    case "double":
      guard case .integer(let whole)? = readValue(depth: depth + 1) else {
        index = start + word.count
        return readValue(depth: depth + 1)
      }
      return .real(Double(whole))
    case "boolean", "byte", "int16", "uint16", "int32", "uint32", "handle", "int64", "uint64",
      "string", "objectpath", "signature":
      return readValue(depth: depth + 1)
    default: return nil
    }
  }

  private mutating func readNumber() -> Defaults.StoredValue? {
    let start = index
    while let character = current, character.isASCII,
      character.isLetter || character.isNumber || "+-.".contains(character)
    {
      index += 1
    }
    let text = String(characters[start..<index])
    if let whole = Self.whole(text) { return .integer(whole) }
    return Double(text).map { .real($0) }
  }

  /// Returns a whole number in decimal, octal or hexadecimal digits after at most one sign.
  private static func whole(_ text: String) -> Int128? {
    let isSigned = text.hasPrefix("-") || text.hasPrefix("+")
    var digits = text.dropFirst(isSigned ? 1 : 0)
    var radix = 10
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      digits = digits.dropFirst(2)
      radix = 16
    } else if digits.hasPrefix("0"), digits.count > 1, digits.allSatisfy(\.isNumber) {
      radix = 8
    }
    guard digits.first?.isHexDigit == true else { return nil }
    // With its sign, because the least number has no positive counterpart.
    return Int128(text.hasPrefix("-") ? "-\(digits)" : String(digits), radix: radix)
  }

  private mutating func readText() -> String? {
    guard let quote = current, quote == "'" || quote == "\"" else { return nil }
    index += 1
    var text = ""
    while let character = current {
      index += 1
      if character == quote { return text }
      guard character == "\\" else {
        text.append(character)
        continue
      }
      guard let escape = current else { return nil }
      index += 1
      switch escape {
      case "n": text += "\n"
      case "t": text += "\t"
      case "r": text += "\r"
      case "a": text += "\u{7}"
      case "b": text += "\u{8}"
      case "f": text += "\u{C}"
      case "v": text += "\u{B}"
      case "u", "U":
        guard let scalar = readScalar(digits: escape == "u" ? 4 : 8) else { return nil }
        text.unicodeScalars.append(scalar)
      default: text.append(escape)
      }
    }
    return nil
  }

  /// Reads the bytes of a text in quotation marks, of which those that are not ASCII are in octal digits.
  private mutating func readBytes() -> [UInt8]? {
    guard let quote = current, quote == "'" || quote == "\"" else { return nil }
    index += 1
    var bytes: [UInt8] = []
    while let character = current {
      index += 1
      if character == quote { return bytes }
      guard character == "\\", let escape = current else {
        bytes += character.utf8
        continue
      }
      let digits = String(characters[index...].prefix(3).prefix { "01234567".contains($0) })
      if !digits.isEmpty {
        bytes.append(UInt8(truncatingIfNeeded: Int(digits, radix: 8) ?? 0))
        index += digits.count
        continue
      }
      index += 1
      let controls: [Character: UInt8] = ["b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13]
      bytes += controls[escape].map { [$0] } ?? Array(escape.utf8)
    }
    return nil
  }

  private mutating func readScalar(digits: Int) -> Unicode.Scalar? {
    guard index + digits <= characters.count else { return nil }
    let text = String(characters[index..<(index + digits)])
    index += digits
    return UInt32(text, radix: 16).flatMap(Unicode.Scalar.init)
  }

  /// Reads an array or a tuple; a tuple with one element ends with a comma.
  private mutating func readList(depth: Int, end: Character) -> Defaults.StoredValue? {
    index += 1
    var elements: [Defaults.StoredValue] = []
    while true {
      if consume(end) { return .array(elements) }
      guard let element = readValue(depth: depth + 1) else { return nil }
      elements.append(element)
      if consume(end) { return .array(elements) }
      guard consume(",") else { return nil }
    }
  }

  private mutating func readDictionary(depth: Int) -> Defaults.StoredValue? {
    index += 1
    var members: [Defaults.KeyName: Defaults.StoredValue] = [:]
    if consume("}") { return .dictionary(members) }
    while true {
      guard let name = readValue(depth: depth + 1)?.memberName, consume(":") || consume(","),
        let value = readValue(depth: depth + 1)
      else { return nil }
      members[Defaults.KeyName(name)] = value
      if consume("}") { return .dictionary(members) }
      guard consume(",") else { return nil }
    }
  }
}

extension Defaults.StoredValue {
  /// The text of a basic value, which is the name of a member; nil for containers.
  fileprivate var memberName: String? {
    switch self {
    case .string(let text): text
    case .bool, .integer, .real: plainText
    case .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }
}
