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

  private static let values: [Defaults.StoredValue] = [
    .bool(true), .integer(7), .string("dark"), .array([.integer(1)]), .real(-0.0), .null,
    .array([.array([.array([.string("x"), .bool(false)])]), .integer(3), .data(Data([1]))]),
    .date(Date(timeIntervalSinceReferenceDate: 0.5)),
    .date(Date(timeIntervalSinceReferenceDate: -1e18)), .dictionary(["a": .integer(1)]),
  ]

  private static let text: Defaults.StoredValue = .string("first\r\n\u{1B}[31m\n日本 e\u{301}\t")

  @Test(arguments: (0..<max(1, Soak.stepCount / 1000)).map { Soak.firstSeed &+ UInt64($0) })
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

  private static func settings(using random: inout SeededGenerator) -> EditorSettings {
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

  private static func layers(using random: inout SeededGenerator) -> KeyLayers {
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

  /// Performs an effect as the session would, with any outcome.
  ///
  /// - Returns: the effects of the outcome.
  private static func answer(
    _ effect: Effect,
    _ state: inout EditorState,
    _ random: inout SeededGenerator
  ) -> [Effect] {
    let isRefused = Int.random(in: 0..<4, using: &random) == 0
    switch effect.request {
    case let request as WriteRequest:
      guard !isRefused else { return update(&state, .written(request, .rejected("it is odd"))) }
      let change = Action.Change(
        suiteName: request.suiteName,
        key: request.key,
        layers: KeyLayers(stored: request.value),
        isElsewhere: false
      )
      let old = state.document.item(request.key)?.stored
      let outcomes: [WriteOutcome] = [
        .saved(old: old, new: request.value), .saved(old: old, new: request.value), .unchanged,
        .pending,
      ]
      let outcome = outcomes.randomElement(using: &random) ?? .pending
      return (outcome == .unchanged ? [] : update(&state, .changed(change)))
        + update(&state, .written(request, outcome))
    case let request as OfSuite<Defaults.KeyName>:
      let history: KeyHistory = isRefused ? .failed("The history is damaged.") : .entries([])
      return update(
        &state,
        .history(suiteName: request.suiteName, key: request.value, history)
      )
    case let request as RestoreRequest:
      let outcomes: [RestoreOutcome] = [
        .nothing, .refused("no"),
        .changedSince([NewerValue(key: "unknown.key", wanted: values[1])]),
      ]
      let outcome = !request.overwrites.isEmpty ? nil : outcomes.randomElement(using: &random)
      return update(&state, .restored(request, outcome ?? .nothing))
    case let text as ExternalText:
      let outcomes: [ExternalText.Outcome] = [
        .unchanged, .failed("The program cannot be started."), .changed("{\"a\": [1,\r\n2]}\n"),
        .changed("[1, \"x"), .changed(text.content + "\u{0}é\n"), .changed("7"),
      ]
      return update(&state, .textEdited(text, outcomes.randomElement(using: &random) ?? .unchanged))
    case let question as ControlQuestion:
      return update(&state, .answered(answer(question, isRefused: isRefused)))
    case is Bool where effect.name.contains("mouse"):
      var settings = state.session.settings
      settings.screen.mouse.toggle()
      return update(&state, .settings(settings, colorCount: 8))
    case let request as OpenRequest:
      // The suite is the same one under another name, so that its keys stay known.
      return update(
        &state,
        .opened(Document(suiteName: request.suiteName, stored: ["a": values[6]]))
      )
        + update(
          &state,
          .opened(
            Document(
              suiteName: "org.example.notes",
              stored: ["unknown.key": values[0], "unknown.list": values[6], "unknown.text": text]
            )
          )
        )
    case let names as [String] where effect.name.hasPrefix("search"):
      return names.flatMap { name in
        let stored: [Defaults.KeyName: Defaults.StoredValue] = isRefused ? [:] : ["a": values[6]]
        return update(&state, .searched(Document(suiteName: name, stored: stored)))
      }
    case let request as OfSuite<SuiteMemory.Change>:
      var memory = SuiteMemory()
      switch request.value {
      case .parked(let inputs): memory.parked = inputs.compactMapValues { $0 }
      case .staged(let edits): memory.staged = edits.compactMapValues { $0 }
      case .place, .editsUndeclaredKeys: return []
      }
      return update(&state, .remembered(suiteName: request.suiteName, memory))
    case let request as PlanRequest:
      return update(&state, .planned(request, plan(request, state, isRefused: isRefused)))
    case let request as ApplyRequest:
      guard !isRefused else {
        let outcomes: [ApplyOutcome] = [
          .outdated(["unknown.key"]), .failed("It failed."), .pending,
        ]
        let outcome = outcomes.randomElement(using: &random) ?? .pending
        return update(&state, .applied(request, outcome))
      }
      let changes = request.plan.rows.map { row in
        Action.Change(
          suiteName: request.request.suiteName,
          key: row.key,
          layers: KeyLayers(stored: row.wanted),
          isElsewhere: false
        )
      }
      return update(&state, .changes(changes))
        + update(&state, .applied(request, .applied(backup: request.backupPath)))
    case let request as OfSuite<[Defaults.KeyName]>:
      let author = ChangeAuthor(name: "notesd\u{1B} (7)", date: Date(timeIntervalSince1970: 0))
      return update(
        &state,
        .authors(
          suiteName: request.suiteName,
          Dictionary(request.value.map { ($0, author) }) { $1 }
        )
      )
    case let request as ExportRequest:
      let outcomes: [ExportOutcome] = [
        .saved(count: 2, secrets: 1), .text("{}", count: 1, secrets: 0), .exists,
        .nothing(secrets: 0), .failed("no"),
      ]
      let outcome = outcomes.randomElement(using: &random) ?? .exists
      return update(&state, .exported(request, outcome))
    default:
      return answer(named: effect, &state, isRefused: isRefused)
    }
  }

  /// Performs an effect that is told by its name alone.
  private static func answer(
    named effect: Effect,
    _ state: inout EditorState,
    isRefused: Bool
  ) -> [Effect] {
    let changes = LastChanges(
      numbers: ["general.autosave": 3, "unknown.key": 1],
      own: ["unknown.key"]
    )
    let time = "2026-03-14T09:26:53Z"
    let name = effect.request as? String ?? ""
    switch effect {
    case .readClock: return update(&state, .clock(time))
    case .stampMessages: return update(&state, .messagesStamped(time))
    case .readChanges(suiteName: name):
      return update(&state, .lastChanges(suiteName: name, changes))
    case .readHistories(ofSuite: name, and: nil):
      let history: KeyHistory = isRefused ? .failed("no") : .entries(entries)
      return update(&state, .histories([name: history], ofAll: false, shown: name))
    case .copyToFile(name):
      return update(&state, isRefused ? .diagnosed("The disk is full.") : .copiedToFile("/x"))
    case .copy(name), .reload, .suspend: return []
    default:
      let words = ["count", "keep"]
      #expect(words.contains { effect.name.hasPrefix($0) }, "\(effect.name) is not answered")
      return []
    }
  }

  /// Makes the plan as the session would, from the values of the document.
  private static func plan(
    _ request: PlanRequest,
    _ state: EditorState,
    isRefused: Bool
  ) -> PlanOutcome {
    guard !isRefused else { return .failed("It cannot be read.") }
    let suite = Defaults.Suite(name: "org.example.planned", store: Defaults.InMemoryStore())
    for item in state.document.items {
      if let stored = item.stored { suite.setStoredValue(stored, forKey: item.key.string) }
    }
    let context = EditorSession.PlanContext(
      suite: suite,
      schema: nil,
      other: suite,
      date: .distantPast,
      clock: .utc,
      backupPath: "/nowhere/backup.plist"
    )
    var request = request
    if case .file = request.wanted {
      request = PlanRequest(
        suiteName: request.suiteName,
        wanted: .values(["unknown.key": values[6], "new \u{1B}[31m": .bool(true), "b": nil]),
        purpose: request.purpose,
        title: request.title
      )
    }
    return EditorSession.outcome(of: request, context)
  }

  private static let entries: [Defaults.HistoryEntry] = (0..<40).map { number in
    let keys: [Defaults.KeyName] = ["unknown.key", "general.autosave", "kinds.secret"]
    return Defaults.HistoryEntry(
      id: "\(number)",
      date: Date(timeIntervalSinceReferenceDate: Double(number) * 1e5),
      author: .init(user: "ada", program: "notesd\u{1B}", process: 7),
      changes: keys.prefix(1 + number % 3).map { key in
        .init(
          key: key,
          old: values[number % values.count],
          new: number % 4 == 0 ? nil : values[(number + 1) % values.count],
          omission: key == "kinds.secret" ? .secret : nil
        )
      },
      cause: number % 5 == 0 ? .undo(of: "\(number - 1)") : .edit
    )
  }

  private static func answer(_ question: ControlQuestion, isRefused: Bool) -> ControlAnswer {
    switch question {
    case .hideLater: return .hide
    case .examine(let path):
      return .examined(PathFacts(path: path, target: .directory, names: ["\(path)a", "x/"]))
    case .load(let path):
      return isRefused ? .failed(path: path, reason: "no") : .loaded(path: path, .data(Data([1])))
    case .save(_, let path, let overwriting):
      guard overwriting else { return .exists(path: path) }
      return isRefused ? .failed(path: path, reason: "no") : .saved(path: path)
    }
  }
}
