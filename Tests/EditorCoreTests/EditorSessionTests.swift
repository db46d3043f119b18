import Defaults
import DefaultsSchema
import Foundation
import Synchronization
import Terminal
import Testing

@testable import EditorCore

/// A session on a disk that answers only when the test lets it.
@Suite struct EditorSessionTests {
  private let queue = WorkQueue()

  /// One step of a session.
  private enum Step {
    case press(String)
    case event(Event)
    /// Lets the disk answer.
    case release
    /// Lets the disk answer, and presses a key before the session knows.
    case releaseAndPress(KeyPress)
    /// Makes the stored values unreadable.
    case damage
    case check((EditorState, Frame) -> Void)
  }

  /// Runs a session and returns what is stored at the end; with `isRead`, the values are read before
  /// the disk gets slow.
  @discardableResult
  private func run(
    _ steps: [Step],
    isRead: Bool = true
  ) throws -> [Defaults.KeyName: Defaults.StoredValue] {
    let fixture = NotesFixture()
    let screen = RecordingScreen(size: Size(columns: 80, rows: 24))
    let session = EditorSession(
      screen: screen,
      source: .init(registry: SchemaRegistry([fixture.schema])),
      suite: fixture.suite,
      now: { "2026-03-14T09:26:53Z" },
      work: queue.add,
      finishWork: { [queue] in
        #expect(screen.suspendCount == 0)
        queue.release()
      }
    )
    if isRead { queue.release() }
    var rest = steps[...]
    var events: [Event] = []
    screen.whenEmpty = {
      while events.isEmpty, let step = rest.popFirst() {
        switch step {
        case .press(let keys):
          events = (try? EditorCoreTests.Step.presses(keys).map { .key($0) }) ?? []
        case .event(let event): events = [event]
        case .release:
          queue.release()
          events = [.wake]
        case .releaseAndPress(let press):
          queue.release()
          events = [.key(press)]
        case .damage: try? fixture.trouble(true, \.isDamaged)
        case .check(let check): check(session.state, screen.frame)
        }
      }
      return events.isEmpty ? nil : events.removeFirst()
    }
    _ = session.run()
    queue.release()
    return fixture.suite.storedValues()
  }

  @Test func `a session that has ended is released`() throws {
    let fixture = NotesFixture()
    weak var ended: EditorSession?
    do {
      let keys = try EditorCoreTests.Step.presses("j<Space><Enter><Esc>/x<Esc>vu<Esc>q")
      let session = EditorSession(
        screen: RecordingScreen(size: Size(columns: 80, rows: 24), events: keys.map { .key($0) }),
        source: .init(registry: SchemaRegistry([fixture.schema])),
        suite: fixture.suite,
        now: { "2026-03-14T09:26:53Z" },
        work: { $0() }
      )
      _ = session.run()
      ended = session
    }
    try fixture.suite.flush()
    #expect(ended == nil)
  }

