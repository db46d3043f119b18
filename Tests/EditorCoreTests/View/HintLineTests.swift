import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// The hints for which there is always room.
struct HintLineTests {
  @Test(arguments: [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24)])
  func `every open edit says how to close, and how to save what is not stored`(size: Size) throws {
    let fixture = NotesFixture()
    var state = EditorState(
      document: Document(schema: fixture.schema, stored: [:]),
      size: size
    )
    var modes: Set<KeyMode> = []
    for index in 0..<state.document.count {
      state.suite.selection = .key(state.document.key(at: state.document.slot(at: index)))
      _ = update(&state, .event(.key(KeyPress(.function(2)))))
      guard state.screen is EditScreen else { continue }
      modes.insert(state.keyMode)
      let hints = (view(state).text.split(separator: "\n").last ?? "").split(separator: " ")
      // A list stores each finished change at once, so an untouched one has nothing to save.
      let savesAtOnce = KeyMode.ofItems.contains(state.keyMode) || state.keyMode == .data
      let savesOnKey = hints.contains("save") || hints.contains("choose")
      #expect(savesOnKey == !savesAtOnce, "\(state.keyMode): \(hints)")
      #expect(hints.contains("close") && hints.contains("help"), "\(state.keyMode): \(hints)")
      _ = update(&state, .event(.key(KeyPress(.escape))))
      try #require(state.screens.isEmpty)
    }
    #expect(modes.count > 4)
  }
}
