import Defaults
import DefaultsSchema
@testable import EditorCore
import Terminal
import Testing

/// A suite is read while events are handled.
@Suite struct OpeningTests {
  private let fixture = NotesFixture()
  private let queue = WorkQueue()

  /// Runs a session whose work is done only when an event is due and a step calls for it.
  private func run(_ steps: [() -> Event]) -> (screen: RecordingScreen, end: Termination?) {
    let screen = RecordingScreen(size: Size(columns: 80, rows: 24))
    var steps = steps[...]
    screen.whenEmpty = { steps.popFirst()?() }
    let source = EditorSession.Source(registry: SchemaRegistry([fixture.schema]))
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: fixture.suite,
      now: { "2026-03-14T09:26:53Z" },
      work: queue.add
    )
    return (screen, session.run())
  }

  @Test(arguments: [
    (Event.key(.control("c")), nil), (.terminate(.signal(15)), Termination.signal(15)),
  ])
  func `the editor ends while a suite is still being read`(event: Event, end: Termination?) {
    let result = run([{ event }])
    #expect(result.end == end)
    #expect(!queue.isEmpty)
  }

  @Test func `nothing is shown for a moment, then that the keys are being read`() {
    var seen: [(Int, String)] = []
    let result = run([])
    #expect(result.screen.frameCount == 0)
    let screen = RecordingScreen(size: Size(columns: 80, rows: 24))
    screen.whenEmpty = {
      seen.append((screen.frameCount, screen.frame.text))
      return seen.count == 1 ? .resize(Size(columns: 80, rows: 24)) : nil
    }
    let source = EditorSession.Source(registry: SchemaRegistry([fixture.schema]))
    _ = EditorSession(
      screen: screen,
      source: source,
      suite: fixture.suite,
      now: { "2026-03-14T09:26:53Z" },
      work: { _ in }
    ).run()
    #expect(seen.map(\.0) == [0, 1])
    #expect(seen.last?.1.contains("The keys are being read.") == true)
  }

  @Test func `key presses made while a suite is read take effect when it is shown`() {
    let result = run([
      { .key(.character("j")) }, { .key(.character("j")) },
      {
        queue.release()
        return .wake
      },
    ])
    #expect(result.screen.frame.text.contains("general.userName"))
  }

  @Test func `a change that arrives before the values were read is in the list`() {
    let change = Action.Change(
      suiteName: "org.example.notes",
      key: "general.userName",
      layers: KeyLayers(stored: .string("eve")),
      isElsewhere: true
    )
    var state = EditorState(
      document: .opening(suiteName: "org.example.notes", title: "Notes"),
      size: Size(columns: 80, rows: 24)
    )
    _ = update(&state, .changed(change))
    #expect(state.document.count == 0)
    _ = update(&state, .opened(Document(schema: fixture.schema, stored: [:])))
    #expect(state.document.item("general.userName")?.stored == .string("eve"))
  }
}
