import Defaults
import DefaultsSchema
import Testing

/// What documents produce that cannot be used as a whole.
@Suite struct BadDocumentTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var message: String

    init(_ name: String, _ text: String, _ message: String) {
      self.init(name, Array(text.utf8), message)
    }

    init(_ name: String, _ bytes: [UInt8], _ message: String) {
      self.name = name
      self.bytes = bytes
      self.message = message
    }

    var testDescription: String { name }
  }

  private static let unreadable = [
    Case("not UTF-8", [0x7B, 0xFF, 0x7D], "f:1:1: error: the text is not valid UTF-8"),
    Case("empty", "  \n ", "f:2:2: error: the document is empty"),
    Case(
      "not JSON",
      "{\n  \"é\": tru\n}",
      "f:2:8: error: this is not JSON: a value is expected here; text needs double quotes"
    ),
    Case(
      "cut off",
      "{\"a\": [1",
      "f:1:9: error: this is not JSON: a comma or a closing bracket is expected here"
    ),
    Case("no object", "[1]", "f:1:1: error: the root must be an object, found an array"),
    Case(
      "too deep",
      String(repeating: "[", count: 10_000),
      "f:1:65: error: containers are nested more than 64 levels deep"
    ),
    Case(
      "too large",
      [UInt8](repeating: 0x20, count: 20_000_000),
      "f:1:1: error: the document has 20000000 bytes; the limit is 4194304"
    ),
  ]

  @Test(arguments: unreadable)
  func `a text that cannot be read gives one error with its place`(example: Case) {
    let reading = SchemaDocument(name: "f", bytes: example.bytes).read(SampleDocument.options)
    #expect(reading.schema == nil)
    #expect(reading.isUnreadable)
    #expect(reading.problems.map { $0.message(path: "f") } == [example.message])
  }

  private static let refused = [
    Case(
      "no version",
      "{\"x-suite\": \"a\", \"title\": \"A\", \"properties\": {\"k\": {\"type\": \"boolean\"}}}",
      "f:1:1: error: \"x-format\" is missing: write \"x-format\": 1"
    ),
    Case(
      "newer version",
      "{\"x-format\": 2, \"x-suite\": \"a\", \"title\": \"A\", \"properties\": 7}",
      "f:1:14: error: /x-format: \"x-format\" is 2: this program knows version 1, "
        + "a newer one is needed"
    ),
    Case(
      "no suite",
      "{\"x-format\": 1, \"title\": \"A\", \"properties\": {\"k\": {\"type\": \"boolean\"}}}",
      "f:1:1: error: \"x-suite\" is missing: name the suite that the keys belong to"
    ),
    Case(
      "unsafe suite",
      "{\"x-format\": 1, \"x-suite\": \"../evil\", \"title\": \"A\", "
        + "\"properties\": {\"k\": {\"type\": \"boolean\"}}}",
      "f:1:28: error: /x-suite: \"../evil\" cannot be the name of a suite: "
        + "use letters, digits, \".\", \"_\" and \"-\""
    ),
    Case(
      "no keys",
      "{\"x-format\": 1, \"x-suite\": \"a\", \"title\": \"A\"}",
      "f:1:1: error: \"properties\" is missing: it must hold the keys"
    ),
    Case(
      "keys of another type",
      "{\"x-format\": 1, \"x-suite\": \"a\", \"title\": \"A\", \"properties\": []}",
      "f:1:61: error: /properties: \"properties\" is missing: it must hold the keys"
    ),
  ]

  @Test(arguments: refused)
  func `a document that cannot be used is refused`(example: Case) {
    let reading = SchemaDocument(name: "f", bytes: example.bytes).read(SampleDocument.options)
    #expect(reading.schema == nil)
    #expect(!reading.isUnreadable)
    #expect(reading.problems.map { $0.message(path: "f") } == [example.message])
  }

  @Test(arguments: [
    ".hidden", "-dash", "a/b", "a b", "a..b", "", "ä", String(repeating: "a", count: 201), "a\u{0}",
  ])
  func `a suite whose name could lead elsewhere is refused and never opened`(name: String) {
    var opened: [String] = []
    let text =
      "{\"x-format\": 1, \"x-suite\": \(JSONValue.string(name).text()), \"title\": \"A\", "
      + "\"properties\": {}}"
    let box = Opened()
    let reading = SchemaDocument(text: text).read(
      SchemaReadingOptions { name in
        box.names.append(name)
        return Defaults.Suite(inMemory: name)
      }
    )
    opened = box.names
    #expect(reading.schema == nil)
    #expect(opened.isEmpty)
    #expect(reading.problems.contains { $0.flaw == .suiteUnsafe(name) })
  }

  /// Suites that were opened, on one thread.
  private final class Opened: @unchecked Sendable {  // Only the test's own thread uses it.
    var names: [String] = []
  }

  @Test(arguments: ["a", "_a", "org.example.App-2_x", String(repeating: "a", count: 200)])
  func `other names are taken`(name: String) {
    let text = "{\"x-format\": 1, \"x-suite\": \"\(name)\", \"title\": \"A\", \"properties\": {}}"
    let reading = SchemaDocument(text: text).read(SampleDocument.options)
    #expect(reading.schema?.suite.name == name)
  }

  @Test func `a suite must be the one that the file is named for`() {
    let text = SampleDocument.text(keys: "")
    let same = SchemaDocument(name: "org.example.a.schema.json", bytes: Array(text.utf8))
    #expect(same.read(SampleDocument.options).schema != nil)
    let other = SchemaDocument(name: "org.example.b.schema.json", bytes: Array(text.utf8))
    let reading = other.read(SampleDocument.options)
    #expect(reading.schema == nil)
    #expect(
      reading.messages.first
        == "error: /x-suite: the suite is \"org.example.a\", "
        + "but the file is named for \"org.example.b\""
    )
  }

  @Test func `more keys than any suite has are refused`() {
    let keys = (0...20_000).map { "\"k\($0)\": {}" }.joined(separator: ",")
    let reading = SampleDocument.read(keys: keys)
    #expect(reading.schema == nil)
    #expect(reading.messages == ["error: /properties: there are 20001 keys; the limit is 20000"])
  }

  @Test func `no keys at all are worth a note`() {
    let reading = SampleDocument.read(keys: "")
    #expect(reading.messages == ["note: /properties: there are no keys"])
    #expect(reading.schema?.entries.isEmpty == true)
  }

  @Test func `all problems of a document are told at once, in the order of the text`() {
    let text = """
      {
        "x-format": 1,
        "title": "A",
        "properties": {
          "a": { "type": "boolean", "default": 1 },
          "b": { "type": "color" },
          "a": { "type": "boolean", "default": "x" }
        }
      }
      """
    let reading = SchemaDocument(text: text).read(SampleDocument.options)
    #expect(
      reading.problems.map { $0.message(path: "f") } == [
        "f:1:1: error: \"x-suite\" is missing: name the suite that the keys belong to",
        "f:6:20: error: /properties/b/type: the type \"color\" is not known; "
          + "use boolean, integer, number, string, array or object",
        "f:7:5: warning: /properties/a: \"a\" occurs here again; the last one counts",
        "f:7:42: warning: /properties/a/default: \"default\" is ignored: "
          + "found String, expected Bool",
      ]
    )
  }

  @Test func `what stands at the root and is not known is told and kept`() {
    let reading = SampleDocument.read(keys: "", root: ", \"x-vendor\": [1], \"x-revison\": 3")
    #expect(
      reading.messages.prefix(2) == [
        "note: /x-vendor: \"x-vendor\" is not known",
        "warning: /x-revison: \"x-revison\" is not known; did you mean \"x-revision\"?",
      ]
    )
    #expect(reading.schema?.extraMembers.map(\.name) == ["x-vendor", "x-revison"])
    #expect(reading.schema?.revision == 0)
  }

  @Test func `a title that is missing is the name of the suite`() {
    let text = "{\"x-format\": 1, \"x-suite\": \"org.a\", \"properties\": {}}"
    let reading = SchemaDocument(text: text).read(SampleDocument.options)
    #expect(reading.schema?.title == "org.a")
    #expect(reading.highestSeverity == .warning)
  }
}
