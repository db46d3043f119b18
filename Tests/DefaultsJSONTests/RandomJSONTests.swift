import DefaultsCore
import DefaultsJSON
import Foundation
import TestSupport
import Testing

/// Random edits of random documents with comments everywhere.
///
/// `JSON_EDITS` and `JSON_SEED` choose how many edits there are; `JSON_RESULTS` names a file for the edited
/// texts and the values that they must have, which `.ci/json` gives to another parser.
@Suite struct RandomJSONTests {
  private static let variables = ProcessInfo.processInfo.environment
  private static let count = variables["JSON_EDITS"].flatMap { Int($0) } ?? 1000
  private static let seed = variables["JSON_SEED"].flatMap { UInt64($0) } ?? 1

  @Test(arguments: [JSONScanner.Dialect.strict, .comments])
  func `an edit changes its value and nothing else`(dialect: JSONScanner.Dialect) throws {
    var random = RandomJSON(seed: Self.seed, dialect: dialect)
    var results: [String] = []
    for number in 0..<Self.count {
      let text = random.document()
      let edits = random.edits(of: text)
      let result: String
      do {
        result = try edited(text, edits, dialect)
      } catch {
        Issue.record("edit \(number) of \(edits) in:\n\(text)\nfailed: \(error)")
        return
      }
      let comment = Comment(rawValue: "edit \(number) of \(edits) in:\n\(text)\nmade:\n\(result)")
      var wanted = try values(of: text, dialect)
      for (key, edit) in edits { wanted[key] = edit?.withOneKindOfNumbers }
      try #require(try values(of: result, dialect) == wanted, comment)
      try checkRest(of: text, result, edits, dialect, comment)
      if Self.variables["JSON_RESULTS"] != nil {
        let pair: Defaults.JSONValue = .object([
          .init("text", .string(result)), .init("values", .object(members: wanted)),
        ])
        results.append(pair.text())
      }
    }
    if let path = Self.variables["JSON_RESULTS"] {
      try (results.joined(separator: "\n") + "\n").write(
        toFile: "\(path).\(dialect)",
        atomically: true,
        encoding: .utf8
      )
    }
  }

  private func values(
    of text: String,
    _ dialect: JSONScanner.Dialect
  ) throws -> [Defaults.KeyName: Defaults.StoredValue] {
    try JSONDocument(parsing: Array(text.utf8), dialect).contents.values
  }

  /// Checks the bytes outside of the edited values.
  private func checkRest(
    of text: String,
    _ result: String,
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    _ dialect: JSONScanner.Dialect,
    _ comment: Comment
  ) throws {
    let old = try Skeleton(text, without: Set(edits.keys), dialect)
    let new = try Skeleton(result, without: Set(edits.keys), dialect)
    // Every member that was not edited has the same bytes, and they are in the same order.
    try #require(new.members == old.members, comment)
    // A comment goes only with a member that is removed from the same line.
    let isRemoval = edits.contains { $0.value == nil }
    if isRemoval {
      try #require(new.comments.isSubsequence(of: old.comments), comment)
      let lost = old.comments.count - new.comments.count
      try #require(lost <= old.commentsOnLinesOfEdits, comment)
    } else {
      try #require(new.comments == old.comments, comment)
    }
    try #require(text.hasPrefix("\u{FEFF}") == result.hasPrefix("\u{FEFF}"), comment)
    let hasCRLF = text.utf8.contains(13)
    try #require(!hasCRLF || !result.replacing("\r\n", with: "").utf8.contains(10), comment)
  }
}

/// What of a document must be the same after an edit of other members.
private struct Skeleton {
  /// The bytes of the members that were not edited, from the name to the value, in their order.
  var members: [String] = []
  /// The comments outside of edited members, in their order.
  var comments: [String] = []
  /// How many comments begin on the line on which an edited member begins or ends.
  var commentsOnLinesOfEdits = 0

