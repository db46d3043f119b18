import Defaults
import DefaultsSchema
import Testing

/// Settings of VS Code extensions, and JSON Schema that was written for something else.
@Suite struct JSONImporterTests {
  private func read(
    _ text: String,
    name: String = "package.json",
    languages: [String] = [],
    suite: String? = nil,
    files: [String: String] = [:]
  ) -> SchemaReading {
    let bytes = files.mapValues { Array($0.utf8) }
    return SchemaDocument(name: name, bytes: Array(text.utf8)) { bytes[$0] }.read(
      SchemaReadingOptions(suiteName: suite, languages: languages) {
        Defaults.Suite(inMemory: $0)
      }
    )
  }

  private static let extensionManifest = """
    {
      "name": "weaver", "publisher": "example", "displayName": "%name%", "version": "1.2.3",
      "contributes": {
        "commands": [],
        "configuration": [
          { "title": "$start" },
          {
            "title": "Later", "order": 9,
            "properties": { "weaver.z": { "type": "boolean", "scope": "machine" } }
          },
          {
            "title": "Main", "order": 1,
            "properties": {
              "weaver.mode": {
                "type": ["string", "boolean"], "default": true, "order": 2,
                "markdownDescription": "See `#weaver.z#` and `#editor.other#`."
              },
              "weaver.threadCount": {
                "type": "integer", "default": 4, "minimum": 0, "order": 1,
                "deprecationMessage": "%old%"
              },
              "weaver.env": {
                "type": "object", "patternProperties": { "^[A-Z]+$": { "type": "string" } }
              },
              "weaver.map": { "properties": { "a": { "type": "boolean" } }, "tags": ["advanced"] }
            }
          },
          { "title": "Main", "order": 2, "properties": {
              "weaver.late": { "type": ["number", null], "exclusiveMinimum": true, "minimum": 0 },
              "weaver.wild": { "allOf": [] }
          } },
          { "title": "Main", "order": 10, "properties": { "weaver.z": { "type": "string" } } }
        ]
      }
    }
    """

