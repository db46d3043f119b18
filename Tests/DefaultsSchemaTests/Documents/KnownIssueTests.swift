import Defaults
import DefaultsSchema
import Testing

/// What schemas should do and do not do yet.
///
/// A mend removes the wrapper of its test.
@Suite struct KnownIssueTests {
  // MARK: - Formats beside other keywords

  @Test(arguments: [
    (#"{"type": "string", "format": "uri", "not": {"const": "a:b"}}"#, "x y"),
    (#"{"allOf": [{"type": "string", "format": "uri"}]}"#, "x y"),
    (#"{"type": "string", "format": "color", "pattern": "^#[0-9a-f]{6}$"}"#, "#ABC"),
    (#"{"type": "string", "format": "uri", "maxLength": 8}"#, "https://example.org"),
    (#"{"type": "string", "format": "path", "minLength": 5}"#, "/a"),
  ])
  func `a format is checked beside other keywords, and they beside it`(
    schema: String,
    text: String
  ) throws {
    let entry = try #require(SampleDocument.read(key: schema).entry)
    withKnownIssue("A rule does not know formats, and a kind with a format knows no other keyword.")
    {
      #expect(throws: Defaults.Rejection.self) { try entry.validate(.string(text)) }
    }
  }

  // MARK: - Whole numbers among choices

  @Test(arguments: [
    (#"{"type": "number", "enum": [2, 3]}"#, Defaults.StoredValue.integer(3)),
    (#"{"type": "number", "const": 3}"#, .integer(3)),
    (#"{"type": "number", "oneOf": [{"const": 2, "title": "a"}, {"const": 3}]}"#, .integer(3)),
    (#"{"type": "array", "items": {"type": "number", "enum": [2, 3]}}"#, .array([.integer(3)])),
  ])
  func `a stored whole number is one of the choices of a number`(
    schema: String,
    value: Defaults.StoredValue
  ) throws {
    let entry = try #require(SampleDocument.read(key: schema).entry)
    withKnownIssue("Choices are compared by their types, and those of a number are reals.") {
      #expect(throws: Never.self) { try entry.validate(value) }
    }
  }

  // MARK: - Budgets of a document

  @Test func `a key that is too large takes nothing from the keys after it`() throws {
    let definitions = (0..<30).map {
      ##""d\##($0)": {"type": "object", "properties": {"l": {"$ref": "#/$defs/d\##($0 + 1)"}, "##
        + ##""r": {"$ref": "#/$defs/d\##($0 + 1)"}}}"##
    }
    let reading = SampleDocument.read(
      keys: ##""a": {"$ref": "#/$defs/d0"}, "k": {"$ref": "#/$defs/flag"}"##,
      root: ##", "$defs": {\##(definitions.joined(separator: ",")), "d30": {"type": "string"}, "##
        + #""flag": {"type": "boolean"}}"#
    )
    let entry = try #require(reading.entry)
    withKnownIssue("All keys of a document share one budget of references.") {
      #expect(entry.kind == .bool)
    }
  }

  @Test func `a slow pattern leaves the other patterns of the document in use`() throws {
    let slow = (0..<400).map { #""s\#($0)": {"type": "string", "pattern": "^(a+)+$"}"# }
    let reading = SampleDocument.read(
      keys: slow.joined(separator: ",")
        + #", "k": {"type": "string", "pattern": "^[a-z]*[a-z]*[a-z]*[a-z]*$"}"#
    )
    let entry = try #require(reading.entry)
    withKnownIssue(
      "All searches of a document share one budget, and no verdict about a pattern is kept."
    ) {
      #expect(throws: Defaults.Rejection.self) { try entry.validate(.string("!")) }
    }
  }
}
