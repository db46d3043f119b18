import Defaults
import DefaultsSchema
import Dispatch
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// Who has changed keys elsewhere, while another program changes them all the time.
@Suite struct AuthorSearchTests {
  private let fixture = NotesFixture()
  private let directory: TemporaryDirectory
  private let other: Defaults.Suite

  init() throws {
    directory = try TemporaryDirectory()
    other = Defaults.Suite(name: fixture.suite.name, store: fixture.store)
    other.keepHistory(Defaults.HistoryOptions(program: "notesd", directory: directory.path))
  }

  private func change(to value: Int) throws {
    try other.write(["general.autosaveInterval": .integer(Int128(value))])
    try other.flush()
    fixture.suite.reload()
    let isTold = DispatchSemaphore(value: 0)
    fixture.suite.afterReports { isTold.signal() }
    isTold.wait()
  }

  @Test func `what was read of a history is kept, and what is new is added`() throws {
    let options = Defaults.HistoryOptions(program: "test", directory: directory.path)
    fixture.suite.keepHistory(options)
    let history = KnownHistory(of: fixture.suite, program: "test")
    #expect(try history.lastChanges().numbers.isEmpty)
    try change(to: 10)
    try other.write(["general.userName": .string("Eve")])
    try other.flush()
    let first = try history.lastChanges()
    #expect(first.numbers == ["general.autosaveInterval": 0, "general.userName": 1])
    try other.forgetHistory(forKey: "general.userName")
    #expect(try history.lastChanges().numbers == ["general.autosaveInterval": 0])
    try change(to: 20)
    #expect(try history.lastChanges().numbers == ["general.autosaveInterval": 1])
  }

  @Test func `a change of a secret has an author only if it was recorded just now`() throws {
    let options = Defaults.HistoryOptions(program: "test", directory: directory.path)
    fixture.suite.keepHistory(options)
    let history = KnownHistory(of: fixture.suite, program: "test")
    let key: Defaults.KeyName = "apiToken"
    try other.write([key: .string("one")])
    try other.flush()
    #expect(history.authors(of: [key])[key]?.name.hasPrefix("notesd") == true)
    // A program without a history has changed it again, so nothing new is recorded.
    #expect(history.authors(of: [key]).isEmpty)
    try other.write([key: .string("three")])
    try other.flush()
    #expect(history.authors(of: [key]).count == 1)
  }

  @Test func `what is not recorded yet is looked for again, and each pause is longer`() {
    var search = AuthorSearch()
    let key = SuiteKey(suiteName: "org.example.notes", key: "general.userName")
    let start = ContinuousClock.now
    func pauses(after seconds: Int) -> [Double] {
      search.add([key])
      var pauses: [Double] = []
      let time = start + .seconds(seconds)
      while !search.begin(at: time).isEmpty {
        pauses.append(search.pause)
        search.end(found: [])
        search.rest(at: time)
      }
      return pauses
    }
    #expect(pauses(after: 0) == [0.1, 0.2, 0.4, 0.8, 1])
    // Another program that changes a key all the time causes no more searches than one a second.
    #expect(pauses(after: 1) == [1, 1, 1, 1, 1])
    #expect(pauses(after: 3) == [0.1, 0.2, 0.4, 0.8, 1])
  }

  @Test func `many changes cause one search, which is not in front of a write`() throws {
    let (work, searches, timers) = (WorkQueue(), WorkQueue(), WorkQueue())
    let screen = RecordingScreen(size: Size(columns: 100, rows: 30))
    var source = EditorSession.Source(registry: SchemaRegistry([fixture.schema]))
    source.history = Defaults.HistoryOptions(program: "test", directory: directory.path)
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: fixture.suite,
      now: { "2026-03-14T09:26:53Z" },
      work: work.add,
      lookUp: searches.add,
      later: { _, closure in timers.add(closure) }
    )
    work.release()
    var author: String? { session.state.suite.authors["general.autosaveInterval"]?.name }
    var steps: [() throws -> Void] = [{}]
    steps += (1...20).map { number in { try change(to: 5 * number) } }
    steps += [
      {
        #expect(work.isEmpty)
        #expect(searches.count == 1)
        searches.release()
      },
      {
        #expect(author?.hasPrefix("notesd (") == true)
        #expect(screen.frame.text.contains("by notesd"))
        #expect(work.isEmpty)
        // A change within the pause waits for the next search.
        try change(to: 200)
      },
      {
        #expect(author == nil)
        #expect(searches.isEmpty)
        timers.release()
      },
      { searches.release() },
      { #expect(author?.hasPrefix("notesd (") == true) },
    ]
    try run(session, on: screen, steps)
  }

  @Test func `who has locked or unlocked a key is found in the history of the locks`() throws {
    let key: Defaults.KeyName = "general.autosaveInterval"
    let path = "\(fixture.layers.path)/managed/\(fixture.suite.name).plist"
    let administrator = Defaults.Suite(name: fixture.suite.name, file: path, layerDirectories: nil)
    administrator.keepHistory(
      Defaults.HistoryOptions(program: "prefs lock", directory: directory.path)
    )
    try change(to: 10)
    var source = EditorSession.Source(registry: SchemaRegistry([fixture.schema]))
    source.history = Defaults.HistoryOptions(program: "test", directory: directory.path)
    source.locks = { Defaults.Suite(name: $0, file: path, layerDirectories: nil) }
    let screen = RecordingScreen(size: Size(columns: 100, rows: 30))
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: fixture.suite,
      now: { "2026-03-14T09:26:53Z" },
      work: { $0() },
      lookUp: { $0() },
      later: { [timers = fixture.timers] _, closure in timers.add(closure) }
    )
    var author: String? { session.state.suite.authors[key]?.name }
    func lock(at value: Defaults.StoredValue?) throws {
      try administrator.write([key: value])
      try administrator.flush()
      fixture.suite.reload()
      let isTold = DispatchSemaphore(value: 0)
      fixture.suite.afterReports { isTold.signal() }
      isTold.wait()
      fixture.timers.release()
    }
    let steps: [() throws -> Void] = [
      {},
      { try lock(at: .integer(60)) },
      {
        #expect(author?.hasPrefix("prefs lock (") == true)
        #expect(screen.frame.text.contains("was locked by prefs lock ("))
        try lock(at: nil)
      },
      { #expect(screen.frame.text.contains("is no longer locked by prefs lock (")) },
    ]
    try run(session, on: screen, steps)
  }

  /// Runs a session that takes a step whenever no event is left.
  private func run(
    _ session: EditorSession,
    on screen: RecordingScreen,
    _ steps: [() throws -> Void]
  ) throws {
    var rest = steps[...]
    var failure: (any Error)?
    screen.whenEmpty = {
      guard failure == nil, let step = rest.popFirst() else { return nil }
      do { try step() } catch { failure = error }
      return .wake
    }
    _ = session.run()
    if let failure { throw failure }
    #expect(rest.isEmpty)
  }
}
