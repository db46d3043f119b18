import Defaults
import DefaultsTesting
import DefaultsTransfer
import Foundation
import Testing

@Suite struct ValueDocumentTests {
  /// Sample values that property lists hold, each under a key of its own, and sample keys.
  private static var samples: [Defaults.KeyName: Defaults.StoredValue] {
    let values = StoredSamples.all + [.null, .array([.null])]
    var samples = Dictionary(
      uniqueKeysWithValues: values.enumerated().map { (Defaults.KeyName("key \($0)"), $1) }
    )
    // A plan refuses a key without a name.
    for key in StoredSamples().keys where key != "" { samples[key] = .string(key.string) }
    return samples
  }

  @Test(arguments: ValueDocument.Form.allCases)
  func `what is written, stored in an empty suite and written again is the same`(
    form: ValueDocument.Form
  ) throws {
    let first = try ValueDocument(Self.samples).encoded(as: form)
    let temporary = try TemporarySuite(onDisk: "org.example.x")
    let document = try ValueDocument(parsing: first)
    try Plan(document.values, for: temporary.suite, schema: nil).commit(to: temporary.suite)
    let stored = try #require(temporary.neighbour()).storedValues()
    #expect(stored == Self.samples)
    #expect(try ValueDocument(stored).encoded(as: form) == first)
  }

  @Test(arguments: StoredSamples.all.indices, ValueDocument.Form.allCases)
  func `a document of one value comes back`(index: Int, form: ValueDocument.Form) throws {
    let values: [Defaults.KeyName: Defaults.StoredValue] = ["key": StoredSamples.all[index]]
    let bytes = try ValueDocument(values).encoded(as: form)
    #expect(try ValueDocument(parsing: bytes).values == values.mapValues { $0 })
  }

  @Test func `a byte order mark before JSON is skipped`() throws {
    let document = try ValueDocument(parsing: [0xEF, 0xBB, 0xBF] + Array(#"{"a": 1}"#.utf8))
    #expect(document.values == ["a": .integer(1)])
  }

  @Test func `a null in JSON removes a key, and a tagged one is a value`() throws {
    let document = try ValueDocument(parsing: Array(#"{"a": null, "b": {"$null": true}}"#.utf8))
    #expect(document.values == ["a": nil, "b": .null])
  }

  @Test(arguments: [
    ("{ a = 1; }", "a"), ("{\"a\" = 1;}", "a"), (" {\"a\": 1}", "a"), ("{\"b;=\": 1}", "b;="),
    ("{\"=\\\":\" = 1;}", "=\":"), ("{ /* a:b */ k = 1; }", "k"),
  ])
  func `JSON and OpenStep text are told apart`(text: String, key: String) throws {
    #expect(try ValueDocument(parsing: Array(text.utf8)).values.keys.map(\.string) == [key])
  }

  @Test(arguments: [
    ("{\"a\": }", "line 1, column 7"), ("[1]", "an object is expected"), ("{\"a\": 1", "line 1"),
    ("{\"a\": {\"$date\": \"x\"}}", "the value of \"a\""), ("{\"a\": 1, \"a\": 2}", "second time"),
    ("<plist version=\"1.0\">\n<dict><key>", "line 2"), ("hello", "line 1"),
  ])
  func `a document that cannot be read is refused with the place`(
    text: String,
    reason: String
  ) throws {
    let error = #expect(throws: ValueDocumentError.self) {
      try ValueDocument(parsing: Array(text.utf8))
    }
    #expect("\(try #require(error))".contains(reason))
  }
}
