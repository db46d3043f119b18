import DefaultsCore
import DefaultsSchema
import Testing

@testable import prefs

/// The check of all JSON that a test makes the tool print, by the published JSON Schema.
enum RecordCheck {
  /// A schema with a key for each form of output.
  private static let schema: Schema? = {
    guard case .object(let members) = Record.schema,
      let definitions = members.first(where: { $0.name == "$defs" })
    else { return nil }
    let document = JSONValue.object([
      .init("x-format", .number("1")), .init("x-suite", .string("org.example.records")),
      .init(
        "properties",
        .object(Record.Form.allCases.map { .init($0.rawValue, Record.reference(to: $0.rawValue)) })
      ),
      definitions,
    ])
    let suite = Defaults.Suite(suiteName: "org.example.records")
    return SchemaDocument(text: document.text()).read(SchemaReadingOptions { _ in suite }).schema
  }()

  /// Checks what a command line with `--json` has printed, by the definition of the form of its command.
  static func check(_ output: String, of arguments: [String]) throws {
    // Data that looks like the option is not among the arguments that are parsed.
    guard arguments.contains("--json"), !output.isEmpty,
      let invocation = try? Invocation(arguments), invocation.parsed.contains("--json"),
      let command = try? invocation.command()
    else { return }
    // The schema of a suite is described by another document.
    guard !(command is SchemaShowCommand) || output.hasPrefix("[") else { return }
    let form = Main.jsonForm(of: command)
    for text in form == .record ? output.split(separator: "\n").map(String.init) : [output] {
      #expect(throws: Never.self, "\(arguments): \(output)") { try validate(text, as: form) }
    }
  }

  /// Checks JSON by the definition of a form.
  static func validate(_ text: String, as form: Record.Form) throws {
    let entry = try #require(schema?.entry(forKey: form.rawValue))
    try entry.validate(Defaults.StoredValue(JSONValue(parsing: text)))
  }
}

/// The JSON Schema with which the outputs are checked.
struct RecordCheckTests {
  @Test(arguments: Record.Form.allCases)
  func `a misspelled member is refused in each form that has names of its own`(
    form: Record.Form
  ) throws {
    let texts =
      switch form {
      case .records: (#"[{"suite": "a", "key": "k"}]"#, #"[{"suite": "a", "kye": "k"}]"#)
      case .record: (#"{"suite": "a"}"#, #"{"suit": "a"}"#)
      case .document: (#"{"$reasons": 1, "k": {"$real": "inf"}}"#, #"{"k": {"$reel": "inf"}}"#)
      case .value: (#"[{"$real": "inf"}]"#, #"[{"$reel": "inf"}]"#)
      }
    try RecordCheck.validate(texts.0, as: form)
    #expect(throws: Defaults.Rejection.self) { try RecordCheck.validate(texts.1, as: form) }
  }

  @Test(arguments: [
    ("read --json s", Record.Form.document), ("read --json s k", .value),
    ("read --json s *", .document),
    ("read --json --layers s k", .records), ("export s --json", .document),
    ("watch --json s", .record),
    ("snapshot show --json s", .document), ("snapshot list --json", .records),
  ])
  func `a command has one form`(arguments: String, form: Record.Form) throws {
    let invocation = try Invocation(arguments.split(separator: " ").map(String.init))
    #expect(Main.jsonForm(of: try invocation.command()) == form)
  }
}
