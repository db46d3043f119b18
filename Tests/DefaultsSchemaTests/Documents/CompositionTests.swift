import Defaults
import DefaultsSchema
import Testing

/// Documents whose keys and values are described by several schemas together.
@Suite struct CompositionTests {
  @Test func `keys that a pattern lists by name are declared`() {
    let text = ##"""
      {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}},
       "patternProperties": {"^Serilog$": {"type": "object"}, "^(cdn|a\\.b)$": {"type": "boolean"},
        "^x-": {"type": "string"}, "^[ab]$": {}, "^$": {}}}
      """##
    let reading = SchemaDocument(name: "a.json", text: text).read(SampleDocument.options)
    #expect(reading.schema?.entries.map(\.key.string) == ["a", "Serilog", "cdn", "a.b"])
    #expect(reading.omissions.map(\.key) == ["^x-", "^[ab]$", "^$"])
    #expect(
      reading.messages == ["note: /required: what \"required\" says of all keys is not checked"]
    )
  }

  private func read(_ text: String) -> SchemaReading {
    SchemaDocument(name: "weaver.json", text: text).read(SampleDocument.options)
  }

  private func isValid(_ json: String, _ entry: Entry?) throws -> Bool {
    let entry = try #require(entry)
    let value = try Defaults.StoredValue(JSONValue(parsing: json))
    do throws(Defaults.Rejection) {
      try entry.validate(value)
      return true
    } catch {
      return false
    }
  }

  // MARK: - Keys

  @Test func `keys are gathered from all branches, with the condition that they depend on`() throws
  {
    let reading = read(
      """
      {"$ref": "#/definitions/all", "definitions": {"all": {
        "properties": {"mode": {"enum": ["fast", "exact"]}, "on": {"type": "boolean"}},
        "allOf": [{"properties": {"a": {"type": "integer"}}}],
        "oneOf": [
          {"properties": {"mode": {"const": "fast"}, "speed": {"type": "number"}}},
          {"properties": {"mode": {"const": "exact"}, "digits": {"type": "integer"}}}
        ],
        "if": {"properties": {"on": {"const": true}}},
        "then": {"properties": {"level": {"type": "integer"}}},
        "else": {"properties": {"reason": {"type": "string"}}},
        "dependentSchemas": {"a": {"properties": {"b": {"type": "string"}}}}
      }}}
      """
    )
    let schema = try #require(reading.schema)
    #expect(
      schema.entries.map(\.key.string)
        == ["mode", "on", "a", "speed", "digits", "level", "reason", "b"]
    )
    #expect(reading.highestSeverity != .error)
    func condition(_ key: String) -> Dependency? { schema.entry(forKey: key)?.dependency }
    #expect(condition("speed") == Dependency(key: "mode", value: .string("fast")))
    #expect(condition("digits") == Dependency(key: "mode", value: .string("exact")))
    #expect(condition("level") == Dependency(key: "on", value: .bool(true)))
    #expect(condition("reason") == Dependency(key: "on", value: .bool(false)))
    #expect(condition("a") == nil)
    #expect(reading.messages.contains { $0.contains("further conditions of the key") })
  }

  @Test func `keys that only a pattern describes are counted`() {
    let reading = read(
      """
      {"properties": {"a": {"type": "string"}}, "patternProperties": {"^x-": {}},
       "additionalProperties": {"type": "string"}}
      """
    )
    #expect(reading.schema?.entries.count == 1)
    #expect(reading.omissions.map(\.key) == ["^x-", "*"])
  }

  // MARK: - Values

  @Test(arguments: [
    (#"{"type": "string", "not": {"const": "x"}}"#, "\"a\"", "\"x\""),
    (#"{"allOf": [{"type": "string", "minLength": 2}, {"maxLength": 3}]}"#, "\"ab\"", "\"abcd\""),
    (#"{"enum": ["on", "off", false]}"#, "false", "true"),
    (#"{"const": 7}"#, "7", "8"),
    (#"{"type": ["boolean", "object"]}"#, "{}", "\"x\""),
    (#"{"type": ["string", "array"], "items": {"type": "string"}}"#, "[\"a\"]", "[1]"),
    (
      #"{"type": "object", "patternProperties": {"^n": {"type": "integer"}}}"#, #"{"n1": 1}"#,
      #"{"n1": "a"}"#
    ),
    (
      #"{"type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]}}"#,
      #"{"a": 1, "b": 2}"#, #"{"a": 1}"#
    ),
    (
      #"{"type": "array", "prefixItems": [{"type": "string"}], "items": false}"#, "[\"a\"]",
      "[\"a\", 1]"
    ),
    (#"{"oneOf": [{"type": "integer"}, {"type": "number"}]}"#, "1.5", "1"),
    (#"{"type": "object", "dependencies": {"a": ["b"]}}"#, "{}", #"{"a": 1}"#),
    (#"{"type": "number", "minimum": 0, "exclusiveMinimum": true, "not": {"const": 3}}"#, "1", "0"),
    (
      #"{"allOf": [{"properties": {"a": {}}}], "type": "object", "unevaluatedProperties": false}"#,
      #"{"a": 1}"#, #"{"b": 1}"#
    ),
  ])
  func `a keyword that only constrains is checked, and hides no key`(
    schema: String,
    valid: String,
    invalid: String
  ) throws {
    let reading = read("{\"properties\": {\"k\": \(schema)}}")
    #expect(reading.highestSeverity != .error)
    #expect(try isValid(valid, reading.entry))
    #expect(try !isValid(invalid, reading.entry))
    let again = SchemaDocument(text: try #require(reading.schema).documentText)
      .read(SampleDocument.options)
    #expect(again.schema?.documentText == reading.schema?.documentText)
    #expect(again.entry?.kind == reading.entry?.kind)
    #expect(try isValid(valid, again.entry))
    #expect(try !isValid(invalid, again.entry))
  }

  @Test(arguments: ["", #", "minProperties": 1"#, #", "not": {"required": ["no"]}"#])
  func `the reason against a value is that of the alternative that it is most like`(
    keyword: String
  ) throws {
    let reading = read(
      """
      {"properties": {"k": {"oneOf": [{"title": "A file", "$ref": "#/definitions/file"}, {
        "title": "A server", "type": "object", "required": ["kind", "host"]\(keyword),
        "properties": {"kind": {"const": "server"}, "host": {"type": "string"}, "port": {}}}]}},
        "definitions": {"file": {"type": "object", "required": ["kind", "path"]\(keyword),
          "properties": {"kind": {"const": "file"}, "path": {"type": "string"}}}}}
      """
    )
    let entry = try #require(reading.entry)
    let reasons = [
      #"{"kind": "file"}"#: "the member \"path\" is missing",
      #"{"kind": "server"}"#: "the member \"host\" is missing",
      #"{"kind": "server", "path": ""}"#: "the member \"host\" is missing",
      #"{"port": 1}"#: "the member \"kind\" is missing",
    ]
    for (text, reason) in reasons {
      let value = try Defaults.StoredValue(JSONValue(parsing: text))
      let error = #expect(throws: Defaults.Rejection.self) { try entry.validate(value) }
      #expect(error.map { "\($0)" } == reason, "\(text)")
    }
  }

  @Test func `a definition that contains itself is checked at every depth`() throws {
    let reading = read(
      """
      {"properties": {"k": {"$ref": "#/definitions/tree"}}, "definitions": {"tree": {
        "type": "object", "properties": {"name": {"type": "string"},
        "child": {"$ref": "#/definitions/tree"}}, "additionalProperties": false}}}
      """
    )
    #expect(reading.highestSeverity == .note)
    #expect(try isValid(#"{"child": {"child": {"name": "a"}}}"#, reading.entry))
    #expect(try !isValid(#"{"child": {"child": {"name": 1}}}"#, reading.entry))
  }

  @Test func `why a key is shown as stored stays in a converted document`() throws {
    let reading = read(#"{"properties": {"k": {"type": "colour"}, "l": {"title": "L"}}}"#)
    let schema = try #require(reading.schema)
    let again = SchemaDocument(text: schema.documentText).read(SampleDocument.options)
    #expect(again.schema?.documentText == schema.documentText)
    let reasons = schema.entries.map { $0.flaw.map { "\($0)" } }
    #expect(again.schema?.entries.map { $0.flaw.map { "\($0)" } } == reasons)
    #expect(again.highestSeverity == .note)
  }
}
