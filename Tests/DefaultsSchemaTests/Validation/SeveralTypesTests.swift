import Defaults
import DefaultsSchema
import Testing

/// Text that people type for keys whose values may have several types.
@Suite struct SeveralTypesTests {
  /// A schema, a text, and the value that is meant; nil if the text is refused.
  struct Case: Sendable, CustomTestStringConvertible {
    var schema: String
    var text: String
    var value: Defaults.StoredValue?

    init(_ schema: String, _ text: String, _ value: Defaults.StoredValue?) {
      (self.schema, self.text, self.value) = (schema, text, value)
    }

    var testDescription: String { "\(text) for \(schema)" }
  }

  private static let group =
    #"{"type": "object", "properties": {"group": {"type": "string"}}, "required": ["group"], "#
    + #""additionalProperties": false}"#
  private static let textOrGroup = #"{"oneOf": [{"type": "string"}, \#(group)]}"#
  private static let listOrText =
    #"{"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}]}"#
  private static let flagOrWord =
    #"{"anyOf": [{"type": "boolean"}, {"type": "string", "enum": ["true", "false", "auto"]}]}"#
  private static let wordOrFlag =
    #"{"anyOf": [{"type": "string", "enum": ["true", "auto"]}, {"type": "boolean"}]}"#
  private static let numberOrWord =
    #"{"anyOf": [{"type": "number"}, {"type": "string", "enum": ["1", "off"]}]}"#
  private static let mixed = #"{"enum": ["true", true, "2", 2, "x"]}"#
  private static let flagOrNumber = #"{"type": ["boolean", "integer"]}"#
  private static let flagOrText = #"{"type": ["boolean", "string"]}"#

  private static let cases = [
    Case(textOrGroup, #"{"group": "a"}"#, .dictionary(["group": .string("a")])),
    Case(textOrGroup, #"{"grup": "a"}"#, nil),
    Case(textOrGroup, #"{"group": 1}"#, nil),
    Case(textOrGroup, #" {"grup":"a"} "#, nil),
    Case(textOrGroup, "{}", nil),
    Case(textOrGroup, "{group}", .string("{group}")),
    Case(textOrGroup, "[1]", .string("[1]")),
    Case(textOrGroup, "a", .string("a")),
    Case(listOrText, "[1, 2]", .array([.integer(1), .integer(2)])),
    Case(listOrText, #"["a"]"#, nil),
    Case(listOrText, "[1", .string("[1")),
    Case(flagOrWord, "true", .bool(true)),
    Case(flagOrWord, "yes", .bool(true)),
    Case(flagOrWord, "auto", .string("auto")),
    Case(flagOrWord, #""true""#, .string("true")),
    Case(flagOrWord, "maybe", nil),
    Case(wordOrFlag, "true", .bool(true)),
    Case(wordOrFlag, #""true""#, .string("true")),
    Case(numberOrWord, "1", .real(1)),
    Case(numberOrWord, #""1""#, .string("1")),
    Case(numberOrWord, "off", .string("off")),
    Case(mixed, "true", .bool(true)),
    Case(mixed, "2", .integer(2)),
    Case(mixed, #""2""#, .string("2")),
    Case(flagOrNumber, "1", .integer(1)),
    Case(flagOrNumber, "true", .bool(true)),
    Case(flagOrText, "true", .bool(true)),
    Case(flagOrText, #""true""#, .string("true")),
    Case(flagOrText, #""a""#, .string(#""a""#)),
  ]

  @Test(arguments: cases)
  func `text has the type that it is written in`(example: Case) throws {
    let entry = try #require(SampleDocument.read(key: example.schema).entry)
    guard let value = example.value else {
      #expect(throws: Defaults.Rejection.self) { try entry.parse(example.text) }
      return
    }
    #expect(try entry.parse(example.text) == value)
    let shown = entry.kind.editableText(value)
    #expect(try entry.parse(shown) == value, "what is shown, \(shown), can be typed again")
  }

  @Test func `an object that no form accepts is refused with the reason of the nearest form`()
    throws
  {
    let entry = try #require(SampleDocument.read(key: Self.textOrGroup).entry)
    let error = #expect(throws: Defaults.Rejection.self) { try entry.parse(#"{"grup": "a"}"#) }
    #expect("\(try #require(error))" == "the member \"group\" is missing")
  }

  // MARK: - Colours

  @Test(arguments: [
    "#f80", "#ff8800", "#FF880080", "rebeccapurple", "Red", "transparent", "rgb(255, 136, 0)",
    "rgb(255 136 0 / 50%)", "hsl(120deg 100% 25%)", "hwb(1.5rad 0% none)", "oklch(0.7 0.1 200)",
    "color(display-p3 1 0.5 0)",
  ])
  func `a colour is what CSS calls one`(text: String) throws {
    let entry = try #require(
      SampleDocument.read(key: #"{"type": "string", "format": "color"}"#).entry
    )
    #expect(try entry.parse(text) == .string(text))
  }

  @Test(arguments: [
    "nonsense", "", "a", "#ff880", "#gggggg", "redd", "rgb()", "rgb(nonsense)", "rgb(1, 2)",
    "foo(1, 2, 3)", "rgb(1, 2, 3", "rgb(1 2 3px)", "color()", "#", "rot",
  ])
  func `what is no colour is refused`(text: String) throws {
    for schema in [
      #"{"type": "string", "format": "color"}"#, #"{"type": "string", "format": "color-hex"}"#,
    ] {
      let entry = try #require(SampleDocument.read(key: schema).entry)
      #expect(throws: Defaults.Rejection.self) { try entry.parse(text) }
      #expect(throws: Defaults.Rejection.self) { try entry.validate(.string(text)) }
      let list = #"{"type": "array", "items": \#(schema)}"#
      let listed = try #require(SampleDocument.read(key: list).entry)
      #expect(throws: Defaults.Rejection.self) { try listed.validate(.array([.string(text)])) }
    }
  }
}
