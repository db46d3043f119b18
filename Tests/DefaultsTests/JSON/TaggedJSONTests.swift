import Defaults
import DefaultsTesting
import Foundation
import Testing

@Suite struct TaggedJSONTests {
  private static let samples =
    StoredSamples.all + [
      .null, .array([.null]), .dictionary(["$date": .string("soon")]),
      .dictionary(["$dictionary": .dictionary(["$null": .bool(true)])]),
      .dictionary(["$a": .integer(1), "$b": .integer(2)]), .dictionary(["$": .array([])]),
      .opaque(Defaults.OpaqueValue(kindName: "sample", format: "sample", bytes: [0, 255])),
    ]

  @Test(arguments: samples.indices)
  func `a value that was written is read as the same value`(index: Int) throws {
    let value = Self.samples[index]
    let text = value.taggedJSON.text(indented: true)
    let json = try Defaults.JSONValue(parsing: text, deepestNesting: 1100)
    #expect(try Defaults.StoredValue(taggedJSON: json) == value)
  }

  @Test(arguments: [
    (Defaults.StoredValue.bool(true), "true"), (.integer(1), "1"), (.real(1), "1.0"),
    (.string("1"), "\"1\""), (.real(.infinity), #"{"$real": "inf"}"#),
    (.date(Date(timeIntervalSinceReferenceDate: 0.5)), #"{"$date": "2001-01-01T00:00:00.5Z"}"#),
    (.data(Data([0, 255])), #"{"$data": "AP8="}"#), (.uid(7), #"{"$uid": 7}"#),
    (.null, #"{"$null": true}"#),
    (.dictionary(["$uid": .integer(7)]), #"{"$dictionary": {"$uid": 7}}"#),
    (.dictionary(["b": .null, "a": .array([.integer(2)])]), #"{"a": [2], "b": {"$null": true}}"#),
  ])
  func `a type that JSON lacks is a tag`(value: Defaults.StoredValue, text: String) {
    #expect(value.taggedJSON.text() == text)
  }

  @Test(arguments: [
    (#"{"$dat": "AP8="}"#, "$dat is no tag"), (#"{"$data": "AP8"}"#, "of $data must be Base64"),
    (#"{"$date": "soon"}"#, "of $date must be a time"),
    (#"{"$uid": -1}"#, "of $uid must be a whole"),
    (#"{"$real": "1.5"}"#, "of $real must be"), (#"{"$real": "0x0"}"#, "of $real must be"),
    (#"{"$null": false}"#, "of $null must be true"), ("[null]", "null is no value"),
    ("18446744073709551616", "more than 64 bits"),
    (#"{"$opaque": "set"}"#, "of $opaque must be an object"),
  ])
  func `a tag without its value is refused`(text: String, reason: String) throws {
    let json = try Defaults.JSONValue(parsing: text)
    let error = #expect(throws: Defaults.Rejection.self) {
      try Defaults.StoredValue(taggedJSON: json)
    }
    #expect("\(try #require(error))".contains(reason))
  }
}
