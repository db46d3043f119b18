import Defaults
import DefaultsSchema
import DefaultsTesting
import Foundation
import Testing

/// The text of lists, dictionaries and values of any kind, as it is edited.
struct EditableTextTests {
  private static let date = Defaults.StoredValue.date(Date(timeIntervalSinceReferenceDate: 0.25))
  private static let data = Defaults.StoredValue.data(Data([0, 255]))
  private static let mixed: [Defaults.KeyName: Defaults.StoredValue] = [
    "date": date, "data": data, "infinite": .real(.infinity), "nan": .real(.nan), "one": .real(1),
    "whole": .integer(1), "flag": .bool(true), "uid": .uid(7), "null": .null,
    "list": .array([date, .array([data]), .dictionary(["$date": .string("soon")])]),
  ]

  @Test(arguments: [
    (ValueKind.any, Defaults.StoredValue.dictionary(mixed)),
    (.any, .array(Array(mixed.values))), (.dictionary(of: .any), .dictionary(mixed)),
    (.list(of: .any), .array(Array(mixed.values))), (.list(of: .date), .array([date, date])),
    (.dictionary(of: .data), .dictionary(["$data": data])),
    (.list(of: .dictionary(of: .date)), .array([.dictionary(["$date": date])])),
    (
      .table([
        TableMember("when", kind: .date), TableMember("level", kind: .real(.init())),
      ]),
      .dictionary(["when": date, "level": .real(2), "other": date])
    ),
    (.alternatives([Alternative(.list(of: .date)), Alternative(.any)]), .array([date])),
  ])
  func `the text of a container is parsed as the same value`(
    kind: ValueKind,
    value: Defaults.StoredValue
  ) throws {
    #expect(try kind.parse(kind.editableText(value)) == value)
  }

  @Test func `changing the text of one member changes that member alone`() throws {
    let text = ValueKind.any.editableText(.dictionary(Self.mixed))
    let edited = text.replacing("\"flag\": true", with: "\"flag\": false")
    var expected = Self.mixed
    expected["flag"] = .bool(false)
    #expect(edited != text)
    #expect(try ValueKind.any.parse(edited) == .dictionary(expected))
  }

  @Test func `a date is written as its kind says, and has a tag where any value may be`() {
    let list = Defaults.StoredValue.array([Self.date])
    #expect(ValueKind.list(of: .date).editableText(list) == #"["2001-01-01T00:00:00.25Z"]"#)
    #expect(
      ValueKind.list(of: .any).editableText(list) == #"[{"$date": "2001-01-01T00:00:00.25Z"}]"#
    )
  }

  @Test func `an unknown tag is refused by name`() {
    let error = #expect(throws: Defaults.Rejection.self) {
      try ValueKind.any.parse(#"{"a": {"$dat": "AP8="}}"#)
    }
    #expect("\(error.map(String.init(describing:)) ?? "")".contains("$dat is no tag"))
  }

  @Test func `a person cannot enter null`() throws {
    let json = try JSONValue(parsing: "[null]")
    #expect(throws: Defaults.Rejection.notStorable("null cannot be stored")) {
      try ValueKind.any.value(from: json)
    }
  }
}
