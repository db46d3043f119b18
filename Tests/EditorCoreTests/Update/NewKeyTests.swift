import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import Foundation
import Terminal
import Testing

@testable import EditorCore

/// When no key can be added to a suite, and what is asked again.
struct NewKeyTests {
  private func state(
    _ schema: Schema = NotesFixture().schema,
    isReadOnly: Bool = false
  ) -> EditorState {
    EditorState(
      document: Document(schema: schema, stored: [:]),
      size: Size(columns: 80, rows: 24),
      isReadOnly: isReadOnly
    )
  }

  private func press(_ text: String, _ state: inout EditorState) throws -> [Effect] {
    try Step.presses(text).flatMap { update(&state, .event(.key($0))) }
  }

  @Test func `a session that is read-only refuses it at once`() throws {
    var state = state(isReadOnly: true)
    #expect(try press("a", &state) == [])
    #expect(state.keyMode == .list)
    #expect(view(state).text.contains(EditorState.readOnlyText))
  }

  @Test func `a schema with all keys of the suite refuses it at once`() throws {
    let suite = Defaults.Suite(inMemory: "a")
    let schema = Schema(suite: suite, title: "A", declaresEveryKey: true) {
      Section("General") {
        Toggle("On", key: Defaults.Key<Bool>("on", default: true, suite: suite))
      }
    }
    var state = state(schema)
    #expect(try press("a", &state) == [])
    #expect(state.keyMode == .list)
    #expect(view(state).text.contains("The schema lists all keys of"))
  }

  @Test func `undo opens a new key again that was closed`() throws {
    var state = state()
    #expect(
      try press("aextra<Enter>1<Enter>Bob<Esc>", &state).contains { $0.request is WriteRequest }
        == false
    )
    #expect(view(state).text.contains("u reopens what you typed."))
    #expect(try press("u", &state) == [])
    #expect(view(state).text.contains("Bob"))
    #expect(try press("<Enter>", &state).contains { $0.request is WriteRequest })
  }

  @Test func `an import does not add one that the schema forbids`() throws {
    let suite = Defaults.Suite(inMemory: "a")
    let schema = Schema(suite: suite, title: "A", declaresEveryKey: true) {
      Section("General") {
        Toggle("On", key: Defaults.Key<Bool>("on", default: true, suite: suite))
      }
    }
    let context = EditorSession.PlanContext(
      suite: suite,
      schema: schema,
      other: nil,
      date: .distantPast,
      clock: .utc,
      backupPath: nil
    )
    let request = PlanRequest(
      suiteName: "a",
      wanted: .values(["on": .bool(false), "onn": .bool(false)]),
      purpose: .importing,
      title: ""
    )
    guard case .planned(let planned) = EditorSession.outcome(of: request, context) else {
      Issue.record("No plan was made.")
      return
    }
    #expect(planned.plan.rows.map { $0.refusal == nil } == [true, false])
  }

  @Test func `an empty name is asked for again`() throws {
    var state = state()
    #expect(try press("a<Enter>", &state) == [])
    #expect(view(state).text.contains("Name of the new key"))
    #expect(view(state).text.contains("A key needs a name."))
  }

  @Test func `a key that came meanwhile is not overwritten unasked`() throws {
    var state = state()
    #expect(try press("anew<Enter>2<Enter>5<Enter>", &state) != [])
    let request = try #require(state.requests.writes.values.first?.last)
    #expect(request.value == .integer(5))
    #expect(request.base == .stored(nil))
  }
}
