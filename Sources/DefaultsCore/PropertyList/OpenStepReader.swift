import FoundationEssentials

/// A reader of OpenStep's text format: `{ key = value; list = (a, b); bytes = <0fbd>; }`.
///
/// Numbers are read as text, as by Foundation.
struct OpenStepReader {
  private var cursor: ByteCursor

  /// Reads a document in UTF-8 whose root is a dictionary.
  ///
  /// Keys and values are in the order of the text; a key may occur more than once.
  static func read(
    _ bytes: [UInt8]
  ) throws(PropertyListError) -> [(key: Defaults.KeyName, value: Defaults.StoredValue)] {
    var reader = OpenStepReader(cursor: ByteCursor(bytes, skippingMark: true))
    try reader.skipBlanks()
    guard reader.cursor.skip("{") else {
      throw reader.cursor.failure("the root is not a dictionary")
    }
    let entries = try reader.readEntries(depth: 1)
    try reader.skipBlanks()
    guard reader.cursor.current == nil else {
      throw reader.cursor.failure("something follows the end of the property list")
    }
    return entries
  }

  /// Reads the entries of a dictionary and its closing brace.
  private mutating func readEntries(
    depth: Int
  ) throws(PropertyListError) -> [(key: Defaults.KeyName, value: Defaults.StoredValue)] {
    var entries: [(key: Defaults.KeyName, value: Defaults.StoredValue)] = []
    while true {
      try skipBlanks()
      if cursor.skip("}") { return entries }
      let key = try readString()
      try skipBlanks()
      guard cursor.skip("=") else { throw cursor.failure("expected \"=\" after a key") }
      let value = try readValue(depth: depth)
      try skipBlanks()
      guard cursor.skip(";") else { throw cursor.failure("expected \";\" after a value") }
      entries.append((Defaults.KeyName(key), value))
    }
  }

  /// Reads the elements of an array and its closing parenthesis.
  private mutating func readElements(
    depth: Int
  ) throws(PropertyListError) -> [Defaults.StoredValue] {
    var elements: [Defaults.StoredValue] = []
    while true {
      try skipBlanks()
      if cursor.skip(")") { return elements }
      elements.append(try readValue(depth: depth))
      try skipBlanks()
      if cursor.skip(")") { return elements }
      guard cursor.skip(",") else {
        throw cursor.failure("expected \",\" or \")\" after an element")
      }
    }
  }

  /// Reads a value at a depth, which is the number of containers around it.
  private mutating func readValue(depth: Int) throws(PropertyListError) -> Defaults.StoredValue {
    try skipBlanks()
    let isContainer = cursor.isAt("{") || cursor.isAt("(")
    guard !isContainer || depth < PropertyListLimits.nesting else {
      throw cursor.failure(PropertyListLimits.nestingReason)
    }
    if cursor.skip("{") {
      let entries = try readEntries(depth: depth + 1)
      return .dictionary(Dictionary(entries) { _, last in last })
    }
    if cursor.skip("(") { return .array(try readElements(depth: depth + 1)) }
    if cursor.skip("<") { return .data(try readData()) }
    return .string(try readString())
  }

  /// Reads hexadecimal bytes and the closing bracket.
  private mutating func readData() throws(PropertyListError) -> Data {
    var bytes: [UInt8] = []
    var half: UInt8?
    while true {
      cursor.skipWhitespace()
      if cursor.skip(">") { break }
      guard let digit = cursor.current?.hexDigit else {
        throw cursor.failure("expected hexadecimal digits and \">\"")
      }
      cursor.position += 1
      if let high = half {
        bytes.append(high << 4 | digit)
        half = nil
      } else {
        half = digit
      }
    }
    guard half == nil else { throw cursor.failure("a byte has only one digit") }
    return Data(bytes)
  }

