import Defaults
import DefaultsSchema
import Testing

/// Keys that only the app writes, with its typed keys.
struct ReadOnlyTests {
  private let suite = Defaults.Suite(inMemory: "read only")

  @Test func `an entry that only the app writes refuses other writes`() throws {
    let key = Defaults.Key("ReadOnlyTests.runs", default: 0, suite: suite)
    let schema = Schema(suite: suite, title: "App") {
      Section("") {
        Entry("Runs", key: key, kind: .integer(.word)).readOnly()
        Entry(untypedKey: "ReadOnlyTests.mode", title: "Mode", kind: .bool).readOnly()
        Entry(untypedKey: "ReadOnlyTests.free", title: "Free", kind: .bool)
      }
    }
    suite[key] = 3
    let values: [(String, Defaults.StoredValue?)] = [
      (key.name, .integer(4)), (key.name, nil), ("ReadOnlyTests.mode", .bool(true)),
      ("ReadOnlyTests.mode", nil),
    ]
    for (name, value) in values {
      let entry = try #require(schema.entry(forKey: name))
      let error = #expect(throws: Defaults.WriteError.self) { try entry.write(value, to: suite) }
      #expect(
        "\(error, default: "none")".contains("\"\(name)\" cannot be stored: only the app itself")
      )
    }
    #expect(suite.storedValues() == ["ReadOnlyTests.runs": .integer(3)])
    suite[key] = 5
    try schema.entry(forKey: "ReadOnlyTests.free")?.write(.bool(true), to: suite)
    var options = Defaults.WriteOptions()
    options.replacesReadOnly = true
    try schema.entry(forKey: "ReadOnlyTests.mode")?.write(.bool(true), to: suite, options: options)
    #expect(
      suite.storedValues() == [
        "ReadOnlyTests.runs": .integer(5), "ReadOnlyTests.free": .bool(true),
        "ReadOnlyTests.mode": .bool(true),
      ]
    )
  }
}
