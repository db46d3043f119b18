import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// Saving and leaving a value inside of other values.
@Suite struct NestedEditTests {
  private var state: EditorState

  init() throws {
    state = EditorState(document: try Self.document(""), size: Size(columns: 80, rows: 24))
  }

  /// Begins again with a schema whose records have required members.
  private mutating func use(required: String) throws {
    state = EditorState(document: try Self.document(required), size: Size(columns: 80, rows: 24))
  }

  private static func document(_ required: String) throws -> Document {
    let suite = Defaults.Suite(inMemory: "org.example.nested")
    let names = ["a", "b", "c", "d", "e", "f"]
    let deep = names.reversed().reduce("{\"type\": \"string\"}") { kind, name in
      "{\"type\": \"object\", \"properties\": {\"\(name)\": \(kind)}}"
    }
    let document = """
      {"x-format": 1, "x-suite": "org.example.nested", "title": "Nested", "properties": {
        "deep": \(deep),
        "servers": {"type": "array", "items": {"type": "object", \(required)"properties": {
          "name": {"type": "string"}, "port": {"type": "integer"}}}}}}
      """
    let reading = SchemaDocument(text: document).read(SchemaReadingOptions { _ in suite })
    let schema = try #require(reading.schema)
    let value = names.reversed().reduce(Defaults.StoredValue.string("x")) { value, name in
      .dictionary([Defaults.KeyName(name): value])
    }
    let server: Defaults.StoredValue = .dictionary(["name": .string("one"), "port": .integer(1)])
    return Document(schema: schema, stored: ["deep": value, "servers": .array([server])])
  }

  private mutating func press(_ keys: String) throws -> [Effect] {
    try Step.presses(keys).flatMap { update(&state, .event(.key($0))) }
  }

  /// The number of items that are open in each other; nil if no edit is open.
  private var depth: Int? {
    guard let edit = state.topScreen(EditScreen.self)?.edit else { return nil }
    var depth = 0
    var control = edit.control as? ItemsControl
    while let open = control?.open {
      depth += 1
      control = open.control as? ItemsControl
    }
    return depth
  }

  private static func requests(_ effects: [Effect]) -> [WriteRequest] {
    effects.compactMap { $0.request as? WriteRequest }
  }

  private static func written(_ effects: [Effect]) -> [Defaults.StoredValue?] {
    requests(effects).map(\.value)
  }

  @Test(arguments: 2...6)
  mutating func `a change is stored from any depth, and the edit stays open`(depth: Int) throws {
    _ = try press(String(repeating: "<Enter>", count: depth + 1))
    #expect(self.depth == depth)
    // The innermost value is a text; another one is unset, which closes it.
    let written = try Self.written(press(depth == 6 ? "y<Enter>" : "<F8>"))
    #expect(written.count == 1)
    #expect(self.depth == depth - 1)
    #expect(try Self.written(press("<C-s>")).isEmpty)
    #expect(self.depth == nil)
  }

  @Test(arguments: 2...6)
  mutating func `Esc goes up one level`(depth: Int) throws {
    _ = try press(String(repeating: "<Enter>", count: depth + 1))
    for level in (0..<depth).reversed() {
      _ = try press("<Esc>")
      #expect(self.depth == level)
    }
    _ = try press("<Esc>")
    #expect(state.screen is ListScreen)
  }

  @Test(arguments: 1...5)
  mutating func `the key to the left goes up one level, and not out of the value`(
    depth: Int
  ) throws {
    _ = try press(String(repeating: "<Right>", count: depth))
    _ = try press("<Enter>" + String(repeating: "<Right>", count: depth))
    #expect(self.depth == depth)
    _ = try press(String(repeating: "<Left>", count: depth + 3))
    #expect(self.depth == 0)
  }

  @Test mutating func `all changes of one edit are one entry of the history`() throws {
    let first = try Self.requests(press("j<Enter>a<Enter>two<Enter>"))
    let second = try Self.requests(press("<Down><Enter>2<Enter>"))
    #expect(first.map(\.purpose) == [.edit(extendsLast: false)])
    #expect(second.map(\.purpose) == [.edit(extendsLast: true)])
    #expect(second.first?.base == .requested(first.first?.value))
  }