  init(
    _ text: String,
    without edited: Set<Defaults.KeyName>,
    _ dialect: JSONScanner.Dialect
  ) throws {
    let bytes = Array(text.utf8)
    var scanner = JSONScanner(bytes, dialect: dialect)
    guard case .object(let all) = try scanner.scan().content else { return }
    var index = 0
    var ends: [Int] = []
    for member in all {
      readComments(in: bytes[index..<member.nameOffset], after: ends)
      index = member.value.end
      if edited.contains(Defaults.KeyName(member.name)) {
        ends = [index]
      } else {
        ends = []
        members.append(String(decoding: bytes[member.nameOffset..<index], as: UTF8.self))
      }
    }
    readComments(in: bytes[index...], after: ends)
  }

  private mutating func readComments(in gap: ArraySlice<UInt8>, after ends: [Int]) {
    let bytes = Array(gap)
    var index = 0
    var isOnLine = !ends.isEmpty
    while index < bytes.count {
      if let end = JSONComment.end(at: index, in: bytes) {
        comments.append(String(decoding: bytes[index..<end], as: UTF8.self))
        if isOnLine { commentsOnLinesOfEdits += 1 }
        if bytes[index..<end].contains(10) { isOnLine = false }
        index = end
      } else {
        if bytes[index] == 10 || bytes[index] == 13 { isOnLine = false }
        index += 1
      }
    }
  }
}

extension [String] {
  fileprivate func isSubsequence(of other: [String]) -> Bool {
    var rest = self[...]
    for element in other where element == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}

/// A source of documents, in many ways to write JSON, and of edits.
private struct RandomJSON {
  private var generator: SeededGenerator
  private let dialect: JSONScanner.Dialect
  private var lineBreak = "\n"
  private var indentation = "  "
  /// How the document is written: 0 on one line without blanks, 1 on one line, 2 one member a line, 3 anyhow.
  private var style = 0
  private var commentNumber = 0

  init(seed: UInt64, dialect: JSONScanner.Dialect) {
    generator = SeededGenerator(seed: seed)
    self.dialect = dialect
  }

