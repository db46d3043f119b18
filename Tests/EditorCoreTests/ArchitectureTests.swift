import Foundation
import TestSupport
import Testing

@testable import EditorCore

/// What `ARCHITECTURE.md` says about new parts of the editor, counted.
@Suite struct ArchitectureTests {
  private static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources")

  /// The lines of code of each file of the editor, without comments, by path.
  private static func code() throws -> [String: [String]] {
    let root = sources.appendingPathComponent("EditorCore")
    let files =
      FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    var code: [String: [String]] = [:]
    for file in files where file.hasSuffix(".swift") {
      code[file] = try lines(root.appendingPathComponent(file))
        .filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    }
    return code
  }

  private static func lines(_ url: URL) throws -> [String] {
    try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// The section of a title, such as `A new control`.
  private static func walkThrough(_ title: String) throws -> [String] {
    try lines(sources.appendingPathComponent("ARCHITECTURE.md"))
      .drop { $0 != "## \(title)" }.dropFirst().prefix { !$0.hasPrefix("## ") }
      .map { $0 }
  }

  @Test(.thorough) func `a control is named in its own file and in the catalogue`() throws {
    let code = try Self.code()
    let controls = code.keys.filter {
      $0.hasSuffix("Control.swift") && $0 != "Controls/Control.swift"
    }
    #expect(controls.count >= 6)
    for file in controls {
      let name = file.split(separator: "/").last.map { $0.dropLast(".swift".count) } ?? ""
      for (other, lines) in code where other != file {
        let places = lines.count { $0.contains("\(name)(") || $0.contains("\(name).") }
        let allowed = other == "Controls/ControlCatalog.swift" ? 1...3 : 0...0
        #expect(allowed.contains(places), "\(name) in \(other)")
      }
    }
  }

  @Test func `the tests of all controls have values for each of them`() throws {
    let files = try Self.code().keys.filter {
      $0.hasPrefix("Controls/") && $0.hasSuffix("Control.swift") && $0 != "Controls/Control.swift"
        // Its kind of value is any; `CustomControlTests` has values for it.
        && $0 != "Controls/AppControl.swift"
    }
    let tested =
      ControlTests.awkward.map {
        "Controls/\(type(of: $0.kind.control($0.value))).swift"
      } + ["Controls/\(type(of: ControlTests.secret)).swift"]
    #expect(Set(files) == Set(tested))
  }

  @Test(arguments: ["A new control", "A new screen", "A new theme", "A new column or mark"])
  func `the files to read before are as short as the text says`(title: String) throws {
    let section = try Self.walkThrough(title).drop { !$0.hasPrefix("To read before") }
    let limit = try #require(section.first?.split(separator: " ").compactMap { Int($0) }.first)
    let rows = section.filter { $0.hasPrefix("| `") }
    let files = rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(files.count == rows.count)
    #expect(files.count >= 3)
    let counts = try files.map {
      try String(contentsOf: Self.sources.appendingPathComponent($0), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false).count - 1
    }
    #expect(counts.reduce(0, +) < limit, "\(counts)")
  }

  @Test(.thorough)
  func `the state has few properties, and what belongs to a suite is replaced as a whole`()
    throws
  {
    let state = try Self.code()["State/EditorState.swift"] ?? []
    let properties = state.filter {
      $0.contains(#/^  (public |internal\(set\) )*(let|var) /#) && !$0.hasSuffix("{")
        && !$0.hasSuffix("}")
    }
    #expect((1...20).contains(properties.count), "\(properties)")
    let stack = try Self.code().filter {
      $0.key.hasPrefix("Screens/") || $0.key.hasPrefix("Update/")
    }
    #expect(stack.count > 40)
    for (file, lines) in stack {
      #expect(!lines.contains { $0.contains(/switch .*\bscreens?\b/) }, "\(file)")
    }
  }

  @Test func `the catalogue has no default`() throws {
    let catalogue = try Self.code()["Controls/ControlCatalog.swift"] ?? []
    #expect(catalogue.contains { $0.contains("switch") })
    #expect(!catalogue.contains { $0.contains("default:") })
  }

  /// What a text must not contain, because it names a key that may have been bound to another.
  static func namesKey(_ text: String) -> Bool {
    let words = ["Enter", "Esc", "Tab", "Backspace", "Del", "Ins", "PgUp", "PgDn", "Space"]
    // A character alone before a word: `u undo`, `press / or edit`, `q quits`.
    let patterns = [
      "\\b(\(words.joined(separator: "|")))\\b", "\\bF[0-9]+\\b", "Ctrl", "\\^[A-Z_]",
      "[←→↑↓] [a-z]",
      "(^|[ .;:])([b-zB-HJ-Z]|[?/+]) +[a-z→/]",
    ]
    return patterns.contains { text.range(of: $0, options: .regularExpression) != nil }
  }

  @Test(arguments: [
    "Ctrl-C quits", "Esc clears the filter", "s chooses another suite, q quits", "q quit ? help",
    "u undo", "anyway?   y / n", "m  keep mine", "press / or edit a key first", "r → 7",
    "x does nothing here. ? shows", "F7 goes back", "Removed it   u undo", "+ and - step only",
    "no items: a adds one. Enter",
  ])
  func `a text with the name of a key is recognised`(text: String) {
    #expect(Self.namesKey(text))
  }

  /// Returns the string literals of a line, with `…` for each interpolation.
  private static func literals(of line: some Sequence<Character>) -> [String] {
    var literals: [String] = []
    /// The literals that are open, outermost first.
    var open: [String] = []
    /// The number of open parentheses in the code of each interpolation, and of the line.
    var depths = [0]
    var isEscaped = false
    for character in line {
      let isInCode = depths.count > open.count
      switch character {
      case "(" where isEscaped: depths.append(0)
      case _ where isEscaped: break
      case "\"" where isInCode: open.append("")
      case "\"": literals.append(open.removeLast())
      case "(" where isInCode: depths[depths.count - 1] += 1
      case ")" where isInCode && depths[depths.count - 1] == 0 && depths.count > 1:
        depths.removeLast()
        open[open.count - 1] += "…"
      case ")" where isInCode: depths[depths.count - 1] -= 1
      case "\\": break
      default: if !isInCode { open[open.count - 1].append(character) }
      }
      isEscaped = character == "\\" && !isInCode && !isEscaped
    }
    return literals
  }

  @Test func `only the table of keys names keys, and only it has key presses`() throws {
    let line = #"f("a \(g("b", (1 + 2))) c", ")") + "\"d""#
    #expect(Self.literals(of: line) == ["b", "a … c", ")", "d"])
    for (file, lines) in try Self.code()
    where !file.hasPrefix("Keys/") && !file.hasSuffix("Keys.swift") {
      for line in lines {
        for text in Self.literals(of: line) where Self.namesKey(text) {
          Issue.record("\(file): \(line)")
        }
        let isPress = line.contains("KeyPress(.") || line.contains(".control(\"")
        #expect(!isPress, "\(file): \(line)")
      }
    }
  }

  @Test func `the files on the path of a key press exist`() throws {
    let rows = try Self.walkThrough("The path of a key press").filter { $0.hasPrefix("| ") }
    let files = rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(files.count > 20)
    for file in files {
      let path = Self.sources.appendingPathComponent("\(file).swift").path
      #expect(FileManager.default.fileExists(atPath: path), "\(file)")
    }
  }

  @Test func `a theme is named in its own file and in one line of the list`() throws {
    let code = try Self.code()
    let names = code.keys.filter { $0.hasPrefix("Theme/Themes/") }
      .map { $0.dropFirst("Theme/Themes/".count).dropLast("Theme.swift".count).lowercased() }
    #expect(names.sorted() == Theme.all.map(\.name).sorted())
    // The default theme is also the default of parameters.
    for theme in Theme.all.dropFirst() {
      let name = try Regex("\\.\(theme.name)\\b")
      let places = code.values.joined().count { $0.contains(name) }
      #expect(places == 1, "\(theme.name)")
    }
  }

  @Test func `only a theme has styles`() throws {
    let style = /\bStyle[(.\[]|: Style\b|-> Style\b/
    for (file, lines) in try Self.code() where !file.hasPrefix("Theme/") {
      let places = lines.filter { $0.contains(style) }
      #expect(places.isEmpty, "\(file)")
    }
  }

  @Test func `a column is named in its own file and in one line of the list`() throws {
    let code = try Self.code()
    let names = code.keys.filter { $0.hasPrefix("View/Columns/") }
      .map { $0.dropFirst("View/Columns/".count).dropLast("Column.swift".count).lowercased() }
      .filter { $0 != "list" }
    #expect(names.count == ListColumn.all.count)
    let list = code["View/Columns/ListColumn.swift"] ?? []
    for name in names {
      #expect(list.count { $0.contains("    .\(name),") } == 1, "\(name)")
      let places = code.values.joined().count { $0.contains("ListColumn.\(name)") }
      #expect(places == 0, "\(name)")
    }
  }

  @Test func `only a mark has the characters of the gutter`() throws {
    let glyphs = Mark.allCases.map { "\"\($0.glyph)\"" }
    for (file, lines) in try Self.code()
    where file.hasPrefix("View/") || file.hasSuffix("View.swift")
      || file.hasPrefix("Controls/ItemsControl")
    {
      let places = lines.filter { line in glyphs.contains { line.contains($0) } }
      #expect(places.isEmpty, "\(file): \(places)")
    }
  }

  @Test func `no view computes a place from the size of the screen`() throws {
    let arithmetic = /size\.(columns|rows) [-+*\/]|[-+*\/] [a-z.]*size\.(columns|rows)/
    for (file, lines) in try Self.code()
    where (file.hasPrefix("View/") || file.hasSuffix("View.swift"))
      && !file.hasPrefix("View/Layout/")
    {
      let places = lines.filter { $0.contains(arithmetic) }
      #expect(places.isEmpty, "\(file): \(places)")
    }
  }
}
