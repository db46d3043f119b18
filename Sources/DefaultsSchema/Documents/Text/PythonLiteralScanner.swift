import DefaultsCore

/// A parser of literals of Python, in which Chromium keeps the templates of its policies.
///
/// They are like JSON, but have comments after `#`, texts in single and in three quotation marks, texts
/// beside one another that are one text, the words `True`, `False` and `None`, and commas before the
/// end of a container.
struct PythonLiteralScanner {
  private let bytes: [UInt8]
  private var index = 0

  /// Creates a parser of a text in UTF-8.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Parses the text; an error is at the first place that is not a literal.
  mutating func scan() throws(JSONParseError) -> JSONNode {
    let value = try scanValue(depth: 0)
    skipBlanks()
    guard index == bytes.count else { throw parseError("something follows the value") }
    return value
  }

  private mutating func scanValue(depth: Int) throws(JSONParseError) -> JSONNode {
    skipBlanks()
    guard depth < SchemaLimits.nesting else {
      throw JSONParseError(reason: .tooDeep(limit: SchemaLimits.nesting), offset: index)
    }
    let start = index
    let content: JSONNode.Content
    switch current {
    case UInt8(ascii: "{"): content = .object(try scanMembers(depth: depth))
    case UInt8(ascii: "["): content = .array(try scanElements(depth: depth, end: "]"))
    case UInt8(ascii: "("): content = .array(try scanElements(depth: depth, end: ")"))
    case UInt8(ascii: "'"), UInt8(ascii: "\""): content = .string(try scanTexts())
    default: content = try scanWord()
    }
    return JSONNode(content: content, offset: start)
  }

  private mutating func scanMembers(depth: Int) throws(JSONParseError) -> [JSONNode.Member] {
    index += 1
    var members: [JSONNode.Member] = []
    while true {
      skipBlanks()
      if consume("}") { return members }
      let start = index
      guard current == UInt8(ascii: "'") || current == UInt8(ascii: "\"") else {
        throw parseError("a member's name in quotation marks is expected here")
      }
      let name = try scanTexts()
      skipBlanks()
      guard consume(":") else { throw parseError("a colon is expected here") }
      let value = try scanValue(depth: depth + 1)
      members.append(JSONNode.Member(name: name, nameOffset: start, value: value))
      skipBlanks()
      if consume("}") { return members }
      guard consume(",") else { throw parseError("a comma or a closing brace is expected here") }
    }
  }

  private mutating func scanElements(
    depth: Int,
    end: Unicode.Scalar
  ) throws(JSONParseError) -> [JSONNode] {
    index += 1
    var elements: [JSONNode] = []
    while true {
      skipBlanks()
      if consume(end) { return elements }
      elements.append(try scanValue(depth: depth + 1))
      skipBlanks()
      if consume(end) { return elements }
      guard consume(",") else { throw parseError("a comma or a closing bracket is expected here") }
    }
  }

  private mutating func scanWord() throws(JSONParseError) -> JSONNode.Content {
    let start = index
    while let byte = current, byte.isPartOfPythonWord { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    switch word {
    case "True", "true": return .bool(true)
    case "False", "false": return .bool(false)
    case "None", "null": return .null
    default:
      if let number = JSONNode.Content(digits: word) { return number }
      index = start
      throw parseError("a value is expected here")
    }
  }

  // MARK: - Texts

  /// Reads texts beside one another as one.
  private mutating func scanTexts() throws(JSONParseError) -> String {
    var text = ""
    while let quote = current, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
      text += try scanText(quote)
      skipBlanks()
    }
    return text
  }

  private mutating func scanText(_ quote: UInt8) throws(JSONParseError) -> String {
    let start = index
    let mark =
      bytes[index...].starts(with: [quote, quote, quote]) ? [quote, quote, quote] : [quote]
    index += mark.count
    var text: [UInt8] = []
    while index < bytes.count {
      if bytes[index...].starts(with: mark) {
        index += mark.count
        return String(decoding: text, as: UTF8.self)
      }
      if bytes[index] == UInt8(ascii: "\\") {
        index += 1
        text += try scanEscape()
      } else if bytes[index] == 0x0A, mark.count == 1 {
        break
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    index = start
    throw parseError("the quotation mark is not closed")
  }

  private mutating func scanEscape() throws(JSONParseError) -> [UInt8] {
    guard let letter = current else { throw parseError("the text ends inside an escape") }
    index += 1
    switch letter {
    case 0x0A: return []
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): return [letter]
    case UInt8(ascii: "u"):
      let digits = String(decoding: bytes[index...].prefix(4), as: UTF8.self)
      guard digits.utf8.count == 4, let code = UInt32(digits, radix: 16),
        let scalar = Unicode.Scalar(code)
      else { throw parseError("four hexadecimal digits are expected here") }
      index += 4
      return Array(String(scalar).utf8)
    // Python keeps the backslash of an escape that it does not know.
    default: return [UInt8(ascii: "\\"), letter]
    }
  }

  // MARK: - Characters

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// Skips white space and comments.
  private mutating func skipBlanks() {
    while let byte = current {
      if byte == UInt8(ascii: "#") {
        while let byte = current, byte != 0x0A { index += 1 }
      } else if [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
        index += 1
      } else {
        return
      }
    }
  }

  private func parseError(_ reason: String) -> JSONParseError {
    JSONParseError(reason: .malformed(reason), offset: min(index, bytes.count))
  }
}

extension UInt8 {
  /// Whether the byte can be in a number or a word.
  fileprivate var isPartOfPythonWord: Bool {
    let scalar = Unicode.Scalar(self)
    return Character(scalar).isLetter || Character(scalar).isNumber || "+-._".utf8.contains(self)
  }
}
