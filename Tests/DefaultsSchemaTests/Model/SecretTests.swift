import Defaults
import DefaultsSchema
import Testing

@Suite struct SecretTests {
  private let schema = Schema(suite: Defaults.Suite(inMemory: "org.s"), title: "S") {
    Section("") {
      Entry(untypedKey: "badge", title: "Badge", kind: .bool).secret()
      Entry(untypedKey: "size", title: "Size", kind: .bool)
    }
  }

  @Test func `what a schema calls secret is not remembered`() {
    let options = Defaults.HistoryOptions(program: "test").hidingSecrets(of: schema)
    #expect(options.isSecret("badge"))
    #expect(!options.isSecret("size"))
    #expect(options.isSecret("password"))
    #expect(!Defaults.HistoryOptions(program: "test").hidingSecrets(of: nil).isSecret("badge"))
  }
}
