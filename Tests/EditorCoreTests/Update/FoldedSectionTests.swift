import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

@Suite struct FoldedSectionTests {
  @Test func `a schema changes after a folded section has lost its last key`() throws {
    let fixture = NotesFixture()
    var state = EditorState(
      document: Document(schema: fixture.schema, stored: ["unknown.key": .integer(1)]),
      size: Size(columns: 80, rows: 24)
    )
    for press in try Step.presses("Gz") { _ = update(&state, .event(.key(press))) }
    #expect(state.foldedSections == [3])
    let change = Action.Change(
      suiteName: "org.example.notes",
      key: "unknown.key",
      layers: KeyLayers(),
      isElsewhere: true
    )
    _ = update(&state, .changed(change))
    #expect(state.document.sections.count == 3)
    _ = update(&state, .described(Document(schema: fixture.schema, stored: [:]), suites: []))
    #expect(state.foldedSections == [])
  }
}
