import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// The JSON Schema of what the commands print with `--json`.
extension Record {
  /// The form of what a command prints, which is a definition of the schema.
  enum Form: String, CaseIterable {
    /// An array of records.
    case records
    /// A record on each line.
    case record
    /// The values of keys, of one suite or of each of several.
    case document
    /// The value of a key.
    case value

    fileprivate var schema: JSONValue {
      switch self {
      case .records: array(of: "record")
      case .record: Record.record
      case .document: Record.document
      case .value: Record.value
      }
    }
  }

  /// The schema of any form.
  ///
  /// An array of objects can be the value of a key as well, so what a command prints is checked by the
  /// definition of its form.
  static var schema: JSONValue {
    .object([
      .init("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      .init("$id", .string("prefs-json")), .init("title", .string("What prefs prints with --json")),
      .init(
        "description",
        .string(
          "A value can be any JSON, so an output is checked by the definition of its form: records for "
            + "a list, record for a line of watch, document for what read, export and snapshot show print."
        )
      ),
      .init("anyOf", .array(Form.allCases.map { reference(to: $0.rawValue) })),
      .init("$defs", .object(Form.allCases.map { .init($0.rawValue, $0.schema) })),
    ])
  }

  /// Returns a schema that refers to one of the definitions.
  static func reference(to definition: String) -> JSONValue {
    .object([.init("$ref", .string("#/$defs/\(definition)"))])
  }

  private static func type(_ name: String) -> JSONValue { .object([.init("type", .string(name))]) }

  private static func array(of definition: String) -> JSONValue {
    .object([.init("type", .string("array")), .init("items", reference(to: definition))])
  }

  private static func object(of content: JSONValue) -> JSONValue {
    .object([.init("type", .string("object")), .init("additionalProperties", content)])
  }

  private static var record: JSONValue {
    .object([
      .init("type", .string("object")), .init("additionalProperties", .bool(false)),
      .init("properties", .object(Field.allCases.map { .init($0.rawValue, $0.schema) })),
    ])
  }

  private static var document: JSONValue {
    let reasons = JSONValue.object([
      .init("description", .string("The reasons for locks; it can also be a key of a user.")),
      .init("anyOf", .array([object(of: type("string")), reference(to: "value")])),
    ])
    return .object([
      .init("description", .string("Values by key, or documents by suite.")),
      .init("type", .string("object")),
      .init("properties", .object([.init(ValueDocument.reasonsName.string, reasons)])),
      .init("additionalProperties", reference(to: "value")),
    ])
  }

  /// A value: an object with one member whose name begins with a dollar sign has a tag.
  private static var value: JSONValue {
    let tags = Defaults.StoredValue.Tag.allCases.map { tag in
      JSONValue.Member(tag.rawValue, schema(of: tag))
    }
    let isTag = JSONValue.object([
      .init("minProperties", .number("1")), .init("maxProperties", .number("1")),
      .init("propertyNames", .object([.init("pattern", .string("^\\$"))])),
    ])
    let table = JSONValue.object([
      .init("type", .string("object")), .init("if", isTag),
      .init(
        "then",
        .object([.init("properties", .object(tags)), .init("additionalProperties", .bool(false))])
      ),
      .init("else", .object([.init("additionalProperties", reference(to: "value"))])),
    ])
    let plain = ["string", "number", "boolean"].map(type)
    return .object([.init("anyOf", .array(plain + [array(of: "value"), table]))])
  }

  private static func schema(of tag: Defaults.StoredValue.Tag) -> JSONValue {
    let form =
      switch tag {
      case .data, .real: type("string")
      case .date: JSONValue.object([.init("type", .array([.string("string"), .string("number")]))])
      case .uid: type("integer")
      case .null: JSONValue.object([.init("const", .bool(true))])
      case .dictionary: object(of: reference(to: "value"))
      case .opaque: type("object")
      }
    guard case .object(let members) = form else { return form }
    return .object([.init("description", .string(tag.content))] + members)
  }
}
