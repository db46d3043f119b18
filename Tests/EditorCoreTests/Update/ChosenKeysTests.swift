import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import Foundation
import Terminal
import Testing

@testable import EditorCore

/// Commands that act on marked keys of several suites, in the search of all suites.
@Suite struct ChosenKeysTests {
  private var state = EditorState(
    document: Document(suiteName: "org.example.a", stored: ["proxy": .string("old")]),
    suites: ["org.example.a", "org.example.b", "org.example.c"].map { SuiteSummary(name: $0) },
    size: Size(columns: 80, rows: 24)
  )

  init() throws {
    state.session.canLock = true
    _ = try press("/proxy<S-Tab>")
    for name in ["org.example.b", "org.example.c"] {
      let stored: [Defaults.KeyName: Defaults.StoredValue] = ["proxy": .string("old")]
      _ = update(&state, .searched(Document(suiteName: name, stored: stored)))
    }
    while state.hasWork { state.proceed() }
    _ = try press("<M-a>")
  }

  private mutating func press(_ text: String) throws -> [Effect] {
    try Step.presses(text).flatMap { update(&state, .event(.key($0))) }
  }

  /// Returns the plan of a request, made from what is stored.
  private func planned(_ request: PlanRequest) -> Action {
    let store = Defaults.InMemoryStore()
    let suite = Defaults.Suite(name: "org.example.any", store: store)
    suite.setStoredValue(.string("old"), forKey: "proxy")
    let parts = request.parts.map { part -> PlanOutcome in
      guard case .values(let values) = part.wanted else { return .failed("No values.") }
      return .planned(PlannedChange(plan: Plan(values, for: suite, schema: nil)))
    }
    let planned = PlannedChange(plan: Plan([:], for: suite, schema: nil), parts: parts)
    return .planned(request, .planned(planned))
  }

  /// Requests a reset of all three, and agrees to the plan.
  private mutating func requestReset() throws -> ApplyRequest {
    let request = try #require(try press("<F8>").first?.request as? PlanRequest)
    #expect(request.parts.map(\.suiteName) == ["org.example.a", "org.example.b", "org.example.c"])
    _ = update(&state, planned(request))
    return try #require(try press("y").first?.request as? ApplyRequest)
  }

  @Test mutating func `a plan that arrives after something else was begun is not shown`() throws {
    let request = try #require(try press("<F8>").first?.request as? PlanRequest)
    _ = try press("<F1>")
    _ = update(&state, planned(request))
    #expect(state.screen is HelpScreen)
    _ = try press("<C-c>")
    _ = update(&state, planned(request))
    #expect(state.screen is PlanScreen)
  }

  @Test mutating func `a question names the suite, also if the marked keys are all of one`() throws
  {
    func title() throws -> String? { try (press("<F8>").first?.request as? PlanRequest)?.title }
    #expect(try title() == "Reset 3 keys in 3 suites?")
    // A mark on the key of the shown suite, then on the next one.
    _ = try press("<M-a><C-t>")
    #expect(try title() == "Reset proxy?")
    _ = try press("<M-a><M-a><C-t>")
    #expect(try title() == "Reset proxy of org.example.b?")
    _ = try press("<F2>")
    #expect(view(state).text.contains("proxy of org.example.b"))
  }

  private static func entry(_ id: String) -> Defaults.HistoryEntry.Own {
    Defaults.HistoryEntry.Own(id: id)
  }

  @Test mutating func `one undo takes back what was changed together`() throws {
    let request = try requestReset()
    let outcomes = ["1", "2", "3"].map { ApplyOutcome.applied(backup: nil, entry: Self.entry($0)) }
    _ = update(&state, .applied(request, .parts(outcomes)))
    #expect(view(state).text.contains("Reset 3 keys in 3 suites."))
    let effect = try #require(try press("<Esc><Esc>u").first { $0.request is [RestoreRequest] })
    let undos = try #require(effect.request as? [RestoreRequest])
    #expect(Set(undos.map(\.suiteName)) == Set(request.parts.map(\.request.suiteName)))
    // One was changed by another program since, so it is undone after a question.
    let newer = NewerValue(key: "proxy", wanted: .string("old"), now: .string("newer"))
    let restored = undos.enumerated().map { number, request in
      let entry = Defaults.HistoryEntry(
        id: "\(number + 1)",
        date: Date(timeIntervalSince1970: 0),
        author: .init(user: "ada", program: "prefs", process: 1),
        changes: [],
        cause: .reset
      )
      return (request, number == 1 ? RestoreOutcome.changedSince([newer]) : .restored(entry))
    }
    _ = update(&state, .restored(restored))
    let failure =
      "Undone in 2 suites. Failed in \(undos[1].suiteName): proxy changed elsewhere since."
    #expect(state.feedback.unreadFailures.map(\.text) == [failure])
  }

