import DefaultsCore
import Foundation
import TestSupport
import Testing

@testable import DefaultsINI

/// Random edits of random files.
///
/// `INI_EDITS` and `INI_SEED` choose how many edits there are; `INI_RESULTS` names a file for the edited
/// texts and the values that they must have, which `.ci/ini` gives to the formats' own programs.
struct RandomINITests {
  private static let variables = ProcessInfo.processInfo.environment
  private static let count = variables["INI_EDITS"].flatMap { Int($0) } ?? 500
  private static let seed = variables["INI_SEED"].flatMap { UInt64($0) } ?? 1

  @Test(arguments: INIDialect.allCases)
  func `an edit changes its lines and nothing else`(dialect: INIDialect) throws {
    var random = RandomINI(dialect, seed: Self.seed)
    var results: [String] = []
    for number in 0..<Self.count {
      let text = random.document()
      let before = try INIDocument(parsing: Array(text.utf8), dialect)
      let edits = random.edits(of: before)
      let comment = Comment(rawValue: "\(dialect), edit \(number) of \(edits) in:\n\(text)")
      var document = before
      _ = document.apply(edits)
      let (bytes, after) = try document.rewritten(for: "edit \(number) of \(edits) in:\n\(text)")
      var wanted = before.contents.values
      for (key, edit) in edits { wanted[key] = edit }
      try #require(after.contents.values == wanted, comment)
      let edited = Set(edits.keys.map(\.string))
      let (old, new) = (
        try rest(of: Array(text.utf8), dialect, without: edited),
        try rest(of: bytes, dialect, without: edited)
      )
      // A new section has a heading, and a blank line before it.
      try #require(new.count - old.count <= 2 * edits.count, comment)
      try #require(old.isSubsequence(of: new), comment)
      if Self.variables["INI_RESULTS"] != nil {
        let pair: Defaults.JSONValue = .object([
          .init("text", .string(String(decoding: bytes, as: UTF8.self))),
          .init("values", .object(members: wanted)),
        ])
        results.append(pair.text())
      }
    }
    if let path = Self.variables["INI_RESULTS"] {
      try (results.joined(separator: "\n") + "\n").write(
        toFile: "\(path).\(dialect)",
        atomically: true,
        encoding: .utf8
      )
    }
  }

  /// The lines of headings, comments, blanks, and entries that are not edited, without their ends.
  private func rest(
    of bytes: [UInt8],
    _ dialect: INIDialect,
    without edited: Set<String>
  ) throws -> [String] {
    var scanner = INIScanner(bytes, dialect)
    return try scanner.scan().compactMap { item in
      if case .entry(let entry) = item.content, edited.contains(entry.key) { return nil }
      return String(decoding: bytes[item.range], as: UTF8.self).trimmingCharacters(in: .newlines)
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

/// Makes random files and edits.
private struct RandomINI {
  private let dialect: INIDialect
  private var generator: SeededGenerator

  init(_ dialect: INIDialect, seed: UInt64) {
    self.dialect = dialect
    generator = SeededGenerator(seed: seed)
  }

  private mutating func one<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  private mutating func chance(_ part: Double) -> Bool {
    Double.random(in: 0..<1, using: &generator) < part
  }

  private mutating func blanks() -> String { one(of: ["", "", "", " ", "  ", "\t"]) }

  private mutating func name() -> String {
    let names = ["a", "b", "Key", "long-name", "x1"]
    return one(of: dialect == .git ? names : names + ["two words", "ümlaut", "dot.ted", "日本"])
  }

  /// A text that every dialect can hold in some way.
  private mutating func value() -> String {
    let plain = ["", "1", "true", "a b", "x=y", "#no", "a ; b", "ä日🙂", "[x]", "a:b", "/p/q", "50%"]
    let escaped = [
      " blanks ", "two\nlines", "tab\there", "back\\slash", "end\\", "\"quoted\"", "a#b",
    ]
    return one(of: [.git, .kde, .desktop].contains(dialect) ? plain + escaped : plain)
  }

  private mutating func line() -> String {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: return blanks()
    case 1: return "\(dialect == .plain ? "" : blanks())# comment = \(name())"
    case 2 where dialect != .kde && dialect != .desktop: return "; [\(name())"
    case 3 where dialect == .git: return "\t\(name()) = \"q # \\\" ;\" # \(name())"
    case 4 where dialect == .git: return one(of: ["\t\(name())", " \(name()) = a \\\n  b"])
    case 5 where dialect == .systemd: return "\(name())=a \\\n  b"
    case 5 where dialect == .plain: return "\(name()) = a\n  b"
    case 6 where dialect == .kde: return "\(name())[$\(one(of: ["e", "i", "ei"]))]=\(name())"
    case 7 where dialect == .kde: return "\(name())[de]=\(name())"
    default:
      let text = dialect.escaped(value())
      // Of a plain file an indented line could continue the one before.
      let indentation = dialect == .plain ? "" : blanks()
      return indentation + name() + blanks() + "=" + blanks() + text + blanks()
    }
  }

  private mutating func heading() -> String {
    switch dialect {
    case .git:
      one(of: ["[core]", "[Sec]", "[remote \"o.r\"]", "[url \"a \\\"b\\\\\"]", "[core] # x"])
    case .kde: one(of: ["[A]", "[A][B c]", "[C][$i]", "[\\x5bd]"])
    case .plain, .systemd, .desktop: one(of: ["[A]", "[B c]", "[A.d]", "[x]"])
    }
  }

  mutating func document() -> String {
    var lines = chance(0.1) ? ["# first"] : []
    if dialect != .git, dialect != .plain, chance(0.3) { lines.append(line()) }
    for _ in 0..<Int.random(in: 0..<4, using: &generator) {
      lines.append(heading())
      for _ in 0..<Int.random(in: 0..<5, using: &generator) { lines.append(line()) }
    }
    let end = chance(0.2) ? "\r\n" : "\n"
    // A continued line must not be the last: there would be no line that continues it.
    let text = lines.joined(separator: "\n") + (chance(0.8) || lines.isEmpty ? "\n" : "")
    let mark = dialect != .git && chance(0.05) ? "\u{FEFF}" : ""
    return mark + (end == "\n" ? text : text.replacing("\n", with: "\r\n"))
  }

  mutating func edits(
    of document: INIDocument
  ) -> [Defaults.KeyName: Defaults.StoredValue?] {
    var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    let keys = document.contents.values.keys.sorted()
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let isNew = keys.isEmpty || chance(0.4)
      let key = isNew ? newKey() : one(of: keys)
      if !isNew, chance(0.3) {
        edits[key] = .some(nil)
      } else if dialect.hasLists, chance(0.2) {
        edits[key] = .array([.string(value()), .string(value())])
      } else {
        edits[key] = .string(value())
      }
    }
    return edits
  }

  private mutating func newKey() -> Defaults.KeyName {
    let sections = dialect == .git ? ["core", "new", "remote.n.e.w"] : ["A", "B c", "New"]
    let name = dialect == .git ? name().lowercased() : name()
    return Defaults.KeyName(one(of: sections) + (dialect == .git ? "." : "/") + name)
  }
}
