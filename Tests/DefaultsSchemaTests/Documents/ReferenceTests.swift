import Defaults
import DefaultsSchema
import TestSupport
import Testing

/// References, alternatives, and documents that were made to keep a reader busy.
@Suite struct ReferenceTests {
  private static let text = ValueKind.string(TextLimits())

  @Test func `a reference stands for what it leads to, under what stands beside it`() {
    let reading = SampleDocument.read(
      key: "{\"$ref\": \"#/$defs/a~1b\", \"title\": \"Here\", \"default\": 7}",
      root:
        ", \"$defs\": {\"a/b\": {\"$ref\": \"#/$defs/list/0\", \"title\": \"There\", \"maximum\": 9}, "
        + "\"list\": [{\"type\": \"integer\", \"minimum\": 1}]}"
    )
    #expect(reading.messages.isEmpty)
    #expect(reading.entry?.title == "Here")
    #expect(reading.entry?.kind == .integer(NumberLimits(minimum: 1, maximum: 9)))
    #expect(reading.entry?.defaultValue == .integer(7))
  }

  @Test func `a reference out of the document leaves what stands beside it`() {
    let reading = SampleDocument.read(
      key: ##"{"title": "Own", "allOf": [{"$ref": "https://example.org/a"}, {"type": "integer"}]}"##
    )
    #expect(
      reading.messages == [
        "warning: /properties/k/allOf/0/$ref: https://example.org/a is outside of this document"
      ]
    )
    #expect(reading.entry?.title == "Own")
    #expect(reading.entry?.kind == .integer(.word))
    let alone = SampleDocument.read(key: ##"{"title": "Own", "$ref": "https://example.org/a"}"##)
    #expect(alone.messages.count == 1)
    #expect(alone.entry?.title == "Own")
    #expect(alone.entry?.kind == .any)
    #expect(alone.entry?.flaw != nil)
  }

  @Test func `a problem in a definition is reported once`() {
    let keys = (1...5).map { ##""k\##($0)": {"$ref": "#/$defs/a"}"## }.joined(separator: ",")
    let reading = SampleDocument.read(
      keys: keys,
      root: ##", "$defs": {"a": {"type": "string", "minLength": "x"}}"##
    )
    #expect(
      reading.messages == [
        "warning: /$defs/a/minLength: \"minLength\" is ignored: "
          + "it must be a whole number"
      ]
    )
  }

