import DefaultsCore

/// A parser of the part of YAML 1.2 that documents of settings use, as a tree with places.
///
/// It reads block and flow collections, plain and quoted scalars, literal and folded blocks, comments,
/// anchors and aliases. Tags, complex keys, merge keys and several documents are errors. An alias to a
/// collection that is not complete yet, as in a document that contains itself, becomes null: the tree is
/// finite.
struct YAMLScanner {
  /// The collections that may be nested in each other.
  private static let deepest = 64
  /// The number of values that aliases may repeat in total.
  private static let mostCopies = 200_000

  /// A value that an alias can repeat.
  private struct Anchored {
    var node: JSONNode
    /// The values in it, with itself.
    var size: Int
    /// The collections that are nested in each other in it.
    var height: Int
  }

  let bytes: [UInt8]
  var index: Int
  /// The place of the first character, after a byte order mark.
  private let start: Int
  private var anchors: [String: Anchored] = [:]
  private var remainingCopies = Self.mostCopies
  private var count = 0
  /// The greatest depth of a value since the last anchor.
  private var deepestValue = 0

  /// Creates a parser of a text in UTF-8.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    index = start
  }

  /// Parses the text.
  ///
  /// - Throws: ``JSONParseError`` at the first place that this parser does not understand.
  mutating func scan() throws(JSONParseError) -> JSONNode {
    skipBlanks()
    if isAt("---") {
      index += 3
      skipBlanks()
    }
    guard index < bytes.count else { throw JSONParseError(reason: .empty, offset: index) }
    let value = try block(parent: -1, depth: 0)
    skipBlanks()
    if isAt("...") {
      index += 3
      skipBlanks()
    }
    guard index == bytes.count else { throw failure("something follows the value") }
    return value
  }

  // MARK: - Characters

  var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func isAt(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  func isBlank(at place: Int) -> Bool {
    place >= bytes.count || [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place])
  }

  /// Returns whether a comment starts at a place: at a "#" after white space, or before everything else.
  func startsComment(at place: Int) -> Bool {
    bytes[place] == UInt8(ascii: "#") && (place == start || isBlank(at: place - 1))
  }

  func failure(_ reason: String) -> JSONParseError {
    JSONParseError(reason: .malformed(reason), offset: index)
  }

  /// The number of bytes between the start of the line and the position.
  var column: Int {
    var start = index
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    return index - start
  }

  mutating func skipSpaces() {
    while let byte = current, byte == 0x20 || byte == 0x09 { index += 1 }
  }

  mutating func skipLine() {
    while let byte = current, byte != 0x0A { index += 1 }
  }

  /// Skips spaces, line breaks and comments.
  private mutating func skipBlanks() {
    while current != nil {
      if startsComment(at: index) {
        skipLine()
      } else if isBlank(at: index) {
        index += 1
      } else {
        return
      }
    }
  }

  /// Skips the rest of a line after a value: only a comment may stand there.
  mutating func endLine() throws(JSONParseError) {
    skipSpaces()
    if current == UInt8(ascii: "#") { skipLine() }
    guard let byte = current else { return }
    guard byte == 0x0A || byte == 0x0D else { throw failure("something follows the value") }
  }

  // MARK: - Blocks

  /// Reads the value at the position, which belongs to a line that starts at a column above `parent`.
  mutating func block(parent: Int, depth: Int) throws(JSONParseError) -> JSONNode {
    try enter(depth)
    let name = try anchor()
    if name != nil { skipBlanks() }
    let (before, deepestBefore) = (count, deepestValue)
    if name != nil { deepestValue = depth }
    let node: JSONNode
    switch current {
    case UInt8(ascii: "*"): node = try alias(depth: depth)
    case UInt8(ascii: "-") where isBlank(at: index + 1): node = try sequence(depth: depth)
    case UInt8(ascii: "|"), UInt8(ascii: ">"): node = try blockScalar(parent: parent)
    case UInt8(ascii: "?") where isBlank(at: index + 1), UInt8(ascii: "!"), UInt8(ascii: "%"):
      throw failure("this part of YAML is not supported")
    default:
      node = isAtKey() ? try mapping(depth: depth) : try inline(parent: parent, depth: depth)
    }
    if let name {
      let height = deepestValue - depth
      anchors[name] = Anchored(node: node, size: count - before + 1, height: height)
      deepestValue = max(deepestValue, deepestBefore)
    }
    return node
  }

  /// Counts a value, unless it is nested too deeply.
  private mutating func enter(_ depth: Int) throws(JSONParseError) {
    guard depth < Self.deepest else {
      throw JSONParseError(reason: .tooDeep(limit: Self.deepest), offset: index)
    }
    count += 1
    deepestValue = max(deepestValue, depth)
  }

  private mutating func anchor() throws(JSONParseError) -> String? {
    guard current == UInt8(ascii: "&") else { return nil }
    index += 1
    return word()
  }

  private mutating func word() -> String {
    let start = index
    while let byte = current, !isBlank(at: index), !",[]{}".utf8.contains(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Reads an alias.
  ///
  /// The limit on nesting holds for the value that it repeats too: without this, each of many anchors
  /// could nest that of the one before.
  private mutating func alias(depth: Int) throws(JSONParseError) -> JSONNode {
    let start = index
    index += 1
    guard let value = anchors[word()] else { return JSONNode(content: .null, offset: start) }
    remainingCopies -= value.size
    guard remainingCopies > 0 else { throw failure("aliases repeat too much") }
    try enter(depth + value.height)
    count += value.size - 1
    return value.node
  }

  private mutating func sequence(depth: Int) throws(JSONParseError) -> JSONNode {
    let (start, column) = (index, column)
    var elements: [JSONNode] = []
    while current == UInt8(ascii: "-"), isBlank(at: index + 1), self.column == column {
      index += 1
      elements.append(try value(above: column, allowingSequence: false, depth: depth))
      skipBlanks()
    }
    if current != nil, self.column > column { throw failure("the indentation does not fit") }
    return JSONNode(content: .array(elements), offset: start)
  }

  private mutating func mapping(depth: Int) throws(JSONParseError) -> JSONNode {
    let (start, column) = (index, column)
    var members: [JSONNode.Member] = []
    while current != nil, self.column == column, isAtKey() {
      let offset = index
      let name = try key()
      let value = try value(above: column, allowingSequence: true, depth: depth)
      members.append(.init(name: name, nameOffset: offset, value: value))
      skipBlanks()
      if isAt("---") || isAt("...") { break }
    }
    if current != nil, self.column > column { throw failure("the indentation does not fit") }
    return JSONNode(content: .object(members), offset: start)
  }

  /// Reads the value after `-` or `key:`: on the same line, or in the lines that are indented more.
  mutating func value(
    above column: Int,
    allowingSequence: Bool,
    depth: Int
  ) throws(JSONParseError) -> JSONNode {
    let start = index
    skipSpaces()
    let line = index
    skipBlanks()
    let isSameLine = !bytes[line..<index].contains(0x0A)
    // A sequence may stand at the column of the key that it belongs to.
    let isSequence =
      allowingSequence && !isSameLine && current == UInt8(ascii: "-") && isBlank(at: index + 1)
    guard current != nil, self.column > column || (isSequence && self.column == column) else {
      return JSONNode(content: .null, offset: start)
    }
    if isSameLine, allowingSequence, isAtKey(), current != UInt8(ascii: "{") {
      throw failure("a value with a colon needs quotes")
    }
    return try block(parent: column, depth: depth + 1)
  }

  /// Returns whether a key and a colon stand at the position.
  func isAtKey() -> Bool {
    var place = index
    guard place < bytes.count else { return false }
    let first = bytes[place]
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      place += 1
      while place < bytes.count, bytes[place] != first, bytes[place] != 0x0A {
        place += bytes[place] == UInt8(ascii: "\\") && first == UInt8(ascii: "\"") ? 2 : 1
      }
      return place + 1 < bytes.count && bytes[place] == first
        && bytes[place + 1] == UInt8(ascii: ":") && isBlank(at: place + 2)
    }
    guard !"[{#&*|>".utf8.contains(first) else { return false }
    while place < bytes.count, bytes[place] != 0x0A {
      if bytes[place] == UInt8(ascii: ":"), isBlank(at: place + 1) { return true }
      if startsComment(at: place) { return false }
      place += 1
    }
    return false
  }

  private mutating func key() throws(JSONParseError) -> String {
    var name = ""
    if current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") {
      name = try quoted()
    } else {
      let start = index
      while !(current == UInt8(ascii: ":") && isBlank(at: index + 1)) { index += 1 }
      name = trimmed(start..<index)
    }
    index += 1
    return name
  }

  func trimmed(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self).trimmed
  }

  // MARK: - Flow collections

  mutating func flow(depth: Int) throws(JSONParseError) -> JSONNode {
    try enter(depth)
    let start = index
    switch current {
    case UInt8(ascii: "["):
      index += 1
      var elements: [JSONNode] = []
      while try !closes(UInt8(ascii: "]")) {
        elements.append(try flow(depth: depth + 1))
        try separate(UInt8(ascii: "]"))
      }
      return JSONNode(content: .array(elements), offset: start)
    case UInt8(ascii: "{"):
      index += 1
      var members: [JSONNode.Member] = []
      while try !closes(UInt8(ascii: "}")) {
        let offset = index
        let name = try flowName()
        skipBlanks()
        guard current == UInt8(ascii: ":") else { throw failure("a colon is missing") }
        index += 1
        skipBlanks()
        members.append(.init(name: name, nameOffset: offset, value: try flow(depth: depth + 1)))
        try separate(UInt8(ascii: "}"))
      }
      return JSONNode(content: .object(members), offset: start)
    case UInt8(ascii: "*"): return try alias(depth: depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return JSONNode(content: .string(try quoted()), offset: start)
    default:
      return JSONNode(content: Self.plain(flowText()), offset: start)
    }
  }

  private mutating func closes(_ end: UInt8) throws(JSONParseError) -> Bool {
    skipBlanks()
    guard let byte = current else { throw failure("a bracket is not closed") }
    guard byte == end else { return false }
    index += 1
    return true
  }

  private mutating func separate(_ end: UInt8) throws(JSONParseError) {
    skipBlanks()
    if current == UInt8(ascii: ",") {
      index += 1
    } else if current != end {
      throw failure("a comma is missing")
    }
  }

  private mutating func flowName() throws(JSONParseError) -> String {
    if current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") { return try quoted() }
    return flowText()
  }

  private mutating func flowText() -> String {
    let start = index
    while let byte = current, !",[]{}".utf8.contains(byte), byte != 0x0A {
      if byte == UInt8(ascii: ":"), isBlank(at: index + 1) { break }
      index += 1
    }
    return trimmed(start..<index)
  }
}
