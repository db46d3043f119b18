import DefaultsCore
import DefaultsSchema
import Testing

@testable import prefs

/// The check of all JSON that a test makes the tool print, by the published JSON Schema.
enum RecordCheck {
  /// The commands that print documents of values.
  private static let documents = ["read", "export", "ask"]

  /// A schema with a key for each form of output.
  private static let schema: Schema? = {
    guard case .object(let members) = Record.schema,
      let definitions = members.first(where: { $0.name == "$defs" })
    else { return nil }
    let value = JSONValue.object([
      .init("anyOf", .array(["document", "value"].map(Record.reference)))
    ])
    let document = JSONValue.object([
      .init("x-format", .number("1")), .init("x-suite", .string("org.example.records")),
      .init(
        "properties",
        .object([
          .init("records", Record.reference(to: "records")), .init("document", value),
        ])
      ),
      definitions,
    ])
    let suite = Defaults.Suite(suiteName: "org.example.records")
    return SchemaDocument(text: document.text()).read(SchemaReadingOptions { _ in suite }).schema
  }()

  /// Checks what a command line with `--json` has printed.
  static func check(_ output: String, of arguments: [String]) throws {
    // A name of a key or suite that looks like the option stands after all options.
    guard arguments.contains("--json"), !output.isEmpty else { return }
    let isSnapshot = arguments.contains("snapshot") && arguments.contains("show")
    let isDocument =
      isSnapshot || arguments.contains(where: documents.contains) && !arguments.contains("--layers")
    guard isDocument || output.hasPrefix("[") && !arguments.contains("show") else { return }
    let entry = try #require(schema?.entry(forKey: isDocument ? "document" : "records"))
    let value = try Defaults.StoredValue(JSONValue(parsing: output))
    #expect(throws: Never.self, "\(arguments): \(output)") { try entry.validate(value) }
  }
}
