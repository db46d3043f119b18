import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// What was offered for a key acts on that key, with its present value, or does nothing.
@Suite struct OfferedCommandTests {
  private var state: EditorState

  init() {
    state = EditorState(
      document: Document(
        suiteName: "org.example.other",
        stored: ["a": .bool(true), "b": .bool(true), "c": .integer(7)]
      ),
      size: Size(columns: 80, rows: 24)
    )
    state.suite.editsUndeclaredKeys = true
  }

  private mutating func press(_ keys: String) throws -> [Effect] {
    try Step.presses(keys).flatMap { update(&state, .event(.key($0))) }
  }

  /// Another program removes a key, or stores it.
  private mutating func change(_ key: Defaults.KeyName, to value: Defaults.StoredValue? = nil) {
    let layers = KeyLayers(stored: value)
    _ = update(
      &state,
      .changed(
        .init(suiteName: "org.example.other", key: key, layers: layers, isElsewhere: true)
      )
    )
  }

  /// Returns the middle of a text on the screen.
  private func place(of text: String) throws -> MouseEvent {
    let lines = view(state).text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains(text) })
    let range = try #require(lines[row].firstRange(of: text))
    let start = lines[row].distance(from: lines[row].startIndex, to: range.lowerBound)
    return MouseEvent(.press, row: row, column: start + text.count / 2)
  }

  // MARK: - A key that goes meanwhile

  @Test(arguments: [
    "reset to the default", "toggle", "bookmark", "mark", "view the whole value",
  ])
  mutating func `the menu of a row does nothing to the neighbour of its key`(choice: String) throws
  {
    _ = update(&state, .event(.rightClick(try place(of: "[x] on"))))
    #expect(view(state).text.contains(choice))
    change("a")
    let effects = update(&state, .event(.mouse(try place(of: choice))))
    #expect(effects.filter(\.changesValues).isEmpty)
    #expect(state.keyMode == .list)
    #expect(!view(state).text.contains("Bookmark"))
    #expect(state.suite.marked.isEmpty)
    #expect(state.document.annotations.bookmarks.isEmpty)
    #expect(state.feedback.notice?.text == "a is gone.")
  }

  @Test mutating func `the menu of a row acts on its key after that has come back`() throws {
    _ = update(&state, .event(.rightClick(try place(of: "[x] on"))))
    change("a")
    change("a", to: .bool(false))
    let effects = update(&state, .event(.mouse(try place(of: "reset to the default"))))
    let keys = effects.compactMap { ($0.request as? WriteRequest)?.key }
    #expect(keys == ["a"])
  }

  @Test(arguments: [
    ("ve", "the page"), ("P<Enter>", "the layers"), ("Pr", "the layers"), ("vr", "the page"),
    (":reset to the<Enter>", "the palette"), (":toggle a<Enter>", "the palette"),
  ])
  mutating func `a screen about a key does nothing to its neighbour`(
    keys: String,
    screen: String
  ) throws {
    let start =
      keys.hasPrefix(":") ? String(keys.dropLast("<Enter>".count)) : String(keys.prefix(1))
    _ = try press(start)
    change("a")
    let effects = try press(String(keys.dropFirst(start.count)))
    #expect(effects.filter(\.changesValues).isEmpty)
    #expect(state.keyMode == .list)
    #expect(state.document.item("b")?.stored == .bool(true))
  }

  @Test(arguments: ["<Enter>", "<Space>", "E"], ["y", "n"])
  mutating func `the question about a key without a schema is about that key`(
    command: String,
    answer: String
  ) throws {
    state.suite.editsUndeclaredKeys = false
    _ = try press(command)
    #expect(state.keyMode == .question)
    change("a")
    let effects = try press(answer)
    #expect(effects.filter(\.changesValues).isEmpty)
    let edited = effects.filter { $0.request is ExternalText }
    #expect(edited.isEmpty)
    #expect(state.keyMode == .list)
  }

  @Test mutating func `what is copied is the present value`() throws {
    _ = try press("jjy")
    change("c", to: .integer(8))
    #expect(try press("v") == [.copy("8")])
  }

  // MARK: - The mouse while an outcome is awaited

  @Test mutating func `a click waits for the outcome of an undo, and the wheel does not`() throws {
    let click = try place(of: "[x] on")
    #expect(!state.shouldDefer(.mouse(click)))
    _ = try press("u")
    #expect(state.requests.undosAndPlans == 1)
    #expect(state.shouldDefer(.mouse(click)))
    #expect(state.shouldDefer(.rightClick(click)))
    var wheel = click
    wheel.action = .wheelDown
    #expect(!state.shouldDefer(.mouse(wheel)))
  }

  @Test(arguments: ["<Space>", "r"])
  mutating func `a click on the hint to quit waits for a write`(command: String) throws {
    let click = try place(of: "q quit")
    _ = try press(command)
    _ = update(&state, .event(.mouse(click)))
    #expect(state.isLeaving)
    #expect(!state.isFinished)
  }

  @Test func `a click on a switch inverts the value that an undo has brought back`() throws {
    let fixture = NotesFixture()
    let queue = WorkQueue()
    let screen = RecordingScreen(size: Size(columns: 80, rows: 24))
    let session = EditorSession(
      screen: screen,
      source: EditorSession.Source(registry: SchemaRegistry([fixture.schema])),
      suite: fixture.suite,
      now: { "" },
      work: queue.add
    )
    func settle() {
      while !queue.isEmpty {
        queue.release()
        session.receive(.wake)
      }
    }
    settle()
    session.receive(.key(.character(" ")))
    settle()
    #expect(fixture.suite.storedValues()["general.autosave"] == .bool(false))
    let click = OfferedCommandTests.switchPlace(view(session.state).text)
    session.receive(.key(.character("u")))
    session.receive(.mouse(try #require(click)))
    settle()
    // Without the undo it is on, so the click switches it off.
    #expect(fixture.suite.storedValues()["general.autosave"] == .bool(false))
  }

  private static func switchPlace(_ text: String) -> MouseEvent? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let row = lines.firstIndex(where: { $0.contains("[ ] off") }),
      let range = lines[row].firstRange(of: "[ ]")
    else { return nil }
    let column = lines[row].distance(from: lines[row].startIndex, to: range.lowerBound)
    return MouseEvent(.press, row: row, column: column + 1)
  }

  // MARK: - Hints

  @Test(arguments: [SafeText.Form.unicode, .ascii], ["/a", "y", "D", ":", "v", "H"])
  mutating func `a click on each hint of a mode is its key press`(
    form: SafeText.Form,
    keys: String
  ) throws {
    try SafeText.$form.withValue(form) {
      _ = try press(keys)
      let line = HintLine(state: state, layout: Layout(state: state))
      let row = state.size.rows - 1
      let text = view(state).text.split(separator: "\n", omittingEmptySubsequences: false)[row]
      var names: [String] = []
      for column in 0..<state.size.columns {
        guard let name = line.key(at: MouseEvent(.press, row: row, column: column)) else {
          continue
        }
        // The digits of a menu are one hint, which stands for several key presses.
        if names.last != name, name.first?.isNumber != true { names.append(name) }
      }
      #expect(!names.isEmpty, "\(text)")
      let presses = state.bindings.bindings(in: state.keyMode).flatMap(\.presses).map(\.name)
      for name in names { #expect(presses.contains(name), "\(name) in \(text)") }
    }
  }
}