  private mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &generator) }

  private mutating func chance(_ percent: Int) -> Bool { number(0..<100) < percent }

  private mutating func one<Element>(of list: [Element]) -> Element { list[number(0..<list.count)] }

  private static let names = [
    "a", "b", "c", "editor.fontSize", "editor.tabSize", "editor.wrap.mode", "files.exclude",
    "[swift]",
    "[c]", "zoom", "", "ü \"quoted\"", "$schema", "x.y", "x.z",
  ]

  private static let texts = [
    "", "on", "//", "/* no comment */", ",", "}", "\u{1F600}", "tab\t", "\\",
  ]

  mutating func document() -> String {
    lineBreak = one(of: ["\n", "\n", "\r\n"])
    indentation = one(of: ["  ", "    ", "\t"])
    style = number(0..<4)
    var text = chance(10) ? "\u{FEFF}" : ""
    if dialect == .comments, chance(30) { text += comment(endsLine: true) }
    text += list("{", "}", memberCount(), depth: 0) { $0.name() + $0.colon() }
    if dialect == .comments, chance(20) { text += " " + comment(endsLine: true) }
    return text + (chance(70) ? lineBreak : "")
  }

  private mutating func memberCount() -> Int { number(0..<(chance(10) ? 25 : 7)) }

  private mutating func name() -> String { Defaults.JSONValue.string(one(of: Self.names)).text() }

  private mutating func colon() -> String {
    style == 0 ? ":" : style == 3 ? gap() + ":" + gap() : ": "
  }

  /// Blanks and comments anywhere between two tokens.
  private mutating func gap() -> String {
    var text = ""
    for _ in 0..<number(0..<3) {
      switch number(0..<4) {
      case 0: text += " "
      case 1: text += lineBreak
      default: text += dialect == .comments ? comment(endsLine: false) : "\t"
      }
    }
    return text
  }

  private mutating func comment(endsLine: Bool) -> String {
    commentNumber += 1
    let words = one(of: ["note", "\"a\": 1,", "{", "*", "/ /", "ü"])
    if endsLine || chance(40) { return "// \(commentNumber) \(words)" + lineBreak }
    return "/* \(commentNumber) \(words)\(chance(15) ? lineBreak : "") */"
  }

  private mutating func list(
    _ opening: String,
    _ closing: String,
    _ count: Int,
    depth: Int,
    _ label: (inout RandomJSON) -> String
  ) -> String {
    var text = opening
    let line = lineBreak + String(repeating: indentation, count: depth + 1)
    for index in 0..<count {
      if style == 2 {
        if dialect == .comments, chance(20) {
          text += line + String(comment(endsLine: true).dropLast(lineBreak.count))
        }
        text += line
      } else if style == 3 {
        text += gap()
      } else if style == 1, index > 0 {
        text += " "
      }
      text += label(&self) + value(depth: depth + 1)
      if style == 3 { text += gap() }
      let isLast = index == count - 1
      if !isLast || dialect == .comments && chance(30) { text += "," }
      if style == 2, dialect == .comments, chance(30) {
        text += " " + String(comment(endsLine: true).dropLast(lineBreak.count))
      }
    }
    if style == 2, count > 0 { text += lineBreak + String(repeating: indentation, count: depth) }
    if style == 3 { text += gap() }
    return text + closing
  }

  private mutating func value(depth: Int) -> String {
    let isDeep = depth > 3
    switch number(0..<(isDeep ? 5 : 7)) {
    case 0: return one(of: ["true", "false", "null"])
    case 1: return "\(number(-1000..<1000))"
    case 2: return one(of: ["1.50", "0", "-0.0", "1e3", "0.1", "12345678901234567890"])
    case 3: return Defaults.JSONValue.string(one(of: Self.texts)).text()
    case 4: return "\"\\u0041\\/\""
    case 5: return list("[", "]", number(0..<4), depth: depth) { _ in "" }
    default: return list("{", "}", number(0..<4), depth: depth) { $0.name() + $0.colon() }
    }
  }

  // MARK: - Edits

  mutating func edits(of text: String) -> [Defaults.KeyName: Defaults.StoredValue?] {
    let document = try? JSONDocument(parsing: Array(text.utf8), dialect)
    let values = document?.contents.values ?? [:]
    let keys = values.keys.sorted()
    var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    for _ in 0..<(chance(70) ? 1 : number(1..<5)) {
      if !keys.isEmpty, chance(70) {
        let key = one(of: keys)
        let isRemoved = chance(30)
        edits.updateValue(isRemoved ? nil : changed(values[key] ?? .null), forKey: key)
      } else {
        edits[Defaults.KeyName(one(of: Self.names))] = newValue(depth: 0)
      }
    }
    return edits
  }

  /// A value that differs from another one in one place, or everywhere.
  private mutating func changed(_ value: Defaults.StoredValue) -> Defaults.StoredValue {
    switch value {
    case .array(var elements) where chance(85):
      switch number(0..<3) {
      case 0: elements.insert(newValue(depth: 2), at: number(0..<elements.count + 1))
      case 1 where !elements.isEmpty: elements.remove(at: number(0..<elements.count))
      default:
        guard !elements.isEmpty else { return .array([newValue(depth: 2)]) }
        let index = number(0..<elements.count)
        elements[index] = changed(elements[index])
      }
      return .array(elements)
    case .dictionary(var members) where chance(85):
      let key = members.keys.sorted().randomElement(using: &generator)
      switch number(0..<3) {
      case 0: members[Defaults.KeyName(one(of: Self.names))] = newValue(depth: 2)
      case 1: if let key { members[key] = nil }
      default: if let key, let member = members[key] { members[key] = changed(member) }
      }
      return .dictionary(members)
    default:
      return newValue(depth: 0)
    }
  }

  private mutating func newValue(depth: Int) -> Defaults.StoredValue {
    switch number(0..<(depth > 2 ? 5 : 7)) {
    case 0: .bool(chance(50))
    case 1: .integer(Int128(number(-9..<9)))
    case 2: .real(one(of: [0.5, 1, -0.0, 1e300]))
    case 3: .string(one(of: Self.texts))
    case 4: .null
    case 5: .array((0..<number(0..<3)).map { _ in newValue(depth: depth + 1) })
    default:
      .dictionary(
        Dictionary(
          (0..<number(0..<3)).map { _ in
            (Defaults.KeyName(one(of: Self.names)), newValue(depth: depth + 1))
          }
        ) { $1 }
      )
    }
  }
}
