import Terminal
import Testing

@testable import EditorCore

/// A menu whose choices open the help, finish the session, or do nothing.
@Suite struct MenuTests {
  private var state = EditorState(
    document: Document(schema: NotesFixture().schema, stored: [:]),
    size: Size(columns: 80, rows: 24)
  )

  private static func menu(current: Int? = nil, help: String = "") -> MenuScreen {
    MenuScreen(
      title: "Things",
      ["first", "second", "third"].enumerated().map { index, title in
        MenuScreen.Choice(title: title, help: help, isCurrent: current.map { $0 == index }) {
          state in
          state.feedback.notice = Notice(kind: .done, text: "chose \(title)")
          state.send(.reload)
        }
      }
    )
  }

  private mutating func press(_ text: String) throws -> [Effect] {
    try Step.presses(text).flatMap { update(&state, .event(.key($0))) }
  }

  private var index: Int? {
    if let menu = state.topScreen(MenuScreen.self) { menu.cursor.selected } else { nil }
  }

  @Test mutating func `a digit highlights a choice, and Enter performs it`() throws {
    state.show(Self.menu())
    #expect(try press("3").isEmpty)
    #expect(index == 2)
    #expect(try press("<Enter>") == [.reload])
    #expect(state.keyMode == .list)
    #expect(view(state).text.contains("chose third"))
  }

  @Test mutating func `a digit without a choice changes nothing`() throws {
    state.show(Self.menu())
    _ = try press("29")
    #expect(index == 1)
  }

  @Test mutating func `the highlight moves and stays within the choices`() throws {
    state.show(Self.menu(current: 1))
    #expect(index == 1)
    _ = try press("jjj")
    #expect(index == 2)
    _ = try press("g<Up>")
    #expect(index == 0)
  }

  @Test(arguments: ["<Esc>", "q", "<C-c>"])
  mutating func `it closes without performing anything`(key: String) throws {
    state.show(Self.menu())
    #expect(try press(key).isEmpty)
    #expect(state.keyMode == .list)
    #expect(!state.isFinished)
  }

  @Test mutating func `a comparison with another suite is refused once there is none`() throws {
    _ = update(&state, .described(nil, suites: [SuiteSummary(name: "org.example.a")]))
    _ = try press("DGk")
    _ = update(&state, .described(nil, suites: []))
    _ = try press("<Enter>")
    #expect(state.keyMode == .list)
    #expect(view(state).text.contains("There is no other suite."))
  }

  @Test mutating func `a click performs an action`() throws {
    state.show(Self.menu())
    let lines = view(state).text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains("third") })
    let click = Event.mouse(MouseEvent(.press, row: row, column: 40))
    #expect(update(&state, .event(click)) == [.reload])
  }

  @Test mutating func `a click highlights a setting, and a second one chooses it`() throws {
    state.show(Self.menu(current: 0))
    let lines = view(state).text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains("third") })
    let click = Event.mouse(MouseEvent(.press, row: row, column: 40))
    #expect(update(&state, .event(click)).isEmpty)
    #expect(index == 2)
    #expect(update(&state, .event(click)) == [.reload])
  }

  @Test(arguments: [Size(columns: 40, rows: 12), Size(columns: 30, rows: 4)])
  mutating func `the highlighted choice is visible on small screens`(size: Size) throws {
    state.show(Self.menu(help: "Sentences that do not fit beside the choices."))
    _ = update(&state, .event(.resize(size)))
    _ = try press("G")
    #expect(view(state).text.contains("> 3 third"))
  }

  @Test mutating func `it does not cover the selected row`() throws {
    state.show(Self.menu())
    _ = try press("<Esc>jjjj")
    state.show(Self.menu())
    #expect(view(state).text.contains(">  Theme") || view(state).text.contains(">   Theme"))
  }
}
