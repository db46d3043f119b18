import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// The search for keys in all suites.
@Suite struct SuiteSearchTests {
  private static let names = ["org.example.mail", "org.example.notes", "org.example.term"]

  /// A state that shows the notes, with a search that has read the other suites.
  private func search(_ text: String) throws -> EditorState {
    var state = EditorState(
      document: Self.document("org.example.notes", ["timeout": .integer(1), "zoom": .integer(2)]),
      suites: Self.names.map { SuiteSummary(name: $0) },
      size: Size(columns: 80, rows: 24)
    )
    let effects = try press("/\(text)<S-Tab>", &state)
    #expect(effects.contains(.readSuites(suiteNames: ["org.example.mail", "org.example.term"])))
    _ = update(
      &state,
      .searched(Self.document("org.example.mail", ["a.timeout": .integer(5), "zoom": .bool(true)]))
    )
    _ = update(
      &state,
      .searched(Self.document("org.example.term", ["timeout": .integer(3)]))
    )
    try settle(&state)
    return state
  }

  @Test func `going back from a key returns to the search that led there`() throws {
    var state = try search("timeout")
    #expect(try !press("<Down><Enter>", &state).isEmpty)
    #expect(state.keyMode == .list)
    try press("<Backspace>", &state)
    #expect(state.topScreen(SuiteSearchScreen.self)?.buffer.text == "timeout")
    try press("<Esc><Esc>", &state)
    try press("<Backspace>", &state)
    #expect(view(state).text.contains("There is no earlier place."))
  }

  @Test func `a search without a match offers other words, and searches with the chosen one`()
    throws
  {
    var state = try search("tmieout zomo")
    #expect(result(state) == [.repair(0), .repair(1)])
    let offered = state.topScreen(SuiteSearchScreen.self)?.repairs.map(\.words)
    #expect(offered == ["timeout, without zomo", "zoom, without tmieout"])
    try press("<Down><Enter>", &state)
    try settle(&state)
    #expect(state.topScreen(SuiteSearchScreen.self)?.buffer.text == "zoom")
    #expect(state.topScreen(SuiteSearchScreen.self)?.matchCount == 2)
    try press("<C-u>qqqq", &state)
    try settle(&state)
    #expect(view(state).text.contains("No key of any suite matches."))
  }

  private static func document(
    _ name: String,
    _ stored: [Defaults.KeyName: Defaults.StoredValue]
  ) -> Document {
    Document(suiteName: name, stored: stored)
  }

  private func settle(_ state: inout EditorState) throws {
    while state.hasWork { _ = update(&state, .proceed) }
  }

  @discardableResult
  private func press(_ text: String, _ state: inout EditorState) throws -> [Effect] {
    try Step.presses(text).flatMap { update(&state, .event(.key($0))) }
  }

  private func result(_ state: EditorState) -> [SuiteSearchScreen.Line] {
    if let search = state.topScreen(SuiteSearchScreen.self) { search.lines } else { [] }
  }

  @Test func `all are marked once the suites have been searched, and no command acts before`()
    throws
  {
    var state = EditorState(
      document: Self.document("org.example.notes", ["timeout": .integer(1)]),
      suites: Self.names.map { SuiteSummary(name: $0) },
      size: Size(columns: 80, rows: 24)
    )
    state.session.canLock = true
    try press("/timeout<S-Tab><M-a>", &state)
    #expect(view(state).text.contains("All are marked when the suites have been searched."))
    #expect(try press("<M-t>", &state).isEmpty)
    #expect(state.screen is SuiteSearchScreen)
    #expect(view(state).text.contains("The suites are still being searched."))
    for name in ["org.example.mail", "org.example.term"] {
      _ = update(&state, .searched(Self.document(name, ["timeout": .integer(3)])))
    }
    try settle(&state)
    #expect(state.topScreen(SuiteSearchScreen.self)?.marked.count == 3)
    try press("<M-t>", &state)
    #expect(view(state).text.contains("lock 3 keys in 3 suites"))
  }

