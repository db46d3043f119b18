import Defaults
import DefaultsSchema
import Foundation
import Terminal
import TestSupport

@testable import EditorCore

/// A session over the suite of the fixture that gets random events.
///
/// Writes wait in a queue and are performed some events later, as on a slow disk. Unless it is
/// alone, another program writes meanwhile, keys are locked, the schema changes, and the disk is
/// full or damaged. Whenever everything is settled, the shown values are compared with the stored
/// ones.
final class RandomSession {
  /// Who else writes during a session.
  enum Company: CaseIterable {
    /// Nobody.
    case alone
    /// Another program, an administrator and a bad disk, anywhere.
    case together
    /// Another program, the same few keys as the session.
    case contending
  }

  let fixture = NotesFixture()
  let company: Company
  var isAlone: Bool { company == .alone }
  var random: SeededGenerator
  let screen = RecordingScreen(size: Size(columns: 80, rows: 24))
  let session: EditorSession
  var problems: [String] = []
  /// What was done last, the newest at the end.
  var trail: [String] = []
  let queue = WorkQueue()
  var registry: SchemaRegistry
  /// How many changes were undone at the end.
  private(set) var undoCount = 0
  /// How many values of another program a question has shown.
  var questionCount: Int { asked.values.reduce(0) { $0 + $1.count } }
  /// How often the present difference between screen and disk was seen.
  var waits = 0
  /// The stored values of each key that were on the screen, and those that a question has shown.
  var shown: [Defaults.KeyName: Set<Defaults.StoredValue?>] = [:]
  var asked: [Defaults.KeyName: Set<Defaults.StoredValue?>] = [:]
  /// What comes next.
  var play: [PlayStep] = []
  /// The stored value with which the edit of a key began.
  var began: [Defaults.KeyName: Defaults.StoredValue?] = [:]

  init(seed: UInt64, _ company: Company) throws {
    random = SeededGenerator(seed: seed)
    self.company = company
    registry = SchemaRegistry([fixture.schema])
    for (key, value) in Self.start { fixture.suite.setStoredValue(value, forKey: key.string) }
    try fixture.suite.flush()
    var source = EditorSession.Source(registry: registry)
    let channel = fixture.channel
    source.watch = { learn in
      channel.open(learn)
      return nil
    }
    session = EditorSession(
      screen: screen,
      source: source,
      suite: fixture.suite,
      now: { "2026-03-14T09:26:53Z" },
      work: queue.add
    )
    queue.release()
  }

  static let start: [Defaults.KeyName: Defaults.StoredValue] = [
    "general.autosaveInterval": .real(60), "general.userName": .string("e\u{301}\r\n\u{1B}[31m"),
    "general.firstRun": .date(Date(timeIntervalSinceReferenceDate: 0.1)),
    "appearance.theme": .string("no theme"), "unknown.flag": .bool(true),
    "unknown.list": .array([.integer(1), .real(1), .array([.uid(7), .null])]),
    "unknown.dictionary": .dictionary(["a": .date(.distantPast), "b": .data(Data([0, 255]))]),
    "unknown.number": .real(-0.0), "unknown.text": .string("\u{202E}text"),
  ]

  // MARK: - Running

  /// Runs the session to its end.
  ///
  /// - Returns: what was wrong, with the events before it.
  func run(steps: Int) -> [String] {
    var left = steps
    var ending = Self.ending
    var isUndone = false
    var quits = 0
    screen.whenEmpty = { [unowned self] in
      if isSettled, !fixture.store.isQuiet, differenceIsPassing() { return .wake }
      check()
      noteShown()
      Soak.trace("\(company)", trail.last, session.state, screen)
      if left > 0, problems.isEmpty {
        left -= 1
        return nextEvent()
      }
      // Everything is told, the disk is well again, and all that was written is there.
      if fixture.store.isQuiet {
        fixture.store.isQuiet = false
        fixture.suite.reload()
        return .wake
      }
      if settle() { return .wake }
      if let event = ending.popFirst() { return note(event) }
      if isAlone, !isUndone, undoCount < 1000, canUndo {
        undoCount += 1
        // A screen over another one can need more presses of Esc than the ending has.
        guard session.state.isInList else { return .key(KeyPress(.escape)) }
        // Directly after an edit was closed, the key would reopen it.
        return .key(.character(session.state.feedback.reopens == nil ? "u" : "k"))
      }
      if !isUndone {
        isUndone = true
        if isAlone { checkUndone() }
        return .key(.character("q"))
      }
      // What is not on the disk is lost here, after a question.
      let answers = session.state.topScreen(MenuScreen.self)?.choices ?? []
      if quits < 5, let number = answers.firstIndex(where: { $0.title.hasPrefix("quit") }) {
        quits += 1
        ending = [.key(.character(Character("\(number + 1)"))), .key(KeyPress(.enter))]
        return .wake
      }
      // A message that appears meanwhile takes the key press.
      if quits < 5 {
        quits += 1
        ending = Self.ending + [.key(.character("q"))]
        return .wake
      }
      let state = session.state
      problem(
        "Esc and q do not end the program: \(state.keyMode), \(state.requests), "
          + "\(state.currentNotice?.text ?? "no notice"), \(screen.frame.text)"
      )
      return nil
    }
    _ = session.run()
    screen.whenEmpty = { nil }
    return problems
  }

  /// Five presses of Esc reach the list from everywhere; there, no key is edited any more.
  static let ending: ArraySlice<Event> = Array(
    repeating: .key(KeyPress(.escape)),
    count: 5
  )[...]

  var canUndo: Bool {
    let entries = (try? fixture.suite.history()) ?? []
    return Defaults.HistoryTimeline(entries).undoable.contains { $0.author.process == getpid() }
  }

  func note(_ event: Event) -> Event {
    trail.append(event.trailName)
    if trail.count > 30 { trail.removeFirst() }
    return event
  }

  func problem(_ text: String) {
    problems.append("\(text) after \(trail.joined(separator: ", "))")
  }
}
