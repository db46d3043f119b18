import Defaults

extension SchemaFormat {
  /// JSON Schema that was written for another program, for example Jamf's manifests.
  public static let jsonSchema = SchemaFormat(
    "jsonSchema",
    name: "JSON Schema",
    plural: "other JSON Schemas"
  )
}

/// A reader for JSON Schema that was written for another program, for example Jamf's manifests.
///
/// Such documents do not name a suite. Jamf names the files after their suites, so the file name
/// is used unless the caller names a suite.
struct PlainSchemaReader: SchemaReader {
  static let format = SchemaFormat.jsonSchema

  static func recognises(_ content: SchemaContent, named name: String) -> Bool {
    content.json?["properties"] != nil
  }

  static func read(_ content: SchemaContent, _ context: ReadingContext) -> Schema? {
    guard let root = content.json else { return nil }
    let reader = JSONSchemaReader(
      root: root.json,
      dialect: .foreign,
      translations: Translations(),
      log: context.log
    )
    guard let properties = root["properties"]?.members else {
      context.log.report(.keysMissing(member: "properties"), at: root["properties"] ?? root.json)
      return nil
    }
    var keys = properties.names.compactMap { name -> JSONSchemaReader.KeyReading? in
      guard let json = properties[name],
        context.admits(name, pointer: json.pointer, offset: json.offset)
      else { return nil }
      return reader.key(name, at: json)
    }
    reader.resolveLinks(&keys)
    return context.schema(
      suiteName: suiteName(of: context.document),
      title: reader.line("title", of: root) ?? "",
      help: reader.help(of: root).text,
      sections: [Section(title: "", entries: keys.inDocumentOrder)]
    )
  }

  private static func suiteName(of document: SchemaDocument) -> String? {
    var name = document.name[...]
    for suffix in [".json", ".jamf"] where name.hasSuffix(suffix) {
      name = name.dropLast(suffix.count)
    }
    return SuiteName.made(from: String(name))
  }
}
