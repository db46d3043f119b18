import Defaults
import DefaultsSchema
import Foundation
import Terminal
import TestSupport

@testable import EditorCore

/// Short sessions over two suites, one after the other, each of which is left at a random point.
///
/// Every text that is typed is unique. A typed text must be somewhere after the session: in the store,
/// now or before another program replaced it, in the file of parked input, or in a message that the
/// session has shown. A value of another program that was stored after an edit began is replaced only
/// after a question. Nothing that these sessions do discards input. Writes wait in a queue, and another
/// program stores the same keys meanwhile.
final class InterruptedSessions {
  private let fixture = NotesFixture()
  private let otherStore = TroubledStore()
  private let otherSuite: Defaults.Suite
  private let directory: TemporaryDirectory
  private let history: Defaults.HistoryOptions
  private let source: EditorSession.Source
  private var screen = RecordingScreen(size: InterruptedSessions.sizes[0])
  private var random: SeededGenerator
  private var queue = WorkQueue()
  private var session: EditorSession
  private var problems: [String] = []
  /// What was done in this session.
  private var trail: [String] = []
  private var play: [Step] = []
  private var typedCount = 0
  private var wayCount = 0

  /// The texts of the last input of each key.
  private var typed: [SuiteKey: Set<String>] = [:]
  /// All texts that were ever stored.
  private(set) var saved: Set<String> = []
  /// The key that is being edited.
  private var open: SuiteKey?
  /// The stored value with which the last edit of each key began, and those that a question has shown.
  private var began: [SuiteKey: Defaults.StoredValue?] = [:]
  private var asked: [SuiteKey: Set<Defaults.StoredValue?>] = [:]
  /// The stored value that the open question shows.
  private var questioned: Defaults.StoredValue??
  /// Whether the last key press has emptied what is being edited.
  private var wasCleared = false
  /// How many texts were found in the file of parked input, after sessions.
  private(set) var parkedCount = 0

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    directory = try TemporaryDirectory()
    history = Defaults.HistoryOptions(program: "test", directory: directory.path)
    let other = Defaults.Suite(name: "org.example.other", store: otherStore)
    otherSuite = other
    let schema = Schema(suite: other, title: "Other") {
      Section("General") {
        TextField(
          "Nickname",
          key: Defaults.Key<String>("InterruptedSessions.nickname", default: "", suite: other)
        )
      }
    }
    var source = EditorSession.Source(registry: SchemaRegistry([fixture.schema, schema]))
    source.history = history
    source.keepsPlaces = false
    self.source = source
    session = Self.session(source, fixture.suite, screen, queue)
  }

  private static func session(
    _ source: EditorSession.Source,
    _ suite: Defaults.Suite,
    _ screen: RecordingScreen,
    _ queue: WorkQueue
  ) -> EditorSession {
    EditorSession(
      screen: screen,
      source: source,
      suite: suite,
      now: { "2026-03-14T09:26:53Z" },
      work: queue.add
    )
  }

  /// Only on a wide screen, the hint of the key that quits is always there.
  private static let sizes = [Size(columns: 80, rows: 16), Size(columns: 160, rows: 16)]

  // MARK: - Running

  /// Runs sessions until something is lost.
  ///
  /// - Returns: what was lost, with the events of its session.
  func run(sessions count: Int) throws -> [String] {
    for number in 1...count where problems.isEmpty {
      trail = ["session \(number)"]
      try runSession()
    }
    return problems
  }

  private func runSession() throws {
    (queue, open, play, wayCount) = (WorkQueue(), nil, [], 0)
    for suite in [fixture.suite, otherSuite] {
      try suite.flush()
      suite.reload()
    }
    fixture.store.isQuiet = false
    // A screen that has reported the end of its terminal reports it again and again.
    screen = RecordingScreen(size: Self.sizes.randomElement(using: &random) ?? Self.sizes[0])
    session = Self.session(source, fixture.suite, screen, queue)
    queue.release()
    var left = Int.random(in: 10..<50, using: &random)
    screen.whenEmpty = { [unowned self] in
      observe()
      Soak.trace("left", trail.last, session.state, screen)
      left -= 1
      return left > 0 && problems.isEmpty ? nextEvent() : nextOfLeaving()
    }
    _ = session.run()
    screen.whenEmpty = { nil }
    release()
    try checkKept()
  }

  private func note(_ event: Event) -> Event {
    trail.append(event.trailName)
    return event
  }

  private func problem(_ text: String) {
    problems.append("\(text) after \(trail.joined(separator: ", "))")
  }

  // MARK: - Events

  private enum Step {
    case press(KeyPress)
    /// Types a text that is unique.
    case type
    case paste(String)
    /// Another program stores the selected key.
    case contend
  }

  /// The steps for key presses in the notation of scenarios, in which `*` types a text and `!` lets
  /// another program store the key.
  private static func steps(_ text: String) -> [Step] {
    let parts = text.split(separator: " ")
    return parts.flatMap { part -> [Step] in
      switch part {
      case "*": [.type]
      case "!": [.contend]
      case _ where part.hasPrefix("="): [.paste(String(part.dropFirst()))]
      default: ((try? EditorCoreTests.Step.presses(String(part))) ?? []).map(Step.press)
      }
    }
  }

  /// What users do with a text, a list and a suite; no key press here discards input.
  private static let plays: [[Step]] = [
    "s =other <Enter>", "s =notes <Enter>", "gg <Space> <Space>", "ggj + +",
    "ggjj <Enter> <C-u> * <Enter>", "ggjj <Enter> <C-u> * <C-s>", "ggjj <Enter> <C-u> * <Esc>",
    "ggjj <Enter> <C-u> *", "ggjj <Enter> <C-u> * ! <Enter>", "ggjj <Enter> <C-u> * ! <F9>",
    "ggjj <Enter> <C-u> * <Esc> ! u <Enter>",
    "ggjj <Enter> <C-u> * <Esc> ! k j <Enter> <F4> <Enter>",
    "ggjj ! <Enter> <C-u> * <Enter> <Enter>",
    "ggjjjjjj <Enter> a * <Enter> <C-s>", "ggjjjjjj <Enter> a * <Enter> <Esc>",
    "ggjjjjjj <Enter> a * <Enter> a * <Enter> K <Esc>",
    "ggjjjjjj <Enter> a * <Esc> u <Enter> <Esc>",
    "ggjjjjjj <Enter> a *", "ggjjjjjj <Enter> a * <Enter> <Esc> ! <Enter> <C-s>",
  ].map { steps("<Esc><Esc> " + $0) }

  private func nextEvent() -> Event {
    let state = session.state
    // Input that waits could be handled together with later input, and so discard what is not seen.
    let mustWait = state.isLeaving || state.requests.undosAndPlans > 0 || state.document.isLoading
    var isAsked = false
    if state.screen is ConflictScreen { isAsked = Int.random(in: 0..<4, using: &random) > 0 }
    switch mustWait ? 0 : Int.random(in: 0..<48, using: &random) {
    case 0..<2:
      release()
      return .wake
    case 4:
      contend()
      return .wake
    case 6..<8,
      _ where isAsked:
      play = []
      let press = noise.randomElement(using: &random) ?? KeyPress(.escape)
      return note(.key(press))
    default:
      if play.isEmpty { play = Self.plays.randomElement(using: &random) ?? [] }
      return nextOfPlay()
    }
  }

  /// The key presses between the plays: those of questions, and those that cover what is edited.
  private var noise: [KeyPress] {
    switch session.state.keyMode {
    case .conflict: ["m", "m", "m", "e", "b"].map(KeyPress.character) + [KeyPress(.function(1))]
    case .list:
      ["u", "U", "k", "j"].map(KeyPress.character) + [KeyPress(.tab), KeyPress(.function(1))]
    default: [KeyPress(.escape), KeyPress(.function(1)), KeyPress(.function(9)), KeyPress(.enter)]
    }
  }

  private func nextOfPlay() -> Event {
    switch play.removeFirst() {
    case .press(let press):
      wasCleared = press == .control("u")
      return note(.key(press))
    case .type:
      typedCount += 1
      return note(.paste("_\(typedCount)_"))
    case .paste(let text):
      return note(.paste(text))
    case .contend:
      contend()
      return .wake
    }
  }

  /// Stores the selected key as another program does; the event about it comes at once, or later than
  /// the next key presses.
  private func contend() {
    guard let key = session.state.selectedItem?.key else { return }
    let number = Int.random(in: 100..<1000, using: &random)
    let isNotes = session.state.document.suiteName == fixture.suite.name
    let (store, suite) = isNotes ? (fixture.store, fixture.suite) : (otherStore, otherSuite)
    let value: Defaults.StoredValue
    switch key {
    case "general.userName", "InterruptedSessions.nickname": value = .string("name \(number)")
    case "advanced.recentFiles": value = .array([.string("file \(number)")])
    default: return
    }
    store.isQuiet = Bool.random(using: &random)
    try? store.commitElsewhere([key: value])
    trail.append("\(store.isQuiet ? "unnoticed" : "outside") \(key) \(number)")
    if !store.isQuiet { suite.reload() }
  }

  /// Leaves the session in a random way, and if that does not end it, in another.
  private func nextOfLeaving() -> Event {
    wayCount += 1
    // A refused write keeps the session open.
    if session.state.isLeaving || wayCount.isMultiple(of: 4) {
      release()
      return .wake
    }
    if wayCount > 40 { problem("the session does not end") }
    switch wayCount > 20 ? 0 : Int.random(in: 0..<8, using: &random) {
    case 0: return note(.terminate(.signal(15)))
    case 1: return note(.terminate(.hangup))
    case 2: return note(.terminate(.signal(2)))
    case 3: return note(.key(.interrupt))
    case 4: return note(.key(KeyPress(.function(10))))
    case 5: return note(hint("q quit").map { .mouse($0) } ?? .key(KeyPress(.escape)))
    default: return note(.key(.character("q")))
    }
  }

  /// A click on a hint; nil if it is not on the screen.
  private func hint(_ text: String) -> MouseEvent? {
    let rows = screen.frame.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, row) in rows.enumerated() {
      guard let range = row.range(of: text) else { continue }
      let column = row.distance(from: row.startIndex, to: range.lowerBound)
      return MouseEvent(.press, row: number, column: column)
    }
    return nil
  }

  // MARK: - Checks

  /// Returns the unique texts in a value.
  private func texts(in value: Defaults.StoredValue?) -> Set<String> {
    Set("\(value ?? .null)".matches(of: /_[0-9]+_/).map { String($0.output) })
  }

  /// Records what is being edited, and what was stored.
  ///
  /// An edit that is opened must show or offer the last input of its key, unless that was stored.
  private func observe() {
    for store in [fixture.store, otherStore] {
      for value in store.takeSaved() { saved.formUnion(texts(in: value.value)) }
    }
    let state = session.state
    // Input of an earlier edit is offered until a value of the key is stored, the default for example.
    for (key, edit) in state.unfinished.saving where texts(in: edit.control.input).isEmpty {
      typed[key] = []
    }
    guard let edit = state.openEdit, edit.prompt == nil else {
      (open, questioned) = (nil, nil)
      return
    }
    let key = state.suiteKey(edit.key)
    let shown = texts(in: edit.control.input)
    if open != key {
      let offered = texts(in: state.unfinished.parked[key]?.input)
      let lost = typed[key, default: []].subtracting(saved).subtracting(shown).subtracting(offered)
      if !lost.isEmpty { problem("\(edit.key) was opened again without \(lost.sorted())") }
    }
    noteSeen(edit, key)
    open = key
    // Input of an earlier edit is offered until another value of the key is stored.
    if edit.control.isDirty || edit.hasStored || wasCleared { typed[key] = shown }
  }

  /// Records which stored values the user has seen before an edit is saved.
  private func noteSeen(_ edit: OpenEdit, _ key: SuiteKey) {
    // What a question has shown before an edit was closed is not what the edit was based on.
    if open != key, edit.control.isDirty { asked[key] = [] }
    if session.state.screen(ConflictScreen.self) != nil {
      asked[key, default: []].insert(edit.theirs)
      questioned = .some(edit.theirs)
    } else if let theirs = questioned {
      // The answer was to edit the input again, now for the newer value.
      began[key] = .some(theirs)
      questioned = nil
    }
    guard !edit.control.isDirty else { return }
    began[key] = .some(session.state.document.item(edit.key)?.stored)
  }

  /// Performs the work that waits.
  ///
  /// It replaces no value that another program has stored since the edit of the key began, unless a
  /// question has shown it.
  private func release() {
    queue.release()
    for (suite, store) in [(fixture.suite, fixture.store), (otherSuite, otherStore)] {
      try? suite.flush()
      for overwritten in store.takeOverwritten() {
        let (key, value) = (
          SuiteKey(suiteName: suite.name, key: overwritten.key), overwritten.value
        )
        guard began[key] != value, asked[key]?.contains(value) != true else { continue }
        let text = value.map { "\($0)" } ?? "nothing"
        problem("\(text) of another program was replaced in \(key.key), and nobody was asked")
      }
    }
  }

  /// Finds everything that was typed.
  private func checkKept() throws {
    observe()
    let messages = session.state.feedback.log.entries.map(\.message.text).joined(separator: "\n")
    for suite in [fixture.suite, otherSuite] {
      let parked = SuiteMemoryFile(of: suite, history)?.read().memory.parked ?? [:]
      for (key, typed) in typed where key.suiteName == suite.name {
        let kept = texts(in: parked[key.key])
        parkedCount += typed.intersection(kept).count
        let lost = typed.subtracting(saved).subtracting(kept).filter { !messages.contains($0) }
        if !lost.isEmpty {
          problem("\(lost.sorted()) of \(key.key) is neither stored nor kept")
        }
      }
    }
  }
}