  @Test func `the list can be used while a write waits for the disk`() throws {
    let stored = try run([
      .press("j+"),
      .check { state, _ in #expect(state.isWaiting) },
      .press("jj"),
      .check { state, frame in
        #expect(state.suite.selection == .key("general.firstRun"))
        #expect(frame.text.contains(">  Date of first run"))
      },
      .event(.resize(Size(columns: 100, rows: 30))),
      .check { state, frame in
        #expect(state.size.columns == 100)
        #expect(frame.size.columns == 100)
      },
      .press("?"),
      .check { _, frame in #expect(frame.text.contains("Help: what the keys do")) },
      .press("<Esc>k<Enter>x"),
      .check { _, frame in #expect(frame.text.contains("4 of at most 40 characters")) },
      .press("<Enter>gg "),
      .check { state, _ in #expect(state.requests.writes.count == 3) },
      .release,
      .check { state, _ in #expect(!state.isWaiting) },
    ])
    #expect(
      stored == [
        "general.autosave": .bool(false), "general.autosaveInterval": .integer(35),
        "general.userName": .string("adax"),
      ]
    )
  }

  @Test func `the next change of a key is made from the value that is being written`() throws {
    let stored = try run([
      .press("   j+++<Enter>"),
      .check { _, frame in #expect(frame.text.contains("│ 45 ")) },
      .press("1<Esc>-"),
      .release,
    ])
    #expect(stored == ["general.autosave": .bool(false), "general.autosaveInterval": .integer(40)])
  }

  @Test func `quitting waits for the outcome of a write, ^C does not`() throws {
    _ = try run([
      .press(" q"),
      .check { state, _ in #expect(!state.isFinished) },
      .release,
      .check { _, _ in Issue.record("The session goes on after q and the outcome.") },
    ])
    _ = try run([
      .press(" q<C-c>"),
      .check { _, _ in Issue.record("The session goes on after ^C.") },
    ])
  }

  @Test func `changes wait for an undo, and moving does not`() throws {
    let stored = try run([
      .press("j+"), .release, .press("uj"),
      .check { state, _ in #expect(state.suite.selection == .key("general.userName")) },
      .press("k+j "),
      .check { state, _ in
        #expect(state.requests.writes.isEmpty)
        #expect(state.suite.selection == .key("general.autosaveInterval"))
      },
      .release, .release,
    ])
    #expect(stored == ["general.autosaveInterval": .integer(35)])
  }

  @Test func `input waits for the values of the suite, and the size of the screen does not`() throws
  {
    let stored = try run(
      [
        .press("j+"), .event(.resume), .event(.resize(Size(columns: 100, rows: 30))),
        .check { state, frame in
          #expect(state.document.isLoading)
          #expect(state.size.columns == 100)
          #expect(frame.size.columns == 100)
        },
        .release,
        .check { state, _ in #expect(state.suite.selection == .key("general.autosaveInterval")) },
        .release,
      ],
      isRead: false
    )
    #expect(stored == ["general.autosaveInterval": .integer(35)])
  }

  @Test(arguments: [KeyPress(.enter), .control("c")])
  func `a key that was pressed before a message was shown does not close it`(
    press: KeyPress
  ) throws {
    _ = try run([
      .damage, .press(" "), .releaseAndPress(press),
      .check { state, frame in
        #expect(state.showsMessage)
        #expect(frame.text.contains("Unreadable file kept"))
      },
      .event(.key(press)),
      .check { state, _ in #expect(!state.showsMessage && !state.isFinished) },
    ])
  }

  @Test func `an app that writes in a loop does not keep the editor from its input`() throws {
    let fixture = NotesFixture()
    let screen = RecordingScreen(
      size: Size(columns: 80, rows: 24),
      events: [.wake, .key(.character("j")), .wake, .key(.character("q"))]
    )
    let session = EditorSession(
      screen: screen,
      source: .init(registry: SchemaRegistry([fixture.schema])),
      suite: fixture.suite,
      now: { "2026-03-14T09:26:53Z" },
      work: { $0() }
    )
    let hasEnded = Atomic(false)
    let (isWriting, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let count = Mutex(0)
    Thread.detachNewThread {
      for number in 0..<300_000 where !hasEnded.load(ordering: .relaxed) {
        fixture.suite.set(number, forKey: "counter")
        count.withLock { $0 = number }
        if number == 100 { isWriting.signal() }
      }
      isDone.signal()
    }
    isWriting.wait()
    _ = session.run()
    hasEnded.store(true, ordering: .relaxed)
    isDone.wait()
    // The program has ended by the key, while the app was still writing.
    #expect(session.state.isFinished)
    #expect(count.withLock(\.self) < 299_999)
  }

  @Test func `reading again waits for the disk, and nothing waits for it`() throws {
    try run([
      .press("<C-l>"),
      .check { [self] _, _ in #expect(queue.count == 1) },
      .press("jj"),
      .check { state, _ in #expect(state.suite.selection == .key("general.userName")) },
      .event(.resume),
      .press("j"),
      .check { [self] state, _ in
        #expect(state.suite.selection == .key("general.firstRun"))
        #expect(queue.count == 2)
      },
    ])
  }

  @Test func `writes end before the program stops`() throws {
    try run([
      .press("j+"),
      .check { [self] _, _ in #expect(queue.count == 1) },
      .press("<C-z>"),
      .check { [self] _, _ in #expect(queue.isEmpty) },
    ])
  }

  @Test func `the clock is read for a date`() throws {
    let stored = try run([.press("jjj<Enter>;<Enter>"), .release])
    #expect(
      stored == ["general.firstRun": .date(try #require(DateText.parse("2026-03-14 09:26:53")))]
    )
  }
}
