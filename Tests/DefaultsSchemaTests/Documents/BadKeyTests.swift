import Defaults
import DefaultsSchema
import Testing

/// What keys produce that are described badly: the rest of the document stays usable.
@Suite struct BadKeyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var key: String
    var messages: [String]
    var kind: ValueKind = .any
    var value: Defaults.StoredValue?

    init(
      _ key: String,
      _ messages: String...,
      kind: ValueKind = .any,
      value: Defaults.StoredValue? = nil
    ) {
      self.key = key
      self.messages = messages
      self.kind = kind
      self.value = value
    }

    var testDescription: String { key }
  }

  private static let text = ValueKind.string(TextLimits())
  private static let whole = ValueKind.integer(.word)

  private static let raw = [
    Case("true", "error: /properties/k: an object must describe the key, found a boolean"),
    Case("{}", "error: /properties/k: the type is missing"),
    Case(
      "{\"type\": \"colour\"}",
      "error: /properties/k/type: the type \"colour\" is not known; "
        + "use boolean, integer, number, string, array or object"
    ),
    Case("{\"type\": []}", "error: /properties/k/type: the type is missing"),
    Case(
      "{\"type\": 7}",
      "error: /properties/k/type: the type \"7\" is not known; "
        + "use boolean, integer, number, string, array or object"
    ),
    Case(
      "{\"oneOf\": []}",
      "warning: /properties/k/oneOf: \"oneOf\" is ignored: it must be an array of schemas"
    ),
    Case(
      "{\"$ref\": \"#/$defs/none\"}",
      "error: /properties/k/$ref: the reference to #/$defs/none leads nowhere"
    ),
    Case(
      "{\"$ref\": \"other.json#/a\"}",
      "warning: /properties/k/$ref: other.json#/a is outside of this document"
    ),
    Case(
      "{\"$ref\": \"#/properties/k\"}",
      "error: /properties/k/$ref: the reference to #/properties/k leads back to itself"
    ),
  ]

  @Test(arguments: raw)
  func `a key that cannot be understood is an error and is shown as it is stored`(example: Case) {
    let reading = SampleDocument.read(key: example.key)
    #expect(reading.messages == example.messages)
    #expect(reading.entry?.kind == .any)
    #expect(reading.entry?.flaw != nil)
    #expect(reading.entry?.defaultValue == example.value)
  }

  private static let ignored = [
    Case(
      "{\"default\": 5}",
      "warning: /properties/k: the type is missing or not known; taken to be integer",
      kind: whole,
      value: .integer(5)
    ),
    Case(
      "{\"type\": \"enum\", \"enum\": [1.5]}",
      "warning: /properties/k/type: the type is missing or not known; taken to be number",
      kind: .choice([Choice(.real(1.5), title: "1.5")])
    ),
    Case(
      "{\"type\": \"string\", \"default\": null}",
      "note: /properties/k/default: null cannot be a default; the key has none",
      kind: text
    ),
    Case("{\"type\": [\"string\", \"null\"], \"default\": null}", kind: text),
    Case(
      "{\"type\": \"boolean\", \"default\": \"true\"}",
      "warning: /properties/k/default: \"default\" is ignored: found String, expected Bool",
      kind: .bool
    ),
    Case(
      "{\"type\": \"integer\", \"minimum\": 5, \"default\": 4}",
      "warning: /properties/k/default: \"default\" is ignored: 4 is below the minimum 5",
      kind: .integer(NumberLimits(minimum: 5, maximum: Int128(Int64.max)))
    ),
    Case(
      "{\"type\": \"string\", \"enum\": [\"a\"], \"default\": \"b\"}",
      "warning: /properties/k/default: \"default\" is ignored: \"b\" is none of \"a\"",
      kind: .choice([Choice(.string("a"), title: "a")])
    ),
    Case(
      "{\"type\": \"string\", \"pattern\": \"^a\", \"default\": \"b\"}",
      "warning: /properties/k/default: \"default\" is ignored: the text does not match ^a",
      kind: .string(TextLimits(pattern: "^a"))
    ),
    Case(
      "{\"type\": \"string\", \"enum\": []}",
      "warning: /properties/k/enum: \"enum\" is ignored: it must be an array with at least one value",
      kind: text
    ),
    Case(
      "{\"type\": \"string\", \"enum\": [\"a\", 1, \"a\", null]}",
      "warning: /properties/k/enum/1: the choice 1 is dropped: found Int, expected String",
      "warning: /properties/k/enum/2: the choice \"a\" is dropped: it is listed already",
      kind: .choice([Choice(.string("a"), title: "a")])
    ),
    Case(
      "{\"type\": \"string\", \"enum\": [\"a\", \"b\"], \"enumItemLabels\": [\"A\"], "
        + "\"enumDescriptions\": [null, 7, \"x\"]}",
      "warning: /properties/k/enumItemLabels: \"enumItemLabels\" has 1 elements for 2 choices",
      "warning: /properties/k/enumDescriptions: \"enumDescriptions\" has 3 elements for 2 choices",
      "warning: /properties/k/enumDescriptions/1: \"enumDescriptions\" is ignored: it must be text",
      kind: .choice([Choice(.string("a"), title: "A"), Choice(.string("b"), title: "b")])
    ),
    Case(
      "{\"type\": \"integer\", \"minimum\": 5, \"maximum\": 4}",
      "warning: /properties/k/minimum: \"minimum\" is ignored: no number is in the range",
      kind: whole
    ),
    Case(
      "{\"type\": \"integer\", \"maximum\": 9223372036854775808, \"multipleOf\": 0}",
      "warning: /properties/k/maximum: \"maximum\" is ignored: it must be a 64-bit integer",
      "warning: /properties/k/multipleOf: \"multipleOf\" is ignored: it must be greater than 0",
      kind: whole
    ),
    Case(
      "{\"type\": \"number\", \"minimum\": \"1\", \"maximum\": 1e999}",
      "warning: /properties/k/minimum: \"minimum\" is ignored: it must be a number",
      "warning: /properties/k/maximum: \"maximum\" is ignored: it must be a number",
      kind: .real(NumberLimits())
    ),
    Case(
      "{\"type\": \"string\", \"minimum\": 1}",
      "warning: /properties/k/minimum: \"minimum\" is ignored: it does not apply to String",
      kind: text
    ),
    Case(
      "{\"type\": \"number\", \"pattern\": \"a\"}",
      "warning: /properties/k/pattern: \"pattern\" is ignored: it does not apply to Real",
      kind: .real(NumberLimits())
    ),
    Case(
      "{\"type\": \"string\", \"pattern\": \"(\"}",
      "warning: /properties/k/pattern: the pattern ( is ignored: it is malformed",
      kind: text
    ),
    Case(
      "{\"type\": \"string\", \"pattern\": \"^(a+)+$\"}",
      "warning: /properties/k/pattern: the pattern ^(a+)+$ is ignored: "
        + "searching some short texts takes too long",
      kind: text
    ),
    Case(
      "{\"type\": \"string\", \"minLength\": 3, \"maxLength\": 2}",
      "warning: /properties/k/minLength: \"minLength\" is ignored: it is greater than \"maxLength\"",
      kind: text
    ),
    Case(
      "{\"type\": \"string\", \"x-section\": \"none\"}",
      "warning: /properties/k/x-section: there is no section \"none\"",
      kind: text
    ),
    Case(
      "{\"type\": \"string\", \"x-replacedBy\": \"none\", \"order\": \"1\", \"x-seeAlso\": [\"gone\"]}",
      "warning: /properties/k/x-replacedBy: \"x-replacedBy\" names \"none\", which is not declared",
      "warning: /properties/k/order: \"order\" is ignored: it must be a number",
      "warning: /properties/k/x-seeAlso: \"x-seeAlso\" names \"gone\", which is not declared",
      kind: text
    ),
    Case(
      "{\"type\": \"string\", \"x-replacedBy\": \"k\"}",
      "warning: /properties/k/x-replacedBy: \"k\" is replaced by itself in the end",
      kind: text
    ),
    Case(
      "{\"type\": \"string\", \"x-dependsOn\": {\"key\": \"none\", \"equals\": 1}}",
      "warning: /properties/k/x-dependsOn: \"x-dependsOn\" names \"none\", which is not declared",
      kind: text
    ),
    Case(
      "{\"type\": \"string\", \"description\": \"a\\r\\nb\\u0008\"}",
      "note: /properties/k/description: control characters or surplus combining marks were removed "
        + "from \"description\"",
      kind: text
    ),
    Case(
      "{\"type\": \"string\", \"title\": \"%k.title%\"}",
      "note: /properties/k/title: \"k.title\" has no translation",
      kind: text
    ),
    Case(
      "{\"type\": \"string\", \"minlength\": 1, \"patern\": \"a\", \"scope\": \"x\"}",
      "warning: /properties/k/minlength: \"minlength\" is not known; did you mean \"minLength\"?",
      "warning: /properties/k/patern: \"patern\" is not known; did you mean \"pattern\"?",
      "note: /properties/k/scope: \"scope\" is not known",
      kind: text
    ),
    Case(
      "{\"type\": \"string\", \"readOnly\": 1}",
      "warning: /properties/k/readOnly: \"readOnly\" is ignored: it must be true or false",
      kind: text
    ),
  ]

  @Test(arguments: ignored)
  func `what is wrong about a detail is told, and the rest counts`(example: Case) {
    let reading = SampleDocument.read(key: example.key)
    #expect(reading.messages == example.messages)
    #expect(reading.entry?.kind == example.kind)
    #expect(reading.entry?.flaw == nil)
    #expect(reading.entry?.defaultValue == example.value)
  }

  @Test(arguments: [
    ("", "a key needs a name"), ("a\\u0000b", "the name of the key holds a control character"),
  ])
  func `a key that would break the file of its suite is left out`(key: String, message: String) {
    let reading = SampleDocument.read(
      keys: "\"\(key)\": {\"type\": \"boolean\"}, \"k\": {\"type\": \"boolean\"}"
    )
    #expect(reading.highestSeverity == .error)
    #expect(reading.messages.contains { $0.hasSuffix(message) })
    #expect(reading.schema?.entries.map(\.key) == ["k"])
  }

  @Test func `a section that occurs twice is kept once`() {
    let reading = SampleDocument.read(
      key: "{\"type\": \"boolean\", \"x-section\": \"a\"}",
      root:
        ", \"x-sections\": [{\"id\": \"a\", \"title\": \"A\"}, {\"id\": \"a\", \"title\": \"B\"}, {}]"
    )
    #expect(
      reading.messages == [
        "warning: /x-sections/1: there is a section \"a\" already",
        "warning: /x-sections/2: \"x-sections\" is ignored: it must be objects with an \"id\"",
      ]
    )
    #expect(reading.schema?.sections.map(\.title) == ["A"])
  }

  @Test func `keys that replace one another in a circle lose their replacements`() {
    let key = { (next: String) in "{\"type\": \"boolean\", \"x-replacedBy\": \"\(next)\"}" }
    let reading = SampleDocument.read(
      keys: "\"a\": \(key("b")), \"b\": \(key("c")), \"c\": \(key("b")), \"d\": \(key("a"))"
    )
    #expect(
      reading.messages.sorted() == [
        "warning: /properties/b/x-replacedBy: \"b\" is replaced by itself in the end",
        "warning: /properties/c/x-replacedBy: \"c\" is replaced by itself in the end",
      ]
    )
    #expect(reading.schema?.entry(forKey: "a")?.deprecation?.replacement == "b")
    #expect(reading.schema?.entry(forKey: "b")?.deprecation?.replacement == nil)
  }

  @Test func `a text of more than 64 KiB is cut where a character ends`() {
    let text = String(repeating: "é", count: 40_000)
    let reading = SampleDocument.read(key: "{\"type\": \"boolean\", \"description\": \"x\(text)\"}")
    #expect(
      reading.messages == [
        "warning: /properties/k/description: \"description\" was cut after 65536 bytes"
      ]
    )
    #expect(reading.entry?.help.utf8.count == 65_535)
  }

  @Test func `all choices of a key are kept`() {
    let values = (0..<5000).map(String.init).joined(separator: ",")
    let reading = SampleDocument.read(key: "{\"type\": \"integer\", \"enum\": [\(values)]}")
    #expect(reading.messages == [])
    guard case .choice(let choices, nil) = reading.entry?.kind else {
      Issue.record("no choices")
      return
    }
    #expect(choices.count == 5000)
  }
}
