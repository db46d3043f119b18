import Defaults
import DefaultsSchema
import DefaultsTransfer
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

// What the session would answer to the effects of a random session.
extension RandomSessionTests {
  /// Performs an effect as the session would, with any outcome.
  ///
  /// - Returns: the effects of the outcome.
  static func answer(
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
    case let requests as [RestoreRequest] where requests.count == 1:
      let outcomes: [RestoreOutcome] = [
        .nothing, .refused("no"),
        .changedSince([NewerValue(key: "unknown.key", wanted: values[1])]),
      ]
      let isAllowed = !requests[0].overwrites.isEmpty
      let outcome = isAllowed ? nil : outcomes.randomElement(using: &random)
      return update(&state, .restored([(requests[0], outcome ?? .nothing)]))
    case let requests as [RestoreRequest]:
      let outcomes: [RestoreOutcome] = [.nothing, .refused("no"), .restored(entries[0])]
      return update(
        &state,
        .restored(
          requests.map { ($0, outcomes.randomElement(using: &random) ?? .nothing) }
        )
      )
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
    case let names as [String]
    where effect.name.hasPrefix("search") || effect.name.hasSuffix("again"):
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
        let parts = request.parts.map { _ in outcomes.randomElement(using: &random) ?? .pending }
        return update(&state, .applied(request, parts.isEmpty ? outcome : .parts(parts)))
      }
      let changes = ([request] + request.parts).flatMap { request in
        request.plan.rows.map { row in
          Action.Change(
            suiteName: request.request.suiteName,
            key: row.key,
            layers: KeyLayers(stored: row.wanted),
            isElsewhere: false
          )
        }
      }
      let outcome = ApplyOutcome.applied(backup: request.backupPath)
      let parts = request.parts.map { _ in outcome }
      return update(&state, .changes(changes))
        + update(&state, .applied(request, parts.isEmpty ? outcome : .parts(parts)))
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
    case .readHistories(ofSuite: name, and: nil), .readHistories(ofSuite: name, and: []):
      let history: KeyHistory =
        isRefused ? .failed("no") : .entries(entries.map { LayeredEntry(entry: $0) })
      let isOfAll = effect != .readHistories(ofSuite: name, and: nil)
      return update(&state, .histories([name: history], ofAll: isOfAll, shown: name))
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
    let outcome = EditorSession.outcome(of: request, context)
    guard case .planned(var planned) = outcome, !request.parts.isEmpty else { return outcome }
    planned.parts = request.parts.map { EditorSession.outcome(of: $0, context) }
    return .planned(planned)
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
