import Defaults
import DefaultsSchema
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// The lists in which typing selects: suites, and everything that can be done.
@Suite struct PickerTests {
  private static let names = ["org.example.mail", "org.example.notes", "org.example.term"]

  private func state(_ names: [String] = names, isReadOnly: Bool = false) -> EditorState {
    EditorState(
      document: Document(
        suiteName: "org.example.notes",
        stored: ["a": .bool(true), "b": .integer(1)]
      ),
      suites: names.map { SuiteSummary(name: $0) },
      size: Size(columns: 80, rows: 24),
      isReadOnly: isReadOnly
    )
  }

  @discardableResult
  private func press(_ text: String, _ state: inout EditorState) throws -> [Effect] {
    try Step.presses(text).flatMap { update(&state, .event(.key($0))) }
  }

  private func picker(_ state: EditorState) throws -> PickerScreen {
    guard let picker = state.topScreen(PickerScreen.self) else {
      Issue.record("no picker is open")
      throw Missing()
    }
    return picker
  }

  struct Missing: Error {}

  @Test func `the numbers of all suites are read once, and again when the list is opened again`()
    throws
  {
    var state = state()
    #expect(try press("s", &state) == [.examine(suiteNames: Self.names)])
    #expect(try press("x<Backspace>", &state) == [])
    #expect(try press("<Esc>s", &state) == [.examine(suiteNames: Self.names)])
  }

  @Test func `of many suites, the one to compare with is found by typing`() throws {
    var state = state(Self.names + (1...9).map { "org.example.app\($0)" })
    try press("D", &state)
    guard case .menu = state.keyMode else { return #expect(Bool(false), "\(state.keyMode)") }
    try press("4<Enter>app7", &state)
    #expect(try picker(state).selected == .suite("org.example.app7"))
    #expect(try picker(state).targets.contains(.suite("org.example.notes")) == false)
    guard let request = try press("<Enter>", &state).first?.request as? PlanRequest else {
      return #expect(Bool(false), "no plan")
    }
    #expect(request.wanted == .suite(ScopedSuite(name: "org.example.app7"), isWhole: true))
    #expect(request.purpose == .comparison)
  }

  @Test(arguments: [24, 40])
  func `only suites on the screen are read for their numbers`(rows: Int) throws {
    let names = (0..<1000).map { "org.example.app\($0)" }
    var state = state(names + ["org.example.notes"])
    func examined(_ effects: [Effect]) -> [String] {
      effects.filter { $0.name.hasPrefix("count") }.flatMap { $0.request as? [String] ?? [] }
    }
    let pane = examined(update(&state, .event(.resize(Size(columns: 120, rows: rows)))))
    #expect((1...rows).contains(pane.count))
    let first = try examined(press("s", &state))
    #expect((1...rows).contains(first.count))
    // Typing and moving bring others on the screen, and each is read once.
    let more = try examined(press("app77<Backspace><Backspace>9<PgDn>", &state))
    #expect((1...9 * rows).contains(more.count))
    #expect(Set(first + more).count == first.count + more.count)
  }

  @Test func `suites of other programs have headings, and many of them are hidden`() throws {
    var state = EditorState(
      document: Document(suiteName: "org.example.notes", stored: [:]),
      suites: Self.names.map { SuiteSummary(name: $0) }
        + [SuiteSummary(name: "code:", title: "Visual Studio Code", origin: "Visual Studio Code")]
        + (1...9).map { SuiteSummary(name: "gnome:org.gnome.s\($0)", origin: "GNOME") },
      size: Size(columns: 60, rows: 16)
    )
    try press("s", &state)
    func shown() throws -> [String] {
      try picker(state).plainLines(state, Layout(state: state)).map { String($0.prefix(40)) }
    }
    let rows = try shown()
    #expect(
      rows == [
        "Open a suite   13 of 13", "1. Property lists, 3 suites, shown", "2. org.example.mail",
        "3. org.example.notes, (no schema)", "4. org.example.term",
        "5. Visual Studio Code, 1 suite, shown",
        "6. code:, Visual Studio Code", "7. GNOME, 9 suites, hidden",
      ]
    )
    let drawn = view(state).text
    #expect(drawn.contains("▾ Property lists ─") && drawn.contains("▸ GNOME ─"), "\(drawn)")
    // Enter shows what is below a heading; typing finds it anyway.
    try press("<End><Enter><Down>", &state)
    #expect(try picker(state).selected == .suite("gnome:org.gnome.s1"))
    try press("<Up><Enter>", &state)
    #expect(try picker(state).count == 7 && picker(state).selected == nil)
    try press("s7", &state)
    #expect(try picker(state).selected == .suite("gnome:org.gnome.s7"))
    #expect(try picker(state).count == 1)
    try press("<C-u>", &state)
    // The selected suite stays in sight.
    #expect(try picker(state).selected == .suite("gnome:org.gnome.s7"))
    #expect(try press("<Enter>", &state).contains(.open(suiteName: "gnome:org.gnome.s7")))
  }

