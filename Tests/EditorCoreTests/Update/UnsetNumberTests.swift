import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// Saving a number of which nothing was entered says which number is needed.
@Suite struct UnsetNumberTests {
  private func state(_ kind: ValueKind, _ stored: Defaults.StoredValue?) -> EditorState {
    var entry = Entry(untypedKey: "count", title: "Count", kind: kind)
    entry.isOptional = true
    let suite = Defaults.Suite(inMemory: "org.example.numbers")
    let schema = Schema(suite: suite, title: "Numbers") { Section("Numbers") { entry } }
    return EditorState(
      document: Document(schema: schema, stored: stored.map { ["count": $0] } ?? [:]),
      size: Size(columns: 80, rows: 24)
    )
  }

  @Test(arguments: ["<Enter><Enter>", "<Enter><C-s>", "<Enter>4<C-u><Enter>"])
  func `the status line and the box say which number is needed`(keys: String) throws {
    let limits = NumberLimits<Int128>(minimum: 1, maximum: 10)
    var state = state(.integer(limits), nil)
    for press in try Step.presses(keys) { _ = update(&state, .event(.key(press))) }
    let reason = "a number between 1 and 10 is needed"
    #expect(state.feedback.notice?.text == "Not saved: \(reason).")
    #expect(state.openEdit?.rejectionText == reason)
    #expect(view(state).text.contains("! \(reason)"))
  }

  @Test func `typing a number after that saves it`() throws {
    var state = state(.integer(NumberLimits(minimum: 1, maximum: 10)), nil)
    for press in try Step.presses("<Enter><Enter>7<Enter>") {
      _ = update(&state, .event(.key(press)))
    }
    #expect(state.requests.writes.values.first?.value == .integer(7))
  }

  @Test func `closing the field without an input says nothing`() throws {
    var state = state(.integer(NumberLimits()), nil)
    for press in try Step.presses("<Enter><Enter><Esc>") {
      _ = update(&state, .event(.key(press)))
    }
    #expect(state.openEdit == nil)
    #expect(state.unfinished.parked.isEmpty)
  }
}