  @Test func `settings of an extension become sections and keys`() throws {
    let reading = read(
      Self.extensionManifest,
      languages: ["de_DE.UTF-8"],
      files: [
        "package.nls.json": "{\"name\": \"Weaver\", \"old\": \"Old.\"}",
        "package.nls.de.json": "{\"old\": \"Alt.\"}",
      ]
    )
    #expect(reading.format == .visualStudioCode)
    let schema = try #require(reading.schema)
    #expect(schema.suite.name == "example.weaver")
    #expect(schema.title == "Weaver")
    #expect(schema.app.version == "1.2.3")
    #expect(schema.sections.map(\.title) == ["Main", "Later"])
    #expect(
      schema.sections[0].entries.map(\.key) == [
        "weaver.threadCount", "weaver.mode", "weaver.env", "weaver.map", "weaver.late",
        "weaver.wild",
      ]
    )
    #expect(schema.entry(forKey: "weaver.threadCount")?.title == "Thread count")
    #expect(schema.entry(forKey: "weaver.threadCount")?.deprecation?.message == "Alt.")
    #expect(schema.entry(forKey: "weaver.z")?.tags == ["machine"])
    #expect(schema.entry(forKey: "weaver.z")?.extraKeywords == [])
    #expect(schema.entry(forKey: "weaver.mode")?.seeAlso == ["weaver.z"])
  }

  @Test func `a default is translated, and stays as it is without a translation`() throws {
    let manifest = """
      {"name": "w", "publisher": "example", "contributes": {"configuration": {"properties": {
        "w.greeting": {"type": "string", "default": "%greeting%"},
        "w.farewell": {"type": "string", "default": "%farewell%"},
        "w.words": {"type": "array", "items": {"type": "string"}, "default": ["%greeting%", "a"]},
        "w.choice": {"type": "string", "enum": ["%greeting%", "b"], "default": "%greeting%"}}}}}
      """
    let schema = try #require(
      read(manifest, languages: ["de"], files: ["package.nls.de.json": #"{"greeting": "Hallo"}"#])
        .schema
    )
    func value(_ key: String) -> Defaults.StoredValue? {
      schema.entry(forKey: "w.\(key)")?.defaultValue
    }
    #expect(value("greeting") == .string("Hallo"))
    #expect(value("farewell") == .string("%farewell%"))
    #expect(value("words") == .array([.string("Hallo"), .string("a")]))
    #expect(value("choice") == .string("Hallo"))
  }

  @Test func `kinds that are common elsewhere are understood`() throws {
    let schema = try #require(read(Self.extensionManifest).schema)
    func kind(_ key: String) -> ValueKind? { schema.entry(forKey: "weaver.\(key)")?.kind }
    #expect(
      kind("mode") == .alternatives([Alternative(.string(TextLimits())), Alternative(.bool)])
    )
    #expect(kind("env") == .dictionary(of: .string(TextLimits())))
    #expect(kind("map") == .table([TableMember("a", kind: .bool)]))
    #expect(kind("late") == .real(NumberLimits(minimum: 0, excludesMinimum: true)))
    #expect(schema.entry(forKey: "weaver.late")?.isOptional == true)
  }

  @Test func `what cannot be shown is listed`() {
    let reading = read(Self.extensionManifest)
    #expect(
      reading.omissions == [
        .init(
          key: "weaver.z",
          reason: "the key \"weaver.z\" was declared before; the first one counts"
        )
      ]
    )
    #expect(reading.schema?.entry(forKey: "weaver.z")?.kind == .bool)
    #expect(reading.messages.filter { $0.hasPrefix("error") } == [])
    #expect(reading.messages.contains { $0.hasSuffix("\"name\" has no translation") })
  }

  @Test func `one block of settings need not be in a list`() {
    let reading = read(
      "{\"name\": \"a b\", \"contributes\": {\"configuration\": "
        + "{\"properties\": {\"k\": {\"type\": \"boolean\"}}}}}"
    )
    #expect(reading.schema?.suite.name == "a-b")
    #expect(reading.schema?.sections.map(\.title) == [""])
    #expect(reading.entry?.title == "K")
  }

  @Test func `an extension without settings is an error`() {
    let reading = read("{\"name\": \"a\", \"contributes\": {}}")
    #expect(reading.schema == nil)
    #expect(reading.highestSeverity == .error)
  }

  @Test func `the words of Jamf mean what others do`() throws {
    let reading = read(
      """
      { "title": "Support (org.example.support)", "properties": {
        "b": { "type": "string", "enum": ["x", "y"], "options": { "enum_titles": ["Ex", "Why"] },
               "property_order": 2 },
        "a": { "type": "date", "property_order": 3, "default": "2026-03-14" },
        "c": { "type": "boolean", "property_order": 1, "options": { "enum_titles": ["On", "Off"] } },
        "d": { "anyOf": [{ "type": "null" }, { "type": "integer" }], "property_order": 4 },
        "": { "type": "boolean" }
      } }
      """,
      name: "org.example.support.json"
    )
    let schema = try #require(reading.schema)
    #expect(reading.format == .jsonSchema)
    #expect(schema.suite.name == "org.example.support")
    #expect(schema.entries.map(\.key) == ["c", "b", "a", "d"])
    #expect(schema.entry(forKey: "a")?.kind == .date)
    #expect(
      schema.entry(forKey: "b")?.kind
        == .choice([Choice(.string("x"), title: "Ex"), Choice(.string("y"), title: "Why")])
    )
    #expect(schema.entry(forKey: "d")?.isOptional == true)
    #expect(reading.omissions.map(\.key) == [""])
  }

  @Test func `a person may name the suite, and an unsafe name is refused`() {
    let text = "{\"properties\": {\"k\": {\"type\": \"boolean\"}}}"
    #expect(read(text, name: "x.json", suite: "org.named").schema?.suite.name == "org.named")
    #expect(read(text, name: "x.json", suite: "../x").schema == nil)
    #expect(read(text, name: "...json").problems.map(\.flaw) == [.suiteNotNamed])
  }

  @Test(arguments: ["{\"title\": \"A\"}", "<html></html>", "{\"a\": {\"properties\": {}}}"])
  func `a document of no known format is told so`(text: String) {
    let reading = read(text, name: "x")
    #expect(reading.problems.map(\.flaw) == [.unknownFormat])
    #expect(reading.format == nil && reading.schema == nil && !reading.isUnreadable)
  }

  @Test func `a schema of another program may have the name of one of this project`() {
    let text = """
      {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
       "properties": {"port": {"type": "integer"}}}
      """
    let reading = read(text, name: "org.example.mail.schema.json")
    #expect(reading.messages == [])
    #expect(reading.schema?.suite.name == "org.example.mail")
    #expect(reading.schema?.entries.map(\.key) == ["port"])
    // One of this project that lacks its version is still told so.
    let own = read("{\"x-suite\": \"a.b\", \"properties\": {}}", name: "a.b.schema.json")
    #expect(own.messages.contains { $0.contains("x-format") })
  }
}
