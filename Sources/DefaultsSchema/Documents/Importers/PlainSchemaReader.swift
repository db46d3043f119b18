import DefaultsCore

extension SchemaFormat {
  /// JSON Schema that was written for another program, for example Jamf's manifests.
  public static let jsonSchema = SchemaFormat(plural: "other JSON Schemas")
}

/// A reader for JSON Schema that was written for another program, for example Jamf's manifests.
///
/// Such documents do not name a suite. Jamf names the files after their suites, so the file name
/// is used unless the caller names a suite.
struct PlainSchemaReader: SchemaReader {
  static let format = SchemaFormat.jsonSchema

  static func recognises(_ content: SchemaContent, named name: String) -> Bool {
    guard let root = content.json else { return false }
    return root["$schema"]?.string?.contains("json-schema") == true
      || keywords.contains { root[$0]?.members != nil || root[$0]?.elements != nil }
      || root["$ref"]?.string?.hasPrefix("#") == true
  }

  /// Keywords of which one makes an object a schema.
  private static let keywords = [
    "properties", "allOf", "anyOf", "oneOf", "if", "patternProperties", "$defs", "definitions",
  ]

  static func read(_ content: SchemaContent, _ context: ReadingContext) -> Schema? {
    guard let root = content.json else { return nil }
    let reader = JSONSchemaReader(
      root: root.json,
      dialect: .foreign,
      translations: Translations(),
      log: context.log
    )
    let keys = reader.keys(of: root.json, context)
    reader.resolveLinks(keys)
    return context.schema(
      suiteName: suiteName(of: context.document),
      title: reader.line("title", of: root) ?? "",
      help: reader.help(of: root).text,
      sections: [Section(title: "", entries: keys.inDocumentOrder)]
    )
  }

  private static func suiteName(of document: SchemaDocument) -> String? {
    var name = document.name[...]
    for suffix in [".json", ".jamf", ".schema"] where name.hasSuffix(suffix) {
      name = name.dropLast(suffix.count)
    }
    return SuiteName.made(from: String(name))
  }
}