  @Test func `a key that has the form of the document has no title of its own`() {
    let reading = SampleDocument.read(key: ##"{"$ref": "#"}"##, root: ##", "x-vendor": {"a": 1}"##)
    #expect(reading.entry?.title == "K")
  }

  @Test func `a document that is converted twice stays the same`() throws {
    let reading = SampleDocument.read(
      keys: ##"""
        "k": {"$ref": "#"}, "a": {"allOf": [{"type": "string", "x-foo": 1}, {"x-foo": 2}]}
        """##,
      root: ##", "x-vendor": {"a": 1}"##
    )
    let text = try #require(reading.schema?.documentText)
    let again = SchemaDocument(text: text).read(SampleDocument.options)
    #expect(again.schema?.documentText == text)
  }

  @Test func `a structure that contains itself is shown as stored where it does`() {
    let reading = SampleDocument.read(
      key: "{\"$ref\": \"#/$defs/node\"}",
      root: ", \"$defs\": {\"node\": {\"type\": \"object\", \"properties\": {"
        + "\"name\": {\"type\": \"string\"}, "
        + "\"next\": {\"$ref\": \"#/$defs/node\"}}}}"
    )
    #expect(
      reading.messages == [
        "note: /$defs/node/properties/next/$ref: #/$defs/node contains itself; "
          + "from here on values are shown as they are stored"
      ]
    )
    #expect(
      reading.entry?.kind
        == .table([TableMember("name", kind: Self.text), TableMember("next", kind: .any)])
    )
  }

  @Test func `two references in a circle are an error of the key`() {
    let reading = SampleDocument.read(
      key: "{\"$ref\": \"#/$defs/a\"}",
      root: ", \"$defs\": {\"a\": {\"$ref\": \"#/$defs/b\"}, \"b\": {\"$ref\": \"#/$defs/a\"}}"
    )
    #expect(
      reading.messages
        == ["error: /$defs/b/$ref: the reference to #/$defs/a leads back to itself"]
    )
    #expect(reading.entry?.kind == .any)
  }

  @Test(.thorough) func `references that double at every step are given up`() {
    let definitions = (0..<60).map { step in
      "\"d\(step)\": {\"type\": \"object\", \"properties\": {"
        + "\"l\": {\"$ref\": \"#/$defs/d\(step + 1)\"}, \"r\": {\"$ref\": \"#/$defs/d\(step + 1)\"}}}"
    }
    let reading = SampleDocument.read(
      key: "{\"$ref\": \"#/$defs/d0\"}",
      root: ", \"$defs\": {\(definitions.joined(separator: ",")), \"d60\": {\"type\": \"string\"}}"
    )
    #expect(
      reading.messages.contains { $0.hasSuffix("references lead to more than a key can hold") }
    )
    #expect(reading.schema != nil)
  }

  @Test func `alternatives of simple kinds are all taken`() throws {
    let reading = SampleDocument.read(
      key:
        "{\"anyOf\": [{\"type\": \"null\"}, {\"type\": \"integer\", \"minimum\": 0, \"maximum\": 9}, "
        + "{\"type\": \"array\", \"items\": {\"type\": \"string\"}}], \"default\": 3}"
    )
    #expect(reading.messages.isEmpty)
    #expect(reading.entry?.isOptional == true)
    #expect(
      reading.entry?.kind
        == .alternatives([
          Alternative(.integer(NumberLimits(minimum: 0, maximum: 9))),
          Alternative(.list(of: Self.text)),
        ])
    )
    #expect(reading.entry?.defaultValue == .integer(3))
  }

  @Test func `a list and an object are alternatives with their items and members`() throws {
    let reading = SampleDocument.read(
      key: """
        {"anyOf": [{"type": "boolean"},
         {"type": "array", "items": {"type": "string"}, "maxItems": 2},
         {"type": "object", "required": ["host"], "additionalProperties": false,
          "properties": {"host": {"type": "string", "title": "Host"}, "port": {"type": "integer"}}}],
         "default": {"host": "a"}}
        """
    )
    #expect(reading.messages.isEmpty)
    let entry = try #require(reading.entry)
    #expect(
      entry.kind
        == .alternatives([
          Alternative(.bool), Alternative(.list(of: Self.text, CollectionLimits(maximumCount: 2))),
          Alternative(
            .table(
              [
                TableMember("host", title: "Host", kind: Self.text, isRequired: true),
                TableMember("port", kind: .integer(.word)),
              ],
              others: nil
            )
          ),
        ])
    )
    #expect(entry.defaultValue == .dictionary(["host": .string("a")]))
    #expect(try entry.parse(#"["a", "b"]"#) == .array([.string("a"), .string("b")]))
    for text in [#"["a", "b", "c"]"#, #"{"port": 1}"#, "7"] {
      #expect(throws: Defaults.Rejection.self, "\(text)") { try entry.parse(text) }
    }
  }

  @Test(arguments: [true, false])
  func `objects with titles are alternatives, and others are one table`(areNamed: Bool) throws {
    let reading = SampleDocument.read(
      key: """
        {"oneOf": [
          {"title": "From a file", "type": "object", "required": ["path"],
           "properties": {"path": {"type": "string"}, "watch": {"type": "boolean"}}},
          {"\(areNamed ? "title" : "$comment")": "From the network", "type": "object",
           "required": ["url"], "properties": {"url": {"type": "string", "format": "uri"}}},
          {"type": "string"}]}
        """
    )
    #expect(reading.messages.isEmpty)
    let kind = try #require(reading.entry?.kind)
    guard case .alternatives(let forms) = kind else { throw WrongKind(kind: kind) }
    #expect(
      forms.map(\.title) == (areNamed ? ["From a file", "From the network", nil] : [nil, nil])
    )
    #expect(kind.name == "Table or String")
    let value: Defaults.StoredValue = .dictionary(["url": .string("https://example.org")])
    let form = try #require(forms.fitting(value))
    #expect(form.title == (areNamed ? "From the network" : nil))
    try reading.entry?.validate(value)
  }

  private struct WrongKind: Error { var kind: ValueKind }

  @Test func `alternatives with choices are choices that others may join`() {
    let reading = SampleDocument.read(
      key: "{\"anyOf\": [{\"type\": \"number\", \"minimum\": 0}, "
        + "{\"type\": \"string\", \"enum\": [\"all\", \"none\"]}]}"
    )
    #expect(
      reading.entry?.kind
        == .choice(
          [Choice(.string("all"), title: "all"), Choice(.string("none"), title: "none")],
          others: .real(NumberLimits(minimum: 0))
        )
    )
  }

  @Test func `what stands beside alternatives holds for each`() {
    let reading = SampleDocument.read(
      key: "{\"type\": \"string\", \"anyOf\": [{\"enum\": [\"all\"]}, {\"pattern\": \"^[0-9]+$\"}]}"
    )
    #expect(
      reading.entry?.kind
        == .choice(
          [Choice(.string("all"), title: "all")],
          others: .string(TextLimits(pattern: "^[0-9]+$"))
        )
    )
  }

  @Test func `constants with titles are choices`() {
    let reading = SampleDocument.read(
      key: "{\"type\": \"string\", \"default\": \"b\", \"oneOf\": ["
        + "{\"const\": \"a\", \"title\": \"First\", \"description\": \"The one.\"}, "
        + "{\"const\": \"b\"}, {\"const\": 3}]}"
    )
    #expect(
      reading.entry?.kind
        == .choice([
          Choice(.string("a"), title: "First", help: "The one."), Choice(.string("b"), title: "b"),
        ])
    )
    #expect(
      reading.messages == [
        "warning: /properties/k/oneOf/2/const: the choice 3 is dropped: found Int, expected String"
      ]
    )
    #expect(reading.entry?.defaultValue == .string("b"))
  }

  @Test(.thorough) func `a document of many keys with many problems is read to its end`() {
    let keys = (0..<20_000).map { "\"k\($0)\":{\"type\":\"boolean\",\"default\":1}" }
    let reading = SampleDocument.read(keys: keys.joined(separator: ","))
    #expect(reading.problems.count == 20_000)
    #expect(reading.schema?.entries.count == 20_000)
  }
}
