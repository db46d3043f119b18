import Defaults
import DefaultsSchema
import Foundation
import Terminal
import TestSupport

@testable import EditorCore

/// Whole sessions over the suite of the fixture, step by step, while another program writes as well.
///
/// The disk answers only when the test lets it. Input is kept on disk between sessions.
struct SessionDriver {
  let fixture: NotesFixture = NotesFixture()
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// One step of a session.
  enum Step {
    case press(String)
    case event(Event)
    /// Another program stores a value, and the session is told of it; the keys are pressed before it has
    /// drawn the value.
    case elsewhere(String, Defaults.StoredValue?, press: String = "")
    /// Another program stores a value, and the event about it has not arrived yet.
    case unnoticed(String, Defaults.StoredValue?)
    /// Performs the work that waits, and lets the session handle the outcome.
    case release
    /// Performs the work that waits, and presses keys before the session knows the outcome.
    case releaseAndPress(String)
    /// Makes the disk full, or well again.
    case full(Bool)
    case check((EditorState, String) throws -> Void)
  }

  /// Runs a session until its steps are used up.
  ///
  /// - Parameters:
  ///   - steps: the steps.
  ///   - change: changes the source of the session.
  /// - Returns: the last frame as text.
  /// - Throws: the error of a step.
  @discardableResult
  func run(
    _ steps: [Step],
    _ change: (inout EditorSession.Source) -> Void = { _ in }
  ) throws -> String {
    let queue = WorkQueue()
    let screen = RecordingScreen(size: Size(columns: 100, rows: 30))
    screen.waker = { [wakes = fixture.wakes] in wakes.signal() }
    var source = EditorSession.Source(registry: SchemaRegistry([fixture.schema]))
    source.history = Defaults.HistoryOptions(program: "test", directory: directory.path)
    change(&source)
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: fixture.suite,
      now: { "2026-03-14T09:26:53Z" },
      work: queue.add
    )
    queue.release()
    var rest = steps[...]
    // An earlier session may have left the cursor elsewhere.
    var events = try EditorCoreTests.Step.presses("gg").map { Event.key($0) }
    var failure: (any Error)?
    screen.whenEmpty = {
      do {
        while events.isEmpty, let step = rest.popFirst() {
          events = try perform(step, queue, session, screen)
        }
      } catch {
        failure = error
      }
      return events.isEmpty ? nil : events.removeFirst()
    }
    _ = session.run()
    queue.release()
    if let failure { throw failure }
    return screen.frame.text
  }

  /// Performs a step.
  ///
  /// - Returns: the events for the session.
  private func perform(
    _ step: Step,
    _ queue: WorkQueue,
    _ session: EditorSession,
    _ screen: RecordingScreen
  ) throws -> [Event] {
    switch step {
    case .press(let keys):
      return try EditorCoreTests.Step.presses(keys).map { .key($0) }
    case .event(let event):
      return [event]
    case .elsewhere(let key, let value, let keys):
      try fixture.writeElsewhere(value, forKey: key)
      return try keys.isEmpty ? [.wake] : EditorCoreTests.Step.presses(keys).map { .key($0) }
    case .unnoticed(let key, let value):
      fixture.store.isQuiet = true
      _ = try fixture.store.commit([Defaults.KeyName(key): value])
      return []
    case .release:
      queue.release()
      return [.wake]
    case .releaseAndPress(let keys):
      queue.release()
      return try EditorCoreTests.Step.presses(keys).map { .key($0) }
    case .full(let isFull):
      try fixture.trouble(isFull, \.isFull)
      return [.wake]
    case .check(let check):
      try check(session.state, screen.frame.text)
      return []
    }
  }

  /// The values on the disk.
  func stored() throws -> [Defaults.KeyName: Defaults.StoredValue] {
    try fixture.store.load(unlike: nil)?.values ?? [:]
  }

  /// Stores values before a session.
  func store(_ values: [Defaults.KeyName: Defaults.StoredValue?]) throws {
    _ = try fixture.store.commit(values)
    fixture.suite.reload()
  }
}
