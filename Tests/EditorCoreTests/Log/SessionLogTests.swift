import Defaults
import DefaultsSchema
import Dispatch
@testable import EditorCore
import Synchronization
import Terminal
import Testing

/// The lines that a session writes to its log.
@Suite struct SessionLogTests {
  /// The lines, the time, and how many lines there is room for.
  private final class Paper: Sendable {
    private struct State {
      var lines: [String] = []
      var time = 0
    }

    private let state = Mutex(State())
    private let room: Int

    init(room: Int = .max) {
      self.room = room
    }

    var lines: [String] { state.withLock(\.lines) }

    /// A log whose clock advances by a millisecond each time it is read.
    var log: SessionLog {
      SessionLog(
        append: { [self] line throws(Reason) in
          let isFull = state.withLock { state in
            if state.lines.count < room { state.lines.append(line) }
            return state.lines.count >= room
          }
          if isFull { throw Reason("The log has ended.") }
        },
        uptime: { [self] in
          state.withLock { state in
            state.time += 1
            return .milliseconds(state.time)
          }
        }
      )
    }
  }

  private let fixture = NotesFixture()

  /// Runs a session with events, after which the user hangs up.
  @discardableResult
  private func run(
    _ events: [Event],
    _ paper: Paper,
    schema: Schema? = nil,
    work: @escaping (@escaping @Sendable () -> Void) -> Void = { $0() }
  ) -> RecordingScreen {
    let screen = RecordingScreen(size: Size(columns: 80, rows: 24), events: events)
    let session = EditorSession(
      screen: screen,
      source: .init(registry: SchemaRegistry([schema ?? fixture.schema])),
      suite: fixture.suite,
      now: { "2026-03-14T09:26:53Z" },
      work: work,
      log: paper.log
    )
    _ = session.run()
    return screen
  }

  private func keys(_ text: String) throws -> [Event] {
    try Step.presses(text).map { .key($0) }
  }

  @Test func `a key press is followed by its action, the write with its result, and the frame`()
    throws
  {
    let paper = Paper()
    run(try keys(" "), paper)
    let lines = paper.lines
    let start = try #require(lines.firstIndex(of: "key: Space in list, toggle"))
    #expect(
      lines[start...].prefix(5) == [
        "key: Space in list, toggle",
        "[2] write general.autosave of org.example.notes",
        "[2] finished after 2.000 ms, with 1.000 ms of waiting",
        "changed in org.example.notes: general.autosave",
        "general.autosave of org.example.notes: saved",
      ]
    )
    let frame = try #require(lines[start...].first { $0.hasPrefix("frame: ") })
    #expect(frame.hasSuffix(" rows, 0 bytes, view 1.000 ms, output 1.000 ms"))
    #expect(lines.contains("end: the terminal is gone"))
  }

  @Test func `the suite, its file and the number of its keys are in the log`() {
    let paper = Paper()
    run([], paper)
    #expect(
      paper.lines.contains(
        "[1] read org.example.notes in /home/ada/.config/org.example.notes.plist"
      )
    )
    #expect(paper.lines.contains("org.example.notes: 8 keys, 0 set"))
  }

  @Test func `no typed text, no value and no reason that quotes one is in the log`() throws {
    let paper = Paper()
    let secret = Schema(suite: fixture.suite, title: "Notes") {
      Section("General") {
        SecureField("Token", key: Defaults.Key<String?>("token", suite: fixture.suite))
        NumberField(
          "Level",
          key: Defaults.Key<Int>("level", default: 30, suite: fixture.suite),
          in: 5...60
        )
      }
    }
    let events =
      try keys("<Enter>wxyz") + [.paste("quoted")] + keys("<Enter>j<Enter><C-u>7531<Enter><Esc>")
      + keys("/zwölf<Enter>") + [.paste("pasted")] + keys("Q<Esc>+")
    run(events, paper, schema: secret)
    #expect(fixture.suite.storedValue(forKey: "token") == .string("wxyzquoted"))
    #expect(paper.lines.contains("key: a character in secret"))
    #expect(paper.lines.contains("paste in secret"))
    #expect(paper.lines.contains("paste in list: 6 characters"))
    #expect(paper.lines.contains("key: Enter in number, save"))
    #expect(paper.lines.contains("key: a character in list, no action"))
    let text = paper.lines.joined(separator: "\n")
    for typed in ["wxyz", "quoted", "7531", "zwölf", "pasted", "•", "35"] {
      #expect(!text.contains(typed), "\(typed)")
    }
    #expect(!paper.lines.contains { $0.hasPrefix("key: w") || $0.hasPrefix("key: Q") })
  }

  @Test func `a change by another program is named by its key alone`() throws {
    let paper = Paper()
    let screen = RecordingScreen(size: Size(columns: 80, rows: 24))
    let fixture = fixture
    screen.waker = { fixture.wakes.signal() }
    var hasWritten = false
    screen.whenEmpty = {
      guard !hasWritten else { return nil }
      hasWritten = true
      try? fixture.writeElsewhere(.string("grace"), forKey: "general.userName")
      return .wake
    }
    _ = EditorSession(
      screen: screen,
      source: .init(registry: SchemaRegistry([fixture.schema])),
      suite: fixture.suite,
      now: { "2026-03-14T09:26:53Z" },
      work: { $0() },
      log: paper.log
    ).run()
    #expect(paper.lines.contains("changed elsewhere in org.example.notes: general.userName"))
    #expect(!paper.lines.joined().contains("grace"))
  }

  @Test func `a failure of the store is in the log in full`() throws {
    let paper = Paper()
    fixture.store.isFull = true
    run(try keys(" "), paper)
    #expect(paper.lines.contains("not on disk: general.autosave"))
    let error = try #require(paper.lines.first { $0.hasPrefix("error: ") })
    #expect(error.contains("/home/ada/.config/org.example.notes.plist"))
    #expect(paper.lines.contains("general.autosave of org.example.notes: pending"))
  }

  @Test func `work on a slow disk ends later, with the number of what requested it`() throws {
    let paper = Paper()
    let queue = WorkQueue()
    let screen = RecordingScreen(size: Size(columns: 80, rows: 24))
    var steps: [() -> Event] = [
      {
        queue.release()
        return .wake
      }, { .key(.character(" ")) }, { .key(.character("u")) }, { .key(.character(" ")) },
      {
        #expect(paper.lines.contains("[2] write general.autosave of org.example.notes"))
        #expect(!paper.lines.contains { $0.hasPrefix("[2] ended") })
        #expect(paper.lines.contains("input that waits: 1"))
        queue.release()
        return .wake
      },
    ]
    screen.whenEmpty = { steps.isEmpty ? nil : steps.removeFirst()() }
    _ = EditorSession(
      screen: screen,
      source: .init(registry: SchemaRegistry([fixture.schema])),
      suite: fixture.suite,
      now: { "2026-03-14T09:26:53Z" },
      work: queue.add,
      log: paper.log
    ).run()
    #expect(paper.lines.contains { $0.hasPrefix("[2] finished after ") })
  }

  @Test func `a log that cannot be written ends, says so once, and the editor goes on`() throws {
    let paper = Paper(room: 6)
    let screen = run(try keys(" "), paper)
    #expect(paper.lines.count == 6)
    #expect(screen.frame.text.split(separator: "The log has ended.").count == 2)
    #expect(fixture.suite.storedValues() == ["general.autosave": .bool(false)])
  }
}
