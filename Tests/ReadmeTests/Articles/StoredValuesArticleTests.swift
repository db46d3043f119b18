import Defaults
import TestSupport
import Testing

struct StoredValuesArticleTests {
  @Test func `several values are written together`() throws {
    let suite = Defaults.Suite(inMemory: "test")
    suite.set(1, forKey: "depth")
    let changes = try suite.write(["width": .integer(800), "height": .integer(600), "depth": nil])
    #expect(changes.map(\.key) == ["depth", "height", "width"])
    #expect(suite.storedValue(forKey: "depth") == nil)
  }

  @Test func `an opaque value is replaced only on request`() throws {
    let value = Defaults.OpaqueValue(kindName: "set", format: "sample", bytes: [0])
    let suite = Defaults.Suite(
      name: "test",
      store: Defaults.InMemoryStore(["palette": .opaque(value)])
    )
    let reports = Recorder<String>()
    func report(_ key: Defaults.KeyName?, _ reason: String) {
      reports.record("\(key ?? ""): \(reason)")
    }
    do throws(Defaults.WriteError) {
      try suite.write(["palette": .string("warm")])
    } catch {
      report(error.key, error.reason)
    }
    #expect(reports.elements == ["palette: the stored value is a set, which would be lost"])
    #expect(suite.storedValue(forKey: "palette") == .opaque(value))

    let options = Defaults.WriteOptions(cause: .import, replacesOpaque: true)
    try suite.write(["palette": .string("warm")], options: options)
    #expect(suite.storedValue(forKey: "palette") == .string("warm"))
  }

  @Test func `names compare by their bytes`() {
    let composed: Defaults.KeyName = "caf\u{E9}"
    let decomposed: Defaults.KeyName = "cafe\u{301}"
    let areEqual = composed == decomposed  // false
    #expect(!areEqual)
  }
}
