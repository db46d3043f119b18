import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// The heading of a folded group: what is known about the group, and what keys say that need a key.
@Suite struct GroupHeadingTests {
  private static func state(_ size: Size) throws -> EditorState {
    let suite = Defaults.Suite(inMemory: "org.example.groups")
    let document = """
      {"x-format": 1, "x-suite": "org.example.groups", "title": "Groups",
       "x-sections": [{"id": "a", "title": "First", "description": "What comes first."},
        {"id": "b", "title": "Second"}],
       "properties": {
        "one": {"type": "integer", "title": "One", "x-section": "a"},
        "two": {"type": "string", "title": "Two", "x-section": "b"}}}
      """
    let reading = SchemaDocument(text: document).read(SchemaReadingOptions { _ in suite })
    let schema = try #require(reading.schema)
    var state = EditorState(
      document: Document(schema: schema, stored: ["one": .integer(1)]),
      size: size
    )
    try press("z", &state)
    return state
  }

  private static func press(_ keys: String, _ state: inout EditorState) throws {
    for press in try Step.presses(keys) { _ = update(&state, .event(.key(press))) }
  }

  @Test(arguments: [
    Size(columns: 120, rows: 40), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12),
  ])
  func `the description, the number of set keys and how to unfold are on the screen`(
    size: Size
  ) throws {
    let text = view(try Self.state(size)).text
    #expect(text.contains("What comes first."))
    #expect(text.contains("1 key, 1 set"))
    #expect(text.contains("→ unfolds the group"))
  }

  @Test(arguments: [
    "V", "<Space>", "r", "+", "b", "L", "y", "P", "E",
  ])
  func `a key press that needs a key says so`(keys: String) throws {
    var state = try Self.state(Size(columns: 80, rows: 24))
    try Self.press(keys, &state)
    let text = view(state).text
    #expect(text.contains("Select a key first. → unfolds the group, R resets it."), "\(text)")
    #expect(!text.contains("is not secret"))
  }

  @Test func `the details of a key are without empty lines, the description first`() throws {
    var state = try Self.state(Size(columns: 120, rows: 40))
    try Self.press("z", &state)
    let layout = Layout(state: state)
    let lines = DetailsView(state: state, layout: layout).allLines.map(\.text.string)
    #expect(!lines.contains(""))
    #expect(lines.first == "One")
    #expect(Set(lines).count == lines.count)
  }

  @Test func `a key without a name reads well`() throws {
    let document = Document(suiteName: "plain.all", stored: ["": .bool(true)])
    let state = EditorState(document: document, size: Size(columns: 80, rows: 24))
    let text = view(state).text
    #expect(text.contains("plain.all › \"\" "))
    #expect(text.contains(">* \"\" "))
  }
}
