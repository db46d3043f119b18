import Defaults
import DefaultsSchema
import DefaultsTransfer
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// Whatever comes in, the state stays sound, every frame can be shown, and the editor can be left.
@Suite struct RandomSessionTests {
  private static let presses: [KeyPress] = {
    let bindings = Keybindings.standard
    var presses = KeyMode.allCases.flatMap { bindings.bindings(in: $0) }.flatMap(\.presses)
      .filter { bindings.action(for: $0, in: .list) != KeyMode.list.exitAction }
    presses += ["a", "é", "日", "5", "\"", "{", "@"].map(KeyPress.character)
    // Opening an edit is what most of the other keys need first.
    return presses + Array(repeating: KeyPress(.enter), count: 8)
  }()

  private static let sizes: [Size] = [
    Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 120, rows: 40),
    Size(columns: 1, rows: 1), Size(columns: 30, rows: 6), Size(columns: 20, rows: 3),
    Size(columns: 61, rows: 16), Size(columns: 0, rows: 0), Size(columns: 10, rows: 2),
  ]

  private static let undeclared: [Defaults.KeyName] = [
    "unknown.key", "unknown.list", "unknown.text",
  ]

  static let values: [Defaults.StoredValue] = [
    .bool(true), .integer(7), .string("dark"), .array([.integer(1)]), .real(-0.0), .null,
    .array([.array([.array([.string("x"), .bool(false)])]), .integer(3), .data(Data([1]))]),
    .date(Date(timeIntervalSinceReferenceDate: 0.5)),
    .date(Date(timeIntervalSinceReferenceDate: -1e18)), .dictionary(["a": .integer(1)]),
  ]

  static let text: Defaults.StoredValue = .string("first\r\n\u{1B}[31m\n日本 e\u{301}\t")

  @Test(
    .thorough,
    arguments: (0..<max(1, Soak.stepCount / 1000)).map { Soak.firstSeed &+ UInt64($0) }
  )
  func `random input leaves a sound state that can be left`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let fixture = NotesFixture()
    var state = EditorState(
      document: Document(
        schema: Self.schema(fixture),
        stored: [
          "unknown.key": Self.values[0], "unknown.list": Self.values[6],
          "unknown.text": Self.text,
        ]
      ),
      size: Self.sizes[0],
      settingsName: "prefs"
    )
    state.suite.editsUndeclaredKeys = true
    var waiting: [Effect] = []
    for step in 0..<1000 {
      let (action, event) = Self.action(&random, fixture)
      if let event, state.shouldDefer(event) { continue }
      waiting += update(&state, action)
      // An outcome arrives at once, or many steps later.
      while let effect = waiting.first, Int.random(in: 0..<4, using: &random) > 0 {
        waiting.removeFirst()
        waiting += Self.answer(effect, &state, &random)
      }
      state.isFinished = false
      // The frame that `check` makes is seen.
      waiting += update(&state, .presented)
      Self.check(state, "seed \(seed), step \(step)")
      if step % 10 == 0 { Self.leave(state, waiting, "seed \(seed), step \(step)") }
    }
  }

  private static func check(_ state: EditorState, _ place: String) {
    let frame = view(state)
    #expect(frame.size == state.size)
    #expect(frame.rows.allSatisfy { $0.count == state.size.columns })
    if frame.cursor.isVisible {
      #expect((0..<state.size.rows).contains(frame.cursor.row), "\(place)")
      #expect((0..<state.size.columns).contains(frame.cursor.column), "\(place)")
    }
    if case .key(let key) = state.suite.selection {
      #expect(state.document.index(of: key) != nil, "\(place)")
    }
    #expect(
      !state.rows.contains { state.stopSelection(for: $0) != nil } || state.suite.selection != nil
    )
  }

  /// Checks that some presses of Esc and one of q end the program, after the awaited outcomes.
  private static func leave(_ state: EditorState, _ waiting: [Effect], _ place: String) {
    var state = state
    var waiting = waiting
    var random = SeededGenerator(seed: 1)
    while !waiting.isEmpty { waiting += answer(waiting.removeFirst(), &state, &random) }
    // The help over a question over a plan, then the filter, the marks, and a message.
    for _ in 1...9 {
      _ = update(&state, .presented)
      _ = update(&state, .event(.key(KeyPress(.escape))))
    }
    #expect(!state.isFinished, "Esc never quits: \(place)")
    _ = update(&state, .event(.key(.character("q"))))
    if !state.document.status.uncommittedKeys.isEmpty, !state.isFinished {
      _ = update(&state, .presented)
      _ = update(&state, .event(.key(.character("3"))))
      _ = update(&state, .event(.key(KeyPress(.enter))))
    }
    #expect(state.isFinished, "\(place)")
  }

  /// Returns an action, and the event if it is one.
  private static func action(
    _ random: inout SeededGenerator,
    _ fixture: NotesFixture
  ) -> (Action, Event?) {
    func of(_ event: Event) -> (Action, Event?) { (.event(event), event) }
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      return of(.resize(sizes.randomElement(using: &random) ?? sizes[0]))
    case 1:
      let texts = ["x\u{1B}[31m\ny", "[1, 2]", "2026-03-14T09:26:53+01:00", "1\n2\n"]
      return of(.paste(texts.randomElement(using: &random) ?? ""))
    case 2, 3:
      let keys: [Defaults.KeyName] =
        [
          "general.autosave", "general.autosaveInterval", "appearance.theme", "kinds.data",
          "kinds.union",
        ]
        + undeclared
      let change = Action.Change(
        suiteName: "org.example.notes",
        key: keys.randomElement(using: &random) ?? keys[0],
        layers: layers(using: &random),
        isElsewhere: Bool.random(using: &random)
      )
      return (.changed(change), nil)
    case 4:
      let kinds: [MouseEvent.Action] = [.press, .doubleClick, .wheelUp, .wheelDown]
      let mouse = MouseEvent(
        kinds.randomElement(using: &random) ?? .press,
        row: Int.random(in: 0..<24, using: &random),
        column: Int.random(in: 0..<80, using: &random)
      )
      let isRight = Int.random(in: 0..<8, using: &random) == 0
      return of(isRight ? .rightClick(mouse) : .mouse(mouse))
    case 5:
      let suites = (0..<Int.random(in: 0..<3, using: &random)).map { SuiteSummary(name: "s\($0)") }
      let document =
        Bool.random(using: &random)
        ? Document(schema: Self.schema(fixture), stored: [:])
        : Document(suiteName: "org.example.notes", stored: ["unknown.key": .integer(7)])
      return (.described(Bool.random(using: &random) ? document : nil, suites: suites), nil)
    case 6:
      return (.storeStatus(status(using: &random)), nil)
    case 7 where Bool.random(using: &random):
      guard Bool.random(using: &random) else { return of(.drag) }
      return (.settings(settings(using: &random), colorCount: 256), nil)
    case 7:
      return (.message(title: "Kept", text: String(repeating: "a long path ", count: 40)), nil)
    default:
      return of(.key(presses.randomElement(using: &random) ?? presses[0]))
    }
  }

  static func settings(using random: inout SeededGenerator) -> EditorSettings {
    func some<Value: CaseIterable & Hashable>(_ type: Value.Type) -> Set<Value> {
      Set(Value.allCases.filter { _ in Bool.random(using: &random) })
    }
    let bindings = Bool.random(using: &random) ? [:] : ["details": ["F22"], "mouse": []]
    var settings = EditorSettings(
      SettingsOverrides(theme: Theme.all.randomElement(using: &random), bindings: bindings)
    )
    settings.order = ListOrder.allCases.randomElement(using: &random) ?? .group
    settings.panes = some(EditorSettings.Pane.self)
    settings.columns = some(EditorSettings.Column.self)
    settings.questions = some(EditorSettings.Question.self)
    let problems = ["One cannot be used.", "Another one\ncannot be used either."]
    settings.problems = problems.filter { _ in Bool.random(using: &random) }
    return settings
  }

  private static func status(using random: inout SeededGenerator) -> StoreStatus {
    let failure = StoreStatus.Failure(briefReason: "no", description: "It could not be done.")
    var status = StoreStatus()
    if Bool.random(using: &random) { status.loadFailure = failure }
    if Bool.random(using: &random) {
      status.commitFailure = failure
      status.uncommittedKeys = ["general.autosave", "unknown.key"]
    }
    if Bool.random(using: &random) { status.setAside = "It was kept\n\nas \u{1B}[31mx" }
    return status
  }

  static func layers(using random: inout SeededGenerator) -> KeyLayers {
    let layers: [Defaults.Layer] = [.managed, .host, .system]
    var result = KeyLayers()
    if Int.random(in: 0..<4, using: &random) > 0 {
      result.stored = values.randomElement(using: &random)
    }
    if Int.random(in: 0..<8, using: &random) == 0, let layer = layers.randomElement(using: &random)
    {
      result.others = [.init(layer: layer, location: "/etc/x", value: values[0])]
      if layer == .managed { result.lock = Defaults.Lock(location: "/etc/x") }
    }
    return result
  }
}
