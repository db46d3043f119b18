import Defaults
import DefaultsSchema
import TestSupport
import Testing

/// The check of values that are longer than the number of steps of a check.
@Suite struct LongValueTests {
  /// A schema that needs a rule, a value with one part that it forbids, and the value without that part.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var schema: String
    var bad: Defaults.StoredValue
    var good: Defaults.StoredValue
  }

  private static func list(
    _ part: Defaults.StoredValue,
    count: Int,
    last: Defaults.StoredValue
  )
    -> Defaults.StoredValue
  {
    .array([Defaults.StoredValue](repeating: part, count: count) + [last])
  }

  private static let cases = [
    Case(
      testDescription: "a list",
      schema: #"{"type": "array", "items": {"type": "integer", "not": {"const": 5}}}"#,
      bad: list(.integer(1), count: 100_000, last: .integer(5)),
      good: list(.integer(1), count: 100_000, last: .integer(6))
    ),
    Case(
      testDescription: "a list of tables",
      schema: ##"""
        {"type": "array", "items": {"$ref": "#/$defs/row"}, "contains": {"required": ["a"]},
         "minContains": 0}
        """##,
      bad: list(.dictionary(["a": .integer(1)]), count: 60_000, last: .dictionary(["b": .null])),
      good: list(.dictionary(["a": .integer(1)]), count: 60_000, last: .dictionary([:]))
    ),
    Case(
      testDescription: "a dictionary",
      schema: #"{"type": "object", "patternProperties": {"^k": {"not": {"const": "x"}}}}"#,
      bad: .dictionary(
        Dictionary(
          uniqueKeysWithValues: (0..<100_000).map {
            (Defaults.KeyName("k\($0)"), .string($0 == 99_999 ? "x" : "y"))
          }
        )
      ),
      good: .dictionary(["k": .string("y")])
    ),
  ]

  private static func entry(_ schema: String) throws -> Entry {
    let row =
      #"{"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false}"#
    return try #require(
      SampleDocument.read(key: schema, root: #", "$defs": {"row": \#(row)}"#).entry
    )
  }

  @Test(.thorough, arguments: cases)
  func `a long value is checked to its end`(example: Case) throws {
    let entry = try Self.entry(example.schema)
    #expect(entry.rule != nil)
    #expect(throws: Defaults.Rejection.self) { try entry.validate(example.bad) }
    #expect(throws: Never.self) { try entry.validate(example.good) }
  }

  @Test func `a value whose check is given up is refused with that reason`() throws {
    let reading = SampleDocument.read(
      key: ##"{"type": "array", "not": {"const": [5]}, "items": {"$ref": "#/$defs/a"}}"##,
      root: ##"""
        , "$defs": {"a": {"anyOf": [{"type": "string"},
         {"type": "array", "items": {"$ref": "#/$defs/a"}},
         {"type": "array", "items": {"$ref": "#/$defs/a"}, "maxItems": 5}]}}
        """##
    )
    let entry = try #require(reading.entry)
    var deep = Defaults.StoredValue.integer(1)
    for _ in 0..<24 { deep = .array([deep]) }
    let error = #expect(throws: Defaults.Rejection.self) { try entry.validate(deep) }
    #expect(error.map { "\($0)" }?.hasSuffix("its check takes too many steps") == true)
    #expect(throws: Never.self) { try entry.validate(.array([.string("a")])) }
  }
}
