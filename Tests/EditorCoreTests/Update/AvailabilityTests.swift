import Defaults
import DefaultsSchema
import Synchronization
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// Controls that conditions of the app disable and hide while the editor is open.
@Suite struct AvailabilityTests {
  private let suite: Defaults.Suite
  private let store: TroubledStore
  private let syncs: Defaults.Key<Bool>
  private let server: Defaults.Key<String>
  private let port: Defaults.Key<Int>

  init() {
    store = TroubledStore()
    suite = Defaults.Suite(name: "org.example.sync", store: store)
    syncs = Defaults.Key("syncs", default: false, suite: suite)
    server = Defaults.Key("server", default: "", suite: suite)
    port = Defaults.Key("port", default: 80, suite: suite)
  }

  private var schema: Schema {
    Schema(suite: suite, title: "Sync") {
      Section("General") {
        Toggle("Synchronize", key: syncs)
        TextField("Server", key: server).disabled(when: .isOff(syncs))
        NumberField("Port", key: port).hidden(when: .key(server) { $0.isEmpty })
      }
    }
  }

  private enum Step {
    case press(String)
    case perform(() throws -> Void)
    case check((EditorState, Frame) -> Void)
  }

  /// Runs a session whose work is performed at once, or by the steps if a queue is given.
  private func run(
    size: Size = Size(columns: 80, rows: 24),
    queue: WorkQueue? = nil,
    schema: Schema? = nil,
    _ steps: [Step]
  ) {
    let screen = RecordingScreen(size: size)
    let session = EditorSession(
      screen: screen,
      source: .init(registry: SchemaRegistry([schema ?? self.schema])),
      suite: suite,
      now: { "2026-03-14T09:26:53Z" }
    ) { work in
      if let queue { queue.add(work) } else { work() }
    }
    queue?.release()
    var rest = steps[...]
    var events: [Event] = []
    screen.whenEmpty = {
      while events.isEmpty, let step = rest.popFirst() {
        switch step {
        case .press(let keys):
          events = (try? EditorCoreTests.Step.presses(keys).map { .key($0) }) ?? []
        case .perform(let perform):
          #expect(throws: Never.self) { try perform() }
          events = [.wake]
        case .check(let check): check(session.state, screen.frame)
        }
      }
      return events.isEmpty ? nil : events.removeFirst()
    }
    _ = session.run()
  }

  @Test func `a disabled key says why, and cannot be changed`() {
    run([
      .press("j"),
      .check { _, frame in
        #expect(frame.text.contains(">  Server"))
        #expect(frame.text.contains("Disabled while Synchronize is off."))
        #expect(!frame.text.contains("Port"))
      },
      .press("<Enter>"),
      .check { _, frame in
        #expect(frame.text.contains("Disabled while Synchronize is off. Nothing was changed."))
      },
      .press("<Esc>k j<Enter>example.org<Enter>"),
      .check { _, frame in
        #expect(frame.text.contains(">* Server"))
        #expect(frame.text.contains("   Port"))
      },
    ])
    #expect(Defaults[server] == "example.org")
  }

  @Test(arguments: [Size(columns: 40, rows: 12), Size(columns: 120, rows: 40)])
  func `the reason is shown on every kind of screen`(size: Size) {
    run(
      size: size,
      [
        .press("j"),
        .check { _, frame in
          let words = frame.text.split { " │\n".contains($0) }.joined(separator: " ")
          #expect(words.contains("Disabled while Synchronize is off."))
        },
      ]
    )
  }

  @Test func `code of the app that writes all the time does not keep the editor from drawing`() {
    let screen = RecordingScreen(size: Size(columns: 80, rows: 24))
    let count = Mutex(0)
    var isDrawn = false
    screen.whenEmpty = {
      isDrawn = screen.frame.text.contains("Synchronize") && count.withLock { $0 } < 100
      return nil
    }
    // Each evaluation of the conditions is followed by another change, as by one of another thread.
    _ = EditorSession(
      screen: screen,
      source: .init(registry: SchemaRegistry([schema])),
      suite: suite,
      now: { "2026-03-14T09:26:53Z" }
    ) { work in
      work()
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number < 1000 { Defaults[port] = number }
    }
    .run()
    #expect(isDrawn)
  }

  @Test func `rows follow a change that is made elsewhere`() {
    run([
      .perform { Defaults[syncs] = true },
      .check { _, frame in #expect(frame.text.contains("   Server")) },
      .perform {
        // Called after the session's own observer, which was added before.
        let isTold = Mutex(false)
        let observation = suite.observeStoredValues { _ in isTold.withLock { $0 = true } }
        defer { observation.invalidate() }
        _ = try store.commit(["server": .string("example.org")])
        suite.reload()
        #expect(waitUntil { isTold.withLock { $0 } })
      },
      .check { _, frame in #expect(frame.text.contains("   Port")) },
      .perform { Defaults.reset(server) },
      .check { _, frame in #expect(!frame.text.contains("Port")) },
    ])
  }

  @Test func `the cursor goes to the next row when its row is hidden`() {
    Defaults[syncs] = true
    Defaults[server] = "example.org"
    run([
      .press("G"),
      .check { state, _ in #expect(state.suite.selection == .key("port")) },
      .perform { Defaults.reset(server) },
      .check { state, _ in #expect(state.suite.selection == .key("server")) },
    ])
  }

  @Test func `a set key is hidden too, also in a filtered list, unless the filter asks for it`() {
    Defaults[port] = 81
    Defaults[server] = "example.org"
    run([
      .press("/port<Enter>"),
      .check { state, _ in #expect(state.suite.listing.shown.count == 1) },
      .perform { Defaults.reset(server) },
      .check { state, frame in
        #expect(state.suite.listing.shown.isEmpty)
        #expect(frame.text.contains("No key matches"))
      },
      .perform { Defaults[server] = "example.org" },
      .check { state, _ in #expect(state.suite.listing.shown.count == 1) },
      .perform { Defaults.reset(server) },
      .press("/<C-u>@hidden<Enter>"),
      .check { state, _ in #expect(state.suite.listing.shown.count == 1) },
    ])
  }

  @Test func `an open edit is kept, and is not stored, while its key is disabled`() {
    Defaults[syncs] = true
    run([
      .press("j<Enter>abc"),
      .perform { Defaults[syncs] = false },
      .press("<Enter>"),
      .check { state, frame in
        guard state.screen is EditScreen else {
          Issue.record("The edit was closed.")
          return
        }
        #expect(frame.text.contains("Not saved: Disabled while Synchronize is off."))
      },
      .perform { #expect(Defaults[server].isEmpty) },
      .perform { Defaults[syncs] = true },
      .press("<Enter>"),
      .perform { #expect(Defaults[server] == "abc") },
    ])
  }

  @Test func `a slow condition is evaluated once for all changes that arrive meanwhile`() {
    let count = Mutex(0)
    let schema = Schema(suite: suite, title: "Sync") {
      Section("General") {
        Toggle("Synchronize", key: syncs).disabled(
          when: .init {
            count.withLock { $0 += 1 }
            return false
          }
        )
      }
    }
    let queue = WorkQueue()
    run(
      queue: queue,
      schema: schema,
      [
        .perform { queue.release() },
        .perform { count.withLock { $0 = 0 } },
        .perform { Defaults[port] = 1 },
        .perform { Defaults[port] = 2 },
        .perform { Defaults[port] = 3 },
        .check { _, _ in #expect(queue.count == 1) },
        .perform { queue.release() },
        .perform { queue.release() },
        .perform { queue.release() },
      ]
    )
    #expect(count.withLock { $0 } == 2)
  }
}
