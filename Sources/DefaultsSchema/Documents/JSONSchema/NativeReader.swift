import Defaults

/// A reader for documents in the project's own dialect.
struct NativeReader {
  private let context: ReadingContext
  private let reader: JSONSchemaReader
  private let root: JSONMembers

  /// The end of a schema's file name.
  static let suffix = ".schema.json"

  /// The version of the dialect that this code reads.
  static let version: Int128 = 1

  /// Reads the document with this root; returns nil when it cannot be used as a whole.
  static func read(_ root: JSONMembers, _ context: ReadingContext) -> Schema? {
    NativeReader(root, context).schema()
  }

  private init(_ root: JSONMembers, _ context: ReadingContext) {
    self.context = context
    self.root = root
    let document = context.document
    let stem =
      document.name.hasSuffix(Self.suffix)
      ? String(document.name.dropLast(".json".count)) : document.name
    // When no wanted language has a translation, English is better than identifiers.
    let languages = (context.options.languages + ["en"]).flatMap(Translations.names)
    reader = JSONSchemaReader(
      root: root.place,
      dialect: .native,
      translations: Translations(
        of: document,
        files: document.name.isEmpty ? [] : languages.map { "\(stem).\($0).json" },
        log: context.log
      ),
      log: context.log
    )
  }

  private var log: ProblemLog { context.log }

  private func schema() -> Schema? {
    checkRoot()
    guard checkVersion() else { return nil }
    let name = suiteName()
    let keys = keys()
    let sections = sections(of: keys)
    let title = reader.line("title", of: root) ?? ""
    let help = reader.help(of: root).text
    let app = app()
    let revision = reader.wholeNumber("x-revision", of: root) ?? 0
    guard !log.isFatal, let name, let suite = context.options.suite(name) else { return nil }
    return Schema(
      suite: suite,
      title: title.isEmpty ? name : title,
      help: help,
      app: app,
      revision: revision,
      declaresEveryKey: root["additionalProperties"]?.bool == false,
      extraMembers: root.names.filter { !Keyword.ofRoot.contains($0) }.compactMap { name in
        root[name].map { JSONValue.Member(name, JSONValue($0.node)) }
      },
      sections: sections
    )
  }

  // MARK: - The root

  private func checkRoot() {
    if let dialect = root["$schema"]?.string, !Self.dialects.contains(dialect),
      let place = root["$schema"]
    {
      log.report(.otherDialect(dialect), at: place)
    }
    if let type = root["type"], type.string != "object" {
      log.report(.wrongType(keyword: "type", expected: "\"object\""), at: type)
    }
    if root["title"] == nil {
      log.report(.wrongType(keyword: "title", expected: "the name of the app"), at: root.place)
    }
    if let others = root["additionalProperties"], others.bool == nil {
      let expected = "true or false"
      log.report(.wrongType(keyword: "additionalProperties", expected: expected), at: others)
    }
    for name in root.names where !Keyword.ofRoot.contains(name) {
      guard let place = root[name] else { continue }
      if let suggestion = Keyword.suggestion(for: name, among: Keyword.ofRoot) {
        log.report(.misspelt(name, suggestion: suggestion), at: place)
      } else {
        log.report(.unknownKeyword(name), at: place)
      }
    }
  }

  private static let dialects: Set<String> = [
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2020-12/schema#",
  ]

  /// Returns whether the rest can be read: false for an unknown version of the dialect.
  private func checkVersion() -> Bool {
    guard let place = root["x-format"] else {
      log.report(.formatMissing, at: root.place)
      return true
    }
    guard let version = place.number.flatMap(JSONNumber.whole), version == Self.version else {
      log.report(.formatUnknown(JSONValue(place.node).text()), at: place)
      return false
    }
    return true
  }

  private func suiteName() -> String? {
    guard let place = root["x-suite"] else {
      log.report(.suiteMissing, at: root.place)
      return nil
    }
    guard let name = place.string, SuiteName.isSafe(name) else {
      log.report(.suiteUnsafe(place.string ?? JSONValue(place.node).text()), at: place)
      return nil
    }
    let fileName = context.document.name
    if fileName.hasSuffix(Self.suffix) {
      let file = String(fileName.dropLast(Self.suffix.count))
      if file != name {
        log.report(.suiteNotFileName(suite: name, file: file), at: place)
        return context.options.allowsOtherFileName ? name : nil
      }
    }
    return name
  }

  private func app() -> AppInfo {
    guard let place = root["x-app"] else { return AppInfo() }
    guard let members = place.members else {
      log.report(.wrongType(keyword: "x-app", expected: "an object"), at: place)
      return AppInfo()
    }
    return AppInfo(
      name: reader.line("name", of: members) ?? "",
      version: reader.line("version", of: members) ?? "",
      url: reader.line("url", of: members) ?? ""
    )
  }

  // MARK: - Keys and sections

  private func keys() -> [JSONSchemaReader.KeyReading] {
    guard let place = root["properties"], let properties = place.members else {
      log.report(.keysMissing(member: "properties"), at: root["properties"] ?? root.place)
      return []
    }
    guard properties.names.count <= SchemaLimits.keys else {
      let flaw = SchemaFlaw.tooManyKeys(count: properties.names.count, limit: SchemaLimits.keys)
      log.report(flaw, at: place)
      return []
    }
    if properties.names.isEmpty { log.report(.noKeys, at: place) }
    var keys = properties.names.compactMap { name -> JSONSchemaReader.KeyReading? in
      guard let place = properties[name],
        context.admits(name, pointer: place.pointer, offset: place.offset)
      else { return nil }
      return reader.key(name, at: place)
    }
    reader.resolveLinks(&keys)
    return keys
  }

  private struct Heading {
    var id: String
    var title: String
    var help: String
    var order: Int?
  }

  private func sections(of keys: [JSONSchemaReader.KeyReading]) -> [Section] {
    let headings = headings()
    let known = Set(headings.map(\.id))
    var groups: [String: [JSONSchemaReader.KeyReading]] = [:]
    for key in keys {
      var id = key.section?.string ?? ""
      if let place = key.section, !known.contains(id) {
        log.key = key.entry.key.string
        log.report(.sectionUnknown(place.string ?? JSONValue(place.node).text()), at: place)
        id = ""
      }
      groups[id, default: []].append(key)
    }
    log.key = nil
    let unnamed = groups[""].map { Section(title: "", entries: $0.inOrder) }
    return [unnamed].compactMap(\.self)
      + headings.map { heading in
        Section(
          title: heading.title,
          id: heading.id,
          help: heading.help,
          entries: groups[heading.id]?.inOrder ?? []
        )
      }
  }

  private func headings() -> [Heading] {
    guard let place = root["x-sections"] else { return [] }
    guard let elements = place.elements else {
      log.report(.wrongType(keyword: "x-sections", expected: "an array"), at: place)
      return []
    }
    var headings: [Heading] = []
    for element in elements {
      guard let members = element.members, let id = members["id"]?.string, !id.isEmpty else {
        let expected = "objects with an \"id\""
        log.report(.wrongType(keyword: "x-sections", expected: expected), at: element)
        continue
      }
      guard !headings.contains(where: { $0.id == id }) else {
        log.report(.sectionRepeated(id), at: element)
        continue
      }
      headings.append(
        Heading(
          id: id,
          title: reader.line("title", of: members) ?? id,
          help: reader.help(of: members).text,
          order: reader.wholeNumber("order", of: members)
        )
      )
    }
    return headings.enumerated().sorted { left, right in
      (left.element.order ?? .max, left.offset) < (right.element.order ?? .max, right.offset)
    }.map(\.element)
  }
}
