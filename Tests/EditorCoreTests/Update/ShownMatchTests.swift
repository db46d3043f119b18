import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// What a filter finds is on the screen, and the selection comes back with the list.
@Suite struct ShownMatchTests {
  private var state: EditorState

  init() throws {
    let suite = Defaults.Suite(inMemory: "org.example.groups")
    let document = """
      {"x-format": 1, "x-suite": "org.example.groups", "title": "Groups",
       "x-sections": [{"id": "a", "title": "First"}, {"id": "b", "title": "Second"}],
       "properties": {
        "one": {"type": "integer", "title": "One", "x-section": "a"},
        "two": {"type": "string", "title": "Two", "x-section": "a"},
        "three": {"type": "integer", "title": "Three", "x-section": "b"},
        "four": {"type": "string", "title": "Four", "x-section": "b"}}}
      """
    let reading = SchemaDocument(text: document).read(SchemaReadingOptions { _ in suite })
    state = EditorState(
      document: Document(
        schema: try #require(reading.schema),
        stored: ["three": .string("text"), "four": .string("dark")]
      ),
      size: Size(columns: 80, rows: 24)
    )
  }

  private mutating func press(_ keys: String) throws {
    for press in try Step.presses(keys) { _ = update(&state, .event(.key(press))) }
    while state.hasWork { _ = update(&state, .proceed) }
  }

  @Test(arguments: [
    ("/@invalid<Enter>", "Three"), ("/@modified<Enter>", "Three"), ("m", "Three"),
    ("/=dark<Enter>", "Four"),
    ("/@type:text<Enter>", "Four"),
  ])
  mutating func `folded groups show the keys that a filter finds`(
    keys: String,
    title: String
  ) throws {
    try press("Z\(keys)")
    let text = view(state).text
    #expect(text.contains(" \(title) "))
    try press("<Esc>")
    #expect(!state.suite.filter.isActive)
    #expect(state.foldedSections.count == state.document.sections.count)
    try press("\(keys)<Down><Up><Esc>")
    #expect(state.foldedSections.count == state.document.sections.count - 1)
  }

  @Test mutating func `folded groups show the keys with a bookmark`() throws {
    try press("Gb")
    try press("ZB")
    let text = view(state).text
    #expect(text.contains(" Three "))
  }

  @Test(arguments: ["mm", "BB", "mBmB", "mBBm", "/@modified<Enter>/<Esc>"])
  mutating func `the selection is the same after only some keys were shown`(keys: String) throws {
    try press("Gbgj")
    #expect(state.suite.selection == .key("two"))
    try press(keys)
    #expect(!state.suite.filter.isActive)
    #expect(state.suite.selection == .key("two"))
  }

  @Test(arguments: [
    // A filter before, marks, and folded sections.
    ("/@type:text<Enter>", "mm"), ("/o<Enter>j", "mm"), ("xk", "mm"), ("Z", "mm"), ("jz", "BB"),
    ("zj", "mm"),
  ])
  mutating func `the selection comes back in every list`(first: String, keys: String) throws {
    try press("Gbgj\(first)")
    let before = state.suite.selection
    let (folded, marked) = (state.foldedSections, state.suite.marked.keys)
    try press(keys)
    #expect(state.suite.selection == before)
    #expect(state.foldedSections == folded)
    #expect(state.suite.marked.keys == marked)
  }

  @Test mutating func `the nearest row is selected while the selected one is hidden`() throws {
    try press("jm")
    #expect(state.suite.selection == .key("four"))
    // A key press that moves the cursor selects another row.
    try press("jm")
    #expect(state.suite.selection == .key("three"))
  }

  @Test mutating func `a row that was selected meanwhile stays selected`() throws {
    try press("jmjkm")
    #expect(state.suite.selection == .key("four"))
  }
}