  @Test mutating func `marks end with the change also if all keys are of the shown suite`() throws {
    _ = try press("<M-a>")
    _ = try press("<C-t>")
    let request = try #require(try press("<F8>").first?.request as? PlanRequest)
    #expect(request.parts.isEmpty && request.suiteName == "org.example.a")
    let store = Defaults.InMemoryStore()
    let suite = Defaults.Suite(name: "org.example.any", store: store)
    suite.setStoredValue(.string("old"), forKey: "proxy")
    guard case .values(let values) = request.wanted else { return #expect(Bool(false)) }
    let planned = PlannedChange(plan: Plan(values, for: suite, schema: nil))
    _ = update(&state, .planned(request, .planned(planned)))
    let apply = try #require(try press("y").first?.request as? ApplyRequest)
    _ = update(&state, .applied(apply, .applied(backup: nil, entry: Self.entry("1"))))
    #expect(state.screen(SuiteSearchScreen.self)?.marked.isEmpty == true)
  }

  @Test mutating func `an export that finds a file says so while something else is shown`() throws {
    var request = ExportRequest(
      keys: ["org.example.a": ["proxy"]],
      form: .json,
      isOfValuesInUse: false
    )
    request.path = "/tmp/mine.json"
    _ = try press("<F1>")
    _ = update(&state, .exported(request, .exists))
    #expect(view(state).text.contains("Nothing was exported: /tmp/mine.json exists."))
  }

  @Test mutating func `a plan of which no part can be made says why`() throws {
    let request = try #require(try press("<F8>").first?.request as? PlanRequest)
    let parts = request.parts.map { PlanOutcome.failed("\($0.suiteName) is damaged.") }
    let planned = PlannedChange(plan: .empty, parts: parts)
    _ = update(&state, .planned(request, .planned(planned)))
    let text = try #require(state.feedback.unreadFailures.first?.text)
    #expect(text.hasPrefix("Failed in 3 suites: org.example.a: org.example.a is damaged. "))
    #expect(state.screen is SuiteSearchScreen)
  }

  @Test mutating func `an undo that is refused everywhere undoes nothing`() throws {
    let request = try requestReset()
    let outcomes = ["1", "2", "3"].map { ApplyOutcome.applied(backup: nil, entry: Self.entry($0)) }
    _ = update(&state, .applied(request, .parts(outcomes)))
    let effect = try #require(try press("<Esc><Esc>u").first { $0.request is [RestoreRequest] })
    let undos = try #require(effect.request as? [RestoreRequest])
    _ = update(&state, .restored(undos.map { ($0, .refused("It is locked.")) }))
    let text = try #require(state.feedback.unreadFailures.first?.text)
    #expect(text.hasPrefix("Failed in 3 suites: ") && state.changeOrder.canUndo)
    // If nothing is left to undo, it says so.
    _ = update(&state, .restored(undos.map { ($0, .nothing) }))
    #expect(state.feedback.notice?.text.hasPrefix("Nothing to undo in this session.") == true)
  }

  @Test mutating func `a suite that fails stops no other, and is named`() throws {
    let request = try requestReset()
    let done = ApplyOutcome.applied(backup: nil, entry: Self.entry("1"))
    _ = update(&state, .applied(request, .parts([done, .failed("The disk is full."), .pending])))
    let failure =
      "Reset 2 keys in 2 suites. Failed in 2 suites: org.example.b: The disk is full. "
      + "org.example.c: not on disk yet."
    #expect(state.feedback.unreadFailures.map(\.text) == [failure])
    // What was not changed keeps its mark.
    let marked = state.screen(SuiteSearchScreen.self)?.marked
    #expect(marked == [SuiteKey(suiteName: "org.example.b", key: "proxy")])
  }

  @Test mutating func `keys of several suites are locked with one reason`() throws {
    let effects = try press("<M-t>Because.<Enter>")
    let requests = try #require(effects.first?.request as? [LockRequest])
    #expect(requests.map(\.suiteName) == ["org.example.a", "org.example.b", "org.example.c"])
    #expect(
      requests.allSatisfy { $0.reason == "Because." && $0.values == ["proxy": .string("old")] }
    )
    _ = update(&state, .changedLocks(requests, problems: [nil, "It did not work.", nil]))
    let failure =
      "2 keys in 2 suites are locked for all users. Failed in org.example.b: It did not work."
    #expect(state.feedback.unreadFailures.map(\.text) == [failure])
  }

  @Test mutating func `an export has the values of each suite under its name`() throws {
    let effects = try press("<F6>4<Enter>")
    let request = try #require(effects.first?.request as? ExportRequest)
    let suites = ["org.example.a", "org.example.b", "org.example.c"].map { name in
      let suite = Defaults.Suite(name: name, store: Defaults.InMemoryStore())
      suite.setStoredValue(.string("old"), forKey: "proxy")
      return (suite: suite, schema: nil as Schema?)
    }
    guard case .text(let text, count: 3, secrets: 0) = request.run(suites) else {
      Issue.record("nothing was exported")
      return
    }
    let document = try ValueDocument(parsing: Array(text.utf8))
    #expect(document.suites == ["org.example.a", "org.example.b", "org.example.c"])
  }
}
