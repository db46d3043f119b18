import Defaults
import DefaultsSchema
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// Values whose check takes too many steps are refused with that reason.
struct GivenUpCheckTests {
  private let directory: TemporaryDirectory
  private let suite: Defaults.Suite
  private let schema: Schema
  private static let words = "its check takes too many steps"
  /// A value of arrays in arrays, for each of which two forms are tried.
  private static let deep =
    String(repeating: "[", count: 24) + "1" + String(repeating: "]", count: 24)

  init() throws {
    directory = try TemporaryDirectory()
    let suite = Defaults.Suite(
      name: "app",
      file: directory.file("app.plist"),
      layerDirectories: nil
    )
    self.suite = suite
    let document = SchemaDocument(
      text: ##"""
        {"x-format": 1, "x-suite": "app", "title": "App", "type": "object", "properties": {
          "tree": {"type": "array", "title": "Tree", "not": {"const": [5]},
            "items": {"$ref": "#/$defs/a"}}},
         "$defs": {"a": {"anyOf": [{"type": "string"},
          {"type": "array", "items": {"$ref": "#/$defs/a"}},
          {"type": "array", "items": {"$ref": "#/$defs/a"}, "maxItems": 5}]}}}
        """##
    )
    schema = try #require(document.read(SchemaReadingOptions { _ in suite }).schema)
  }

  /// Runs a session in which another program makes a text of every value, and returns the last frame.
  private func run(_ keys: String, edited: String = deep) throws -> String {
    var source = EditorSession.Source(registry: SchemaRegistry([schema]))
    source.history = Defaults.HistoryOptions(program: "app", directory: directory.file("state"))
    source.firstKey = "tree"
    let screen = RecordingScreen(size: Size(columns: 180, rows: 30))
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: suite,
      now: { "2026-03-14T09:26:53Z" },
      editText: { _ in .changed(edited) },
      work: { $0() }
    )
    var presses = try Step.presses(keys)[...]
    screen.whenEmpty = { presses.popFirst().map { .key($0) } }
    _ = session.run()
    return screen.frame.text
  }

  @Test(.thorough, arguments: Thorough.sample(["E<C-s>", "tE<C-s>"], every: 2))
  func `an edit is refused, stored or staged`(keys: String) throws {
    let screen = try run(keys)
    #expect(screen.contains(Self.words), "\(screen)")
    #expect(suite.storedValues() == [:])
  }

  @Test(.thorough) func `an imported value is refused`() throws {
    let file = try directory.write("{\"tree\": \(Self.deep)}".utf8, to: "values")
    let plan = try run("<F7>\(file)<Enter>")
    #expect(plan.contains(Self.words), "\(plan)")
    _ = try run("<F7>\(file)<Enter><Enter>")
    #expect(suite.storedValues() == [:])
  }

  @Test func `a value that is checked to its end is stored without a word`() throws {
    for keys in ["tE<C-s>", "w", "w<Enter>"] {
      let screen = try run(keys, edited: "[\"a\"]")
      #expect(!screen.contains(Self.words), "\(keys): \(screen)")
    }
    #expect(suite.storedValues() == ["tree": .array([.string("a")])])
  }
}