  @Test func `keys that match are below the name of their suite, the shown suite first`() throws {
    var state = try search("timeout")
    #expect(
      result(state) == [
        .suite("org.example.notes", count: 1), .key(suiteName: "org.example.notes", "timeout"),
        .suite("org.example.mail", count: 1), .key(suiteName: "org.example.mail", "a.timeout"),
        .suite("org.example.term", count: 1), .key(suiteName: "org.example.term", "timeout"),
      ]
    )
    try press("<C-u>zoom", &state)
    try settle(&state)
    #expect(
      result(state) == [
        .suite("org.example.notes", count: 1), .key(suiteName: "org.example.notes", "zoom"),
        .suite("org.example.mail", count: 1), .key(suiteName: "org.example.mail", "zoom"),
      ]
    )
  }

  @Test func `an empty text shows nothing, and a text that matches nothing selects nothing`() throws
  {
    var state = try search("")
    #expect(result(state) == [])
    try press("nowhere<Down><Enter>", &state)
    try settle(&state)
    #expect(result(state) == [])
    #expect(state.feedback.notice?.text == "No key matches.")
    #expect(state.keyMode == .everywhere)
  }

  @Test func `Enter goes to the key, in the shown suite or in another one`() throws {
    var state = try search("timeout")
    #expect(try press("<Enter>", &state).allSatisfy { !($0.request is OpenRequest) })
    #expect(state.suite.selection == .key("timeout"))
    state = try search("timeout")
    #expect(try press("<Down><Enter>", &state).contains(.open(suiteName: "org.example.mail")))
    let mail = Self.document("org.example.mail", ["a": .integer(0), "a.timeout": .integer(5)])
    _ = update(&state, .opened(mail))
    #expect(state.suite.selection == .key("a.timeout"))
  }

  @Test func `arrows skip the names of suites, and the wheel and clicks select keys`() throws {
    var state = try search("timeout")
    func selected() -> String? {
      let search = state.topScreen(SuiteSearchScreen.self)
      return if case .key(let name, _)? = search?.selected { name } else { nil }
    }
    try press("<Up>", &state)
    #expect(selected() == "org.example.notes")
    try press("<Down><Down><Down>", &state)
    #expect(selected() == "org.example.term")
    try press("<Home>", &state)
    #expect(selected() == "org.example.notes")
    _ = update(&state, .event(.mouse(MouseEvent(.wheelDown, row: 5, column: 5))))
    #expect(selected() == "org.example.mail")
  }

  @Test func `keys that changed while another suite was shown are recent when it was shown`() throws
  {
    var state = try search("@recent")
    #expect(result(state) == [])
    try press("<Esc><Esc>", &state)
    let change = Action.Change(
      suiteName: "org.example.notes",
      key: "zoom",
      layers: KeyLayers(stored: .integer(3)),
      isElsewhere: true
    )
    _ = update(&state, .changes([change]))
    _ = update(&state, .opened(Self.document("org.example.mail", ["zoom": .bool(true)])))
    try press("/@recent<S-Tab>", &state)
    _ = update(&state, .searched(Self.document("org.example.notes", ["zoom": .integer(3)])))
    try settle(&state)
    #expect(
      result(state) == [
        .suite("org.example.notes", count: 1), .key(suiteName: "org.example.notes", "zoom"),
      ]
    )
  }

  @Test func `leaving without a key leaves the list as it was`() throws {
    var state = try search("zoom")
    // The first press clears the text, the second one leaves.
    try press("<Esc>", &state)
    #expect(state.keyMode == .everywhere)
    try press("<Esc>", &state)
    #expect(state.keyMode == .list)
    #expect(state.suite.selection == .key("zoom"))
    #expect(state.document.suiteName == "org.example.notes")
  }

  @Test func `a suite that arrives late keeps the selected key`() throws {
    var state = try search("timeout")
    try press("<Down><Down>", &state)
    _ = update(
      &state,
      .searched(
        Self.document("org.example.mail", ["timeout": .integer(5), "timeout2": .integer(1)])
      )
    )
    try settle(&state)
    guard let search = state.topScreen(SuiteSearchScreen.self) else {
      return #expect(Bool(false))
    }
    #expect(search.selected == .key(suiteName: "org.example.term", "timeout"))
    #expect(search.matchCount == 4)
  }

  @Test func `a suite is found by its name, and opened`() throws {
    var state = try search("mail")
    #expect(result(state) == [.suite("org.example.mail", count: 0)])
    #expect(view(state).text.contains("org.example.mail"))
    #expect(try press("<Enter>", &state) == [.open(suiteName: "org.example.mail")])
  }

  @Test func `a key is selected before the suites that match`() throws {
    var state = try search("e")
    let selected = state.topScreen(SuiteSearchScreen.self)?.selected
    #expect(selected == .key(suiteName: "org.example.notes", "timeout"))
    try press("<Up><Enter>", &state)
    #expect(state.keyMode == .list && state.document.suiteName == "org.example.notes")
  }

  @Test func `the text goes from the filter to all suites and back`() throws {
    var state = try search("timeout")
    try press("2<S-Tab>", &state)
    #expect(state.suite.filter.query.text == "timeout2")
    #expect(state.keyMode == .filter)
  }

  @Test func `a value that changes while the search is open is found`() throws {
    var state = try search("")
    let change = Action.Change(
      suiteName: "org.example.notes",
      key: "zoom",
      layers: KeyLayers(stored: .integer(777)),
      isElsewhere: true
    )
    try press("zoom", &state)
    _ = update(&state, .changes([change]))
    try press("<C-u>777", &state)
    try settle(&state)
    #expect(
      result(state) == [
        .suite("org.example.notes", count: 1), .key(suiteName: "org.example.notes", "zoom"),
      ]
    )
  }

  @Test func `without another suite the key press says so`() throws {
    var state = EditorState(
      document: Self.document("org.example.notes", ["a": .integer(1)]),
      suites: [SuiteSummary(name: "org.example.notes")],
      size: Size(columns: 80, rows: 24)
    )
    try press("/a<S-Tab>", &state)
    #expect(state.feedback.notice?.text == "There is no other suite.")
    #expect(state.keyMode == .filter)
  }
}
