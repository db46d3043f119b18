import Defaults

/// Reads JSON Schema that was not written for this project: Jamf's manifests, and others alike.
///
/// Such documents name no suite. Jamf names its files for them, so the name of the file is taken
/// where nobody gives another.
struct PlainSchemaReader {
  /// Reads a document.
  static func read(_ root: JSONMembers, _ context: ImportContext) -> Schema? {
    let reader = JSONSchemaReader(
      root: root.place,
      dialect: .foreign,
      translations: Translations(),
      log: context.log
    )
    guard let properties = root["properties"]?.members else {
      context.log.report(.keysMissing(member: "properties"), at: root["properties"] ?? root.place)
      return nil
    }
    var keys = properties.names.compactMap { name -> JSONSchemaReader.KeyReading? in
      guard let place = properties[name],
        context.admits(name, pointer: place.pointer, offset: place.offset)
      else { return nil }
      return reader.key(name, at: place)
    }
    reader.settle(&keys)
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