  @Test mutating func `Esc in a cell of a new record leaves the record open`() throws {
    _ = try press("j<Enter>a")
    #expect(depth == 1)
    _ = try press("<Enter>two<Enter><Down><Enter>")
    #expect(depth == 2)
    _ = try press("<Esc>")
    #expect(depth == 1)
    #expect(view(state).text.contains("two"))
  }

  @Test mutating func `a new record that was left by Esc is in the list and is stored`() throws {
    let written = try Self.written(press("j<Enter>a<Enter>two<Enter><Down><Enter><Esc>"))
    guard case .array(let records)? = written.last ?? nil else {
      Issue.record("No list was stored.")
      return
    }
    #expect(records.count == 2)
  }

  @Test mutating func `a value that is not valid yet is stored with the change that makes it so`()
    throws
  {
    try use(required: "\"required\": [\"name\", \"port\"], ")
    #expect(try press("j<Enter>a<Enter>two<Enter>").isEmpty)
    #expect(view(state).text.contains("not stored yet"))
    let requests = try Self.requests(press("<Down><Enter>2<Enter>"))
    #expect(requests.count == 1)
    for request in requests { _ = update(&state, .written(request, .unchanged)) }
    #expect(!view(state).text.contains("not stored yet"))
  }

  @Test mutating func `text that was typed in an item is reopened, or brought back later`() throws {
    _ = try press("j<Enter><Enter>x<Esc>u")
    #expect(depth == 2)
    #expect(view(state).text.contains("onex"))
    _ = try press("<Esc><Down><Up><Enter>")
    #expect(view(state).text.contains("↑ brings back what you typed: onex"))
    let written = try Self.written(press("<Up><Enter>"))
    #expect(written.count == 1)
  }

  @Test mutating func `a closed value offers the text of the item and not the whole value`() throws
  {
    _ = try press("j<Enter><Enter>x<Esc><Esc><Esc><Up><Down><Enter>")
    #expect(view(state).text.contains("brings back what you typed: onex"), "\(view(state).text)")
  }

  @Test mutating func `a closed item says how to reopen it, and a closed visit what it stored`()
    throws
  {
    _ = try press("j<Enter><Enter>x<Esc>")
    #expect(view(state).text.contains("is not saved. u reopens what you typed."))
    for keys in ["u<Enter>", "atwo<Enter>", "athree<Enter>"] {
      let requests = try Self.requests(press(keys))
      for request in requests { _ = update(&state, .written(request, .unchanged)) }
    }
    _ = try press("<Esc><Esc>")
    #expect(depth == nil)
    let text = view(state).text
    #expect(text.contains("Saved Servers:") && text.contains("onex"), "\(text)")
  }

  @Test mutating func `undo after closing opens the item in which was typed`() throws {
    let (enter, escape) = (
      String(repeating: "<Enter>", count: 7), String(repeating: "<Esc>", count: 7)
    )
    _ = try press("\(enter)y\(escape)")
    #expect(depth == nil)
    #expect(view(state).text.contains("u reopens what you typed."))
    _ = try press("u")
    #expect(depth == 6)
    #expect(view(state).text.contains("xy"), "\(view(state).text)")
  }

  @Test mutating func `a refused change is not stored, and the edit stays open with it`() throws {
    let requests = try Self.requests(press("j<Enter><Enter>x<Enter>"))
    let request = try #require(requests.first)
    #expect(!view(state).text.contains("not stored yet   "))
    _ = update(&state, .written(request, .rejected("it is odd")))
    #expect(depth == 0)
    #expect(view(state).text.contains("onex"))
    #expect(view(state).text.contains("not stored yet"))
    // The next change is compared with what the edit began with.
    let next = try Self.requests(press("<Enter>y<Enter>"))
    #expect(next.first?.base == request.base)
  }
}
