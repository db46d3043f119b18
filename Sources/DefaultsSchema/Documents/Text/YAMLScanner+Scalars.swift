import DefaultsCore

// The scalars: plain, quoted, literal and folded.
extension YAMLScanner {
  /// Reads a flow collection, a quoted scalar or a plain one that may go on in further lines.
  mutating func inline(parent: Int, depth: Int) throws(JSONParseError) -> JSONNode {
    let start = index
    switch current {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      let node = try flow(depth: depth)
      try endLine()
      return node
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let text = try quoted()
      try endLine()
      return JSONNode(content: .string(text), offset: start)
    default:
      break
    }
    var lines = [plainLine()]
    while true {
      let end = index
      var breaks = 0
      while isBlank(at: index), let byte = current {
        if byte == 0x0A { breaks += 1 }
        index += 1
      }
      guard let byte = current, breaks > 0, column > parent, byte != UInt8(ascii: "#") else {
        index = end
        break
      }
      if isAtKey() { throw failure("a value with a colon needs quotes") }
      lines += [String](repeating: "", count: breaks - 1)
      lines.append(plainLine())
    }
    if lines.count == 1 { return JSONNode(content: Self.plain(lines[0]), offset: start) }
    return JSONNode(content: .string(Self.folded(lines)), offset: start)
  }

  private mutating func plainLine() -> String {
    let start = index
    while let byte = current, byte != 0x0A {
      if startsComment(at: index) { break }
      index += 1
    }
    let text = trimmed(start..<index)
    skipLine()
    return text
  }

  /// Joins the lines of a scalar: a line break becomes a space, and an empty line a line break.
  static func folded(_ lines: [String]) -> String {
    var text = lines.first ?? ""
    var breaks = 0
    for line in lines.dropFirst() {
      guard !line.isEmpty else {
        breaks += 1
        continue
      }
      text += breaks > 0 ? String(repeating: "\n", count: breaks) : " "
      text += line
      breaks = 0
    }
    return text
  }

  /// Returns a plain scalar with the type that the core schema of YAML gives it.
  static func plain(_ text: String) -> JSONNode.Content {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default: break
    }
    let isNumeric =
      text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
      && text.utf8.contains { (0x30...0x39).contains($0) }
    guard isNumeric else { return .string(text) }
    let digits = text.hasPrefix("+") ? String(text.dropFirst()) : text
    return JSONNode.Content(digits: digits) ?? .string(text)
  }

  mutating func quoted() throws(JSONParseError) -> String {
    let start = index
    let quote = bytes[index]
    index += 1
    var lines: [[UInt8]] = [[]]
    while let byte = current {
      index += 1
      if byte == quote {
        guard quote == UInt8(ascii: "'"), current == quote else {
          return Self.joined(lines)
        }
        index += 1
        lines[lines.count - 1].append(quote)
      } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        lines[lines.count - 1] += try escape()
      } else if byte == 0x0A {
        lines.append([])
        skipSpaces()
      } else {
        lines[lines.count - 1].append(byte)
      }
    }
    index = start
    throw failure("the quotation mark is not closed")
  }

  private static func joined(_ lines: [[UInt8]]) -> String {
    let texts = lines.map { String(decoding: $0, as: UTF8.self) }
    guard texts.count > 1 else { return texts[0] }
    return folded(texts.map(\.trimmed))
  }

  private mutating func escape() throws(JSONParseError) -> [UInt8] {
    guard let byte = current else { throw failure("the quotation mark is not closed") }
    index += 1
    switch byte {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "0"): return [0]
    case UInt8(ascii: "e"): return [0x1B]
    case 0x0A:
      skipSpaces()
      return []
    case UInt8(ascii: "x"), UInt8(ascii: "u"), UInt8(ascii: "U"):
      let length = byte == UInt8(ascii: "x") ? 2 : byte == UInt8(ascii: "u") ? 4 : 8
      guard index + length <= bytes.count,
        let scalar = UInt32(
          String(decoding: bytes[index..<(index + length)], as: UTF8.self),
          radix: 16
        ).flatMap(Unicode.Scalar.init)
      else { throw failure("the escape is not a character") }
      index += length
      return Array(String(scalar).utf8)
    default: return [byte]
    }
  }

  /// Reads a literal block (`|`) or a folded one (`>`).
  mutating func blockScalar(parent: Int) throws(JSONParseError) -> JSONNode {
    let start = index
    let isFolded = bytes[index] == UInt8(ascii: ">")
    index += 1
    var chomping: UInt8?
    var indentation: Int?
    while let byte = current, byte != 0x0A, byte != 0x0D, byte != 0x20, byte != UInt8(ascii: "#") {
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { chomping = byte }
      if (0x31...0x39).contains(byte) { indentation = max(0, parent) + Int(byte - 0x30) }
      index += 1
    }
    try endLine()
    var lines: [String] = []
    while index < bytes.count {
      let end = index
      skipLineBreak()
      let first = index
      while current == 0x20 { index += 1 }
      let spaces = index - first
      if current == nil || current == 0x0A || current == 0x0D {
        lines.append("")
        if current == 0x0D { index += 1 }
        if current == nil { break }
        continue
      }
      let wanted = indentation ?? spaces
      guard spaces > parent, spaces >= wanted else {
        index = end
        break
      }
      indentation = wanted
      index = first + wanted
      let from = index
      skipLine()
      let text = String(decoding: bytes[from..<index], as: UTF8.self)
      lines.append(text.hasSuffix("\r") ? String(text.dropLast()) : text)
    }
    var text = isFolded ? Self.foldedBlock(lines) : lines.joined(separator: "\n")
    if chomping != UInt8(ascii: "+") {
      while text.hasSuffix("\n") { text.removeLast() }
      if chomping == nil, !text.isEmpty { text += "\n" }
    }
    return JSONNode(content: .string(text), offset: start)
  }

  private mutating func skipLineBreak() {
    if current == 0x0D { index += 1 }
    if current == 0x0A { index += 1 }
  }

  /// Joins the lines of a folded block; lines that are indented more keep their breaks.
  private static func foldedBlock(_ lines: [String]) -> String {
    var text = ""
    var last: String?
    for line in lines {
      if let previous = last {
        let keepsBreak =
          line.isEmpty || line.hasPrefix(" ") || previous.hasPrefix(" ") || previous.isEmpty
        text +=
          previous.isEmpty && !line.isEmpty && !line.hasPrefix(" ") ? "" : keepsBreak ? "\n" : " "
      }
      text += line
      last = line
    }
    return text
  }
}
