import DefaultsSchema
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// Random lines that are typed into the editor on plain lines.
@Suite struct PlainRandomTests {
  private let fixture = NotesFixture()

  @Test(.thorough) func `no line traps, and every session ends`() {
    var generator = SeededGenerator(seed: 7)
    let words = [
      "1", "2", "5", "8", "off", "40", "", "", "C", "s", "x", "x 1-4", "X", "R", "D", "o", "c", "v",
      "t", "/a", "/", "//b", ":", "?", "3?", "list", "y", "n", "Enter", "Esc", "Tab", "u", "U", "e",
      "^X", "r 2", ",", "F1", "L", "b", "!", "[1]", "dark", "w", "i", "=", "filter", "S-Tab", "q",
    ]
    for _ in 0..<20 {
      let lines = (0..<40).map { _ in words[Int(generator.next() % UInt64(words.count))] }
      let script = PlainScript(lines, isInteractive: false)
      let session = EditorSession(
        screen: RecordingScreen(size: Size(columns: 100, rows: 200)),
        source: EditorSession.Source(registry: SchemaRegistry([fixture.schema])),
        suite: fixture.suite,
        now: { "2026-03-14T09:26:53Z" },
        work: { $0() }
      )
      _ = session.run(on: script)
      #expect(session.state.isFinished)
      #expect(!script.said.isEmpty)
    }
  }
}