  private mutating func readString() throws(PropertyListError) -> String {
    if let quote = cursor.current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      return try readQuoted(by: quote)
    }
    let start = cursor.position
    while let byte = cursor.current, byte.isPlainInOpenStep { cursor.position += 1 }
    guard cursor.position > start else {
      let found = cursor.current == nil ? "the document ends too early" : "expected text"
      throw cursor.failure(found)
    }
    return try cursor.string(start..<cursor.position)
  }

  private mutating func readQuoted(by quote: UInt8) throws(PropertyListError) -> String {
    let start = cursor.position
    cursor.position += 1
    var text: [UInt8] = []
    while let byte = cursor.current {
      if byte == quote {
        guard let string = String(validating: text, as: UTF8.self) else {
          throw cursor.failure("the text is not valid UTF-8", at: start)
        }
        cursor.position += 1
        return string
      } else if byte == UInt8(ascii: "\\") {
        text.append(contentsOf: try readEscape())
      } else {
        text.append(byte)
        cursor.position += 1
      }
    }
    throw cursor.failure("the quoted text does not end", at: start)
  }

  /// Reads a backslash and the characters of its escape.
  private mutating func readEscape() throws(PropertyListError) -> [UInt8] {
    let start = cursor.position
    cursor.position += 1
    guard let letter = cursor.current else {
      throw cursor.failure("the quoted text does not end", at: start)
    }
    if letter == UInt8(ascii: "U") { return try readUnicodeEscape() }
    if (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(letter) { return try readOctalEscape() }
    cursor.position += 1
    switch letter {
    case UInt8(ascii: "a"): return [0x07]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "v"): return [0x0B]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "r"): return [0x0D]
    // Also the first byte of a multi-byte character, whose other bytes follow unescaped.
    default: return [letter]
    }
  }

  /// Reads up to three octal digits.
  private mutating func readOctalEscape() throws(PropertyListError) -> [UInt8] {
    let start = cursor.position
    var code: UInt32 = 0
    while cursor.position - start < 3, let digit = cursor.current?.hexDigit, digit < 8 {
      code = code << 3 | UInt32(digit)
      cursor.position += 1
    }
    // Above ASCII the number is a character of the NeXT character set, which is out of use.
    guard code < 0x80 else {
      throw cursor.failure("octal escapes above 177 are not supported", at: start)
    }
    return [UInt8(code)]
  }

  /// Reads `U` and four hexadecimal digits, and a second escape for a surrogate pair.
  private mutating func readUnicodeEscape() throws(PropertyListError) -> [UInt8] {
    let start = cursor.position
    var units: [UInt16] = []
    repeat {
      if !units.isEmpty {
        guard cursor.skip("\\") else { break }
      }
      guard cursor.skip("U") else { break }
      var unit: UInt16 = 0
      for _ in 0..<4 {
        guard let digit = cursor.current?.hexDigit else {
          throw cursor.failure("expected four hexadecimal digits after \"\\U\"", at: start)
        }
        unit = unit << 4 | UInt16(digit)
        cursor.position += 1
      }
      units.append(unit)
    } while units.count == 1 && UTF16.isLeadSurrogate(units[0])
    guard let text = String(validating: units, as: UTF16.self) else {
      throw cursor.failure("the escape names half a surrogate pair", at: start)
    }
    return Array(text.utf8)
  }

  /// Skips white space and comments.
  private mutating func skipBlanks() throws(PropertyListError) {
    while true {
      cursor.skipWhitespace()
      let start = cursor.position
      if cursor.skip("//") {
        while let byte = cursor.current, byte != 0x0A, byte != 0x0D { cursor.position += 1 }
      } else if cursor.skip("/*") {
        guard cursor.skip(past: "*/") else {
          throw cursor.failure("the comment does not end", at: start)
        }
      } else {
        return
      }
    }
  }
}

extension UInt8 {
  /// Whether the byte may occur in text without quotation marks.
  fileprivate var isPlainInOpenStep: Bool {
    isASCIILetter || isASCIIDigit || "_$/:.-".utf8.contains(self)
  }
}
