import DefaultsCore
import Testing

@testable import DefaultsSchema

/// Reading what a document says about some of its keys.
@Suite struct SchemaExcerptTests {
  private static let properties = """
    "volume": {"type": "number", "minimum": 0, "title": "Volume", "x-section": "sound"},
    "name": {"type": "string", "description": "A name with \\"quotes\\" and a \\\\."},
    "password": {"type": "string", "x-sensitive": true},
    "colour": {"$ref": "#/$defs/colour"},
    "nested": {"type": "object", "properties": {"volume": {"type": "boolean"}}},
    "mode": {"type": "string", "x-dependsOn": {"key": "name", "equals": "a"}},
    "other": {"type": "string", "description": "See `#name#`."},
    "translated": {"type": "string", "description": "%help%"},
    "shared": {"$ref": "#/$defs/dependent"}
    """

  private static func text(
    _ properties: String = Self.properties,
    root: String = "\"x-format\": 1,"
  ) -> String {
    """
    {
      \(root) "x-suite": "org.example.excerpt", "title": "Excerpt",
      "x-sections": [{"id": "sound", "title": "Sound"}],
      "$defs": {
        "colour": {"type": "string", "enum": ["red", "blue"]},
        "dependent": {"type": "string", "x-dependsOn": {"key": "name", "equals": "a"}}
      },
      "properties": {\(properties)}
    }
    """
  }

  private static func read(_ text: String, _ keys: [String]?, limit: Int? = nil) -> SchemaReading {
    var options = SchemaReadingOptions()
    options.keys = keys.map { Set($0.map { Defaults.KeyName($0) }) }
    if let limit { options.maximumKeyCount = limit }
    return SchemaDocument(text: text).read(options)
  }

  private static func keys(_ text: String, _ keys: [String]?) -> [String] {
    read(text, keys).schema?.entries.map(\.key.string).sorted() ?? []
  }

  @Test func `only the wanted key, secrets and references are read`() {
    #expect(Self.keys(Self.text(), ["volume"]) == ["colour", "password", "shared", "volume"])
    #expect(Self.keys(Self.text(), ["name"]) == ["colour", "name", "password", "shared"])
  }

  @Test(arguments: [
    "volume", "name", "password", "colour", "nested", "mode", "other", "translated", "shared",
  ])
  func `an entry is the same as in the whole schema`(key: String) throws {
    let whole = try #require(Self.read(Self.text(), nil).schema)
    let part = try #require(Self.read(Self.text(), [key]).schema)
    #expect(part.entry(forKey: key) == whole.entry(forKey: key))
    #expect(part.entry(forKey: "password")?.isSecret == true)
    let section = { (schema: Schema) in
      schema.sections.first { $0.entries.contains { $0.key.string == key } }?.title
    }
    #expect(section(part) == section(whole))
  }

  @Test(arguments: ["mode", "other", "translated", "shared", "missing"])
  func `all keys are read with one that names others, or that is not declared`(key: String) {
    #expect(Self.keys(Self.text(), [key]) == Self.keys(Self.text(), nil))
  }

  @Test(arguments: [
    "\"x-format\": 1, \"allOf\": [{\"properties\": {\"more\": {\"type\": \"string\"}}}],",
    "\"x-format\": 1, \"if\": {\"properties\": {\"name\": {\"const\": \"a\"}}},",
    "\"x-format\": 1, \"patternProperties\": {\"^a$\": {\"$ref\": \"#/properties/name\"}},",
    "\"x-format\": 1, \"patternProperties\": {\"^a$\": {\"$ref\": \"#\"}},",
    "\"x-format\": 1, \"patternProperties\": {\"^a$\": {\"$ref\": \"#/%70roperties/name\"}},",
    "\"x-format\": 1, \"patternProperties\": {\"^a$\": {\"$ref\": \"org.example#\"}},",
    "\"x-format\": 1, \"patternProperties\": {\"^a$\": {\"$dynamicRef\": \"#node\"}},",
  ])
  func `all keys are read where other parts of the document may matter`(root: String) {
    let text = Self.text(root: root)
    #expect(Self.keys(text, nil).count >= 7)
    #expect(Self.keys(text, ["volume"]) == Self.keys(text, nil))
  }

  @Test(arguments: [
    "tru", "[1, 2", "{\"type\": 01}", "\"\\q\"", "{\"a\" 1}", "\"\u{1}\"", "{\"a\": 1,}",
  ])
  func `a mistake in a key that is left out is found`(value: String) {
    let text = Self.text("\"volume\": {\"type\": \"number\"}, \"bad\": \(value)")
    let reading = Self.read(text, ["volume"])
    #expect(reading.schema == nil)
    #expect(reading.problems == Self.read(text, nil).problems)
  }

  @Test func `a key that is declared twice has its last declaration`() {
    let text = Self.text(
      "\"a\": {\"type\": \"number\"}, \"b\": {\"type\": \"number\"}, \"a\": {\"type\": \"string\"}"
    )
    let entry = Self.read(text, ["a"]).schema?.entry(forKey: "a")
    #expect(entry != nil)
    #expect(entry == Self.read(text, nil).schema?.entry(forKey: "a"))
  }

  @Test func `keys that are left out count`() {
    #expect(Self.read(Self.text(), ["volume"], limit: 9).schema != nil)
    #expect(Self.read(Self.text(), ["volume"], limit: 8).schema == nil)
  }
}
