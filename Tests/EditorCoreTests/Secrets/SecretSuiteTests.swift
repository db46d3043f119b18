import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// A suite whose store is one for secrets.
struct SecretSuiteTests {
  private func state(_ suite: Defaults.Suite, schema: Schema?) -> EditorState {
    let contents = SuiteContents(of: suite)
    let document =
      schema.map { Document(schema: $0, contents) }
      ?? Document(
        suiteName: suite.name,
        holdsSecrets: suite.capabilities.holdsSecrets,
        contents
      )
    return EditorState(document: document, size: Size(columns: 80, rows: 24))
  }

  @Test(arguments: [true, false])
  func `no value is on the screen, and none is found`(hasSchema: Bool) throws {
    let suite = Defaults.Suite(name: "org.example.vault", store: Vault())
    let key = Defaults.Key<String?>("declared", suite: suite)
    let schema = Schema(suite: suite, title: "Vault") {
      Section("Keys") { TextField("Declared", key: key) }
    }
    var state = state(suite, schema: hasSchema ? schema : nil)
    #expect(state.document.items.map(\.entry.isSecret) == [true, true])
    #expect(!view(state).text.contains("Qzx"))
    #expect(view(state).text.contains("other"))
    #expect(state.tableItem("gone", .string("hunter4")).entry.isSecret)
    for key in ["declared", "other"] as [Defaults.KeyName] {
      state.suite.document.store(KeyLayers(stored: .string("hunter5")), forKey: key)
      #expect(state.document.item(key)?.entry.isSecret == true)
    }
    state.suite.document.store(KeyLayers(stored: .string("hunter6")), forKey: "new")
    #expect(state.document.item("new")?.entry.isSecret == true)
    for press in try Step.presses("/=Qzx<Enter>") { _ = update(&state, .event(.key(press))) }
    while state.hasWork { _ = update(&state, .proceed) }
    #expect(state.suite.listing.shown.isEmpty)
  }
}
