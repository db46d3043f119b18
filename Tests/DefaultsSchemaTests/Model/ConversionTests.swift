import Defaults
import DefaultsSchema
import Testing

/// A text in the place of a number or a flag, which the app converts when it reads the key.
struct ConversionTests {
  private let suite = Defaults.Suite(inMemory: "org.example.conversion")

  private func entry(_ schema: Schema?, _ key: String) throws -> Entry {
    try #require(schema?.entry(forKey: key))
  }

  private func document(for wanted: String? = nil) -> Schema? {
    let text = """
      {"x-format": 1, "x-suite": "org.example.conversion", "title": "App", "properties": {
        "ratio": {"type": "number", "minimum": 0, "maximum": 1}, "storedCount": {"type": "integer"},
        "flag": {"type": "boolean"}, "name": {"type": "string"}}}
      """
    let suite = suite
    let options = SchemaReadingOptions(suiteName: wanted) { _ in suite }
    return SchemaDocument(text: text).read(options).schema
  }

  private static let cases: [(String, String, Defaults.StoredValue?)] = [
    ("ratio", "0.25", .real(0.25)), ("storedCount", "42", .integer(42)),
    ("flag", "true", .bool(true)),
    // Neither a text that the type does not read nor a number outside of the limits is one.
    ("ratio", "abc", nil), ("ratio", "2.5", nil), ("storedCount", "0.5", nil), ("flag", "1", nil),
    ("ratio", "\"0.25\"", nil), ("name", "0.25", nil),
  ]

  @Test(arguments: cases.indices)
  func `the app's own keys and its published schema agree on a stored text`(index: Int) throws {
    let (key, text, expected) = Self.cases[index]
    let ratio = Defaults.Key<Double>("ratio", default: 0.5, suite: suite)
    let count = Defaults.Key<Int>("storedCount", default: 3, suite: suite)
    let flag = Defaults.Key<Bool>("flag", default: false, suite: suite)
    let name = Defaults.Key<String>("name", default: "", suite: suite)
    let typed = Schema(suite: suite, title: "App") {
      Section("General") {
        NumberField("Ratio", key: ratio, in: 0...1)
        NumberField("Count", key: count)
        Toggle("Flag", key: flag)
        TextField("Name", key: name)
      }
    }
    for schema in [typed, document()] {
      #expect(try entry(schema, key).conversion(of: .string(text)) == expected)
    }
  }

  @Test func `what the app reads is the converted value`() {
    let ratio = Defaults.Key<Double>("ratio", default: 0.5, suite: suite)
    suite.set("0.25", forKey: "ratio")
    #expect(suite[ratio] == 0.25)
  }

  @Test func `of a suite of another program nothing is known`() throws {
    let schema = document(for: "settings")
    #expect(try entry(schema, "ratio").conversion(of: .string("0.25")) == nil)
  }
}
