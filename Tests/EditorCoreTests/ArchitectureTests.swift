import Foundation
import Testing

@testable import EditorCore

/// What `ARCHITECTURE.md` says about a new control, theme, column or mark, counted.
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

  @Test func `a control is named in its own file and in one line of the catalogue`() throws {
    let code = try Self.code()
    let controls = code.keys.filter {
      $0.hasSuffix("Control.swift") && $0 != "Controls/Control.swift"
    }
    #expect(controls.count >= 6)
    for file in controls {
      let name = file.split(separator: "/").last.map { $0.dropLast(".swift".count) } ?? ""
      for (other, lines) in code where other != file {
        let places = lines.count { $0.contains("\(name)(") || $0.contains("\(name).") }
        let allowed = other == "Controls/ControlCatalog.swift" ? 1...2 : 0...0
        #expect(allowed.contains(places), "\(name) in \(other)")
      }
    }
  }

  @Test func `the tests of all controls have values for each of them`() throws {
    let files = try Self.code().keys.filter {
      $0.hasPrefix("Controls/") && $0.hasSuffix("Control.swift") && $0 != "Controls/Control.swift"
    }
    let tested = ControlTests.awkward.map {
      "Controls/\(type(of: $0.kind.control($0.value))).swift"
    }
    #expect(Set(files) == Set(tested))
  }

  @Test(arguments: ["A new control", "A new theme", "A new column or mark"])
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

  @Test func `the catalogue has no default`() throws {
    let catalogue = try Self.code()["Controls/ControlCatalog.swift"] ?? []
    #expect(catalogue.contains { $0.contains("switch") })
    #expect(!catalogue.contains { $0.contains("default:") })
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
    where file.hasPrefix("View/") || file == "Controls/ListControl.swift" {
      let places = lines.filter { line in glyphs.contains { line.contains($0) } }
      #expect(places.isEmpty, "\(file): \(places)")
    }
  }

  @Test func `no view computes a place from the size of the screen`() throws {
    let arithmetic = /size\.(columns|rows) [-+*\/]|[-+*\/] [a-z.]*size\.(columns|rows)/
    for (file, lines) in try Self.code()
    where file.hasPrefix("View/") && !file.hasPrefix("View/Layout/") {
      let places = lines.filter { $0.contains(arithmetic) }
      #expect(places.isEmpty, "\(file): \(places)")
    }
  }
}