  @Test func `the suites of a large program are below those of others`() throws {
    let gnome = (1...9).map { SuiteSummary(name: "gnome:org.gnome.s\($0)", origin: "GNOME") }
    var state = EditorState(
      document: Document(suiteName: gnome[4].name, stored: [:]),
      suites: gnome + [SuiteSummary(name: "kde:kwinrc", origin: "KDE")],
      size: Size(columns: 60, rows: 16)
    )
    try press("s", &state)
    #expect(try picker(state).selected == .suite("gnome:org.gnome.s5"))
    let lines = view(state).text.split(separator: "\n").filter { $0.contains("▾") }
    #expect(lines.count == 2 && lines[0].contains("KDE") && lines[1].contains("GNOME"), "\(lines)")
  }

  @Test func `Esc clears the text first, then closes`() throws {
    var state = state()
    try press("smail", &state)
    #expect(try picker(state).count == 1)
    try press("<Esc>", &state)
    #expect(try picker(state).count == 3)
    #expect(try picker(state).selected == .suite("org.example.mail"))
    try press("<Esc>", &state)
    #expect(state.keyMode == .list)
  }

  @Test func `suites that come and go leave the text and the selected suite`() throws {
    var state = state()
    try press("sexample<Down><Down>", &state)
    #expect(try picker(state).selected == .suite("org.example.term"))
    let names = ["org.example.a", "org.example.term"]
    _ = update(&state, .described(nil, suites: names.map { SuiteSummary(name: $0) }))
    #expect(try picker(state).selected == .suite("org.example.term"))
    #expect(try picker(state).buffer.text == "example")
    _ = update(&state, .described(nil, suites: [SuiteSummary(name: "org.example.a")]))
    #expect(try picker(state).selected == .suite("org.example.a"))
    #expect(try press("<Enter>", &state).contains(.open(suiteName: "org.example.a")))
  }

  @Test func `the palette has every action of the list`() throws {
    var state = state()
    try press(":", &state)
    let actions = try picker(state).targets.compactMap { target -> KeyAction? in
      if case .command(let action) = target { action } else { nil }
    }
    #expect(actions == Keybindings.standard.bindings(in: .list).compactMap(\.row.action))
  }

  @Test func `the palette performs an action, selects a key and opens a suite`() throws {
    var state = state()
    try press(":only keys that are set<Enter>", &state)
    #expect(state.suite.filter.showsOnlySet)
    try press(":b<Home>", &state)
    let target = PickerScreen.Target.key("b")
    var picker = try picker(state)
    while picker.selected != target, picker.cursor.selected != picker.count - 1 {
      try press("<Down>", &state)
      picker = try self.picker(state)
    }
    try press("<Enter>", &state)
    #expect(state.suite.selection == .key("b"))
    #expect(try press(":mail<Enter>", &state).contains(.open(suiteName: "org.example.mail")))
  }

