import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// The JSON Schema of what the commands print with `--json`.
extension Record {
  /// An array of records, one record on a line, a document, or the value of a key.
  static var schema: JSONValue {
    let forms = ["records", "record", "document", "value"]
    let definitions = [
      ("record", record), ("records", array(of: "record")), ("document", document),
      ("value", value),
    ]
    return .object([
      .init("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      .init("$id", .string("prefs-json")), .init("title", .string("What prefs prints with --json")),
      .init("anyOf", .array(forms.map(reference))),
      .init("$defs", .object(definitions.map { .init($0, $1) })),
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
    let reasons = ValueDocument.reasonsName.string
    return .object([
      .init("description", .string("Values by key, or documents by suite.")),
      .init("type", .string("object")),
      .init("properties", .object([.init(reasons, object(of: type("string")))])),
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
