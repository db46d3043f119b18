import DefaultsCore
import DefaultsSchema
import Testing

@testable import prefs

/// The check of every array of records that a test makes the tool print, by the published JSON Schema.
enum RecordCheck {
  /// The commands that print documents of values.
  private static let documents = ["read", "export", "ask", "show"]

  /// The key whose values are arrays of records.
  private static let entry: Entry? = {
    guard case .object(let members) = Record.schema,
      let definitions = members.first(where: { $0.name == "$defs" })
    else { return nil }
    let document = JSONValue.object([
      .init("x-format", .number("1")), .init("x-suite", .string("org.example.records")),
      .init(
        "properties",
        .object([.init("records", .object([.init("$ref", .string("#/$defs/records"))]))])
      ),
      definitions,
    ])
    let suite = Defaults.Suite(suiteName: "org.example.records")
    return SchemaDocument(text: document.text()).read(SchemaReadingOptions { _ in suite }).schema?
      .entry(forKey: "records")
  }()

  /// Checks what a command line with `--json` has printed.
  static func check(_ output: String, of arguments: [String]) throws {
    // A name of a key or suite that looks like the option stands after all options.
    guard arguments.contains("--json"), output.hasPrefix("["),
      arguments.contains("--layers") || !arguments.contains(where: documents.contains)
    else { return }
    let entry = try #require(entry)
    let json = try JSONValue(parsing: output)
    let records = try Defaults.StoredValue(json)
    #expect(throws: Never.self, "\(arguments): \(output)") { try entry.validate(records) }
  }
}