  @Test(.thorough, arguments: ["key 2", "2999", "nothing of it", "e"])
  func `the keys of a large suite are added between events, in the same order as at once`(
    text: String
  ) throws {
    let count = 30_000
    let names = (0..<count).map { "key \($0)" }
    var state = EditorState(
      document: Document(
        suiteName: "app",
        stored: Dictionary(uniqueKeysWithValues: names.map { (.init($0), .bool(true)) })
      ),
      size: Size(columns: 80, rows: 24)
    )
    try press(":\(text)", &state)
    #expect(try picker(state).missingKeys.count > count / 2)
    while state.hasWork { _ = update(&state, .proceed) }
    let open = try picker(state)
    #expect(open.missingKeys.isEmpty)
    var once = PickerScreen(
      .palette,
      open.targets.map { target in
        switch target {
        case .key(let key): (target, [key.string, key.string])
        case .suite(let name): (target, [name])
        case .item(_, let item): (target, item.texts)
        case .command(let action):
          (
            target,
            state.bindings.bindings(in: .list).first { $0.row.action == action }
              .map { [$0.row.help, action.name, $0.row.title] } ?? []
          )
        }
      }
    )
    once.edit { $0.insert(text) }
    #expect(open.count == once.count)
    #expect((0..<open.count).allSatisfy { open.target(row: $0) == once.target(row: $0) })
    // The best match is selected, wherever it was found.
    #expect(open.selected == once.selected)
    guard text == "2999" else { return }
    #expect(open.selected == .key("key 2999"))
    try press("<Enter>", &state)
    #expect(state.suite.selection == .key("key 2999"))
  }

  @Test func `a palette that is open while the suite is read gets its keys`() throws {
    var state = EditorState(
      document: Document.opening(suiteName: "app", title: "App"),
      size: Size(columns: 80, rows: 24)
    )
    try press(":zoom", &state)
    _ = update(&state, .opened(Document(suiteName: "app", stored: ["zoom": .integer(1)])))
    #expect(try picker(state).selected == .key("zoom"))
  }

  @Test func `a row that was selected stays while keys are added`() throws {
    var state = EditorState(
      document: Document(
        suiteName: "app",
        stored: Dictionary(
          uniqueKeysWithValues: (0..<9_000).map { (.init("key \($0)"), .bool(true)) }
        )
      ),
      size: Size(columns: 80, rows: 24)
    )
    try press(":key<Down><Down>", &state)
    let selected = try picker(state).selected
    while state.hasWork { _ = update(&state, .proceed) }
    #expect(try picker(state).selected == selected)
  }

  @Test(arguments: ["r", "u", "U", "<Space>", "+", "f", "E"])
  func `a read-only session answers every key press that would change a value`(key: String) throws {
    var state = state(isReadOnly: true)
    #expect(try press(key, &state) == [])
    #expect(state.feedback.notice?.text == "Read-only: nothing was changed.")
    #expect(!state.isWaiting)
  }

  @Test func `help is searched, and performs the selected action below it`() throws {
    var state = state()
    try press("?/only keys<Enter>", &state)
    #expect(state.keyMode == .list)
    #expect(state.suite.filter.showsOnlySet)
    // Nothing is selected at first, so Enter only closes.
    try press("?<Enter>", &state)
    #expect(state.keyMode == .list)
    #expect(state.suite.filter.showsOnlySet)
    // In another mode, the action of that mode is performed.
    try press("/abc?", &state)
    #expect(state.suite.filter.query.text == "abc?")
    try press("<F1>/clear the filter<Enter>", &state)
    #expect(state.keyMode == .list)
    #expect(state.suite.filter.query.isEmpty)
  }

  @Test func `the focus goes from pane to pane, and back when the screen becomes small`() throws {
    var state = state()
    _ = update(&state, .event(.resize(Size(columns: 120, rows: 40))))
    try press("<Tab>", &state)
    #expect(state.focusedPane == .details)
    try press("<Tab>", &state)
    #expect(state.focusedPane == .suites)
    try press("j", &state)
    #expect(state.selectedSuite == "org.example.term")
    _ = update(&state, .event(.resize(Size(columns: 80, rows: 24))))
    #expect(state.focusedPane == .list)
    _ = update(&state, .event(.resize(Size(columns: 120, rows: 40))))
    #expect(try press("1<Up><Enter>", &state).contains(.open(suiteName: "org.example.mail")))
  }

  @Test func `a click gives a pane the focus, a second one opens the suite`() throws {
    var state = state()
    _ = update(&state, .event(.resize(Size(columns: 120, rows: 40))))
    let suites = Layout(state: state)[.suites]
    let click = MouseEvent(.press, row: suites.row, column: suites.column + 3)
    #expect(update(&state, .event(.mouse(click))) == [])
    #expect(state.selectedSuite == "org.example.mail")
    let second = MouseEvent(.doubleClick, row: suites.row, column: suites.column + 3)
    #expect(update(&state, .event(.mouse(second))).contains(.open(suiteName: "org.example.mail")))
  }
}
