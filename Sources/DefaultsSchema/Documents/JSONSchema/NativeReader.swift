import DefaultsCore

extension SchemaFormat {
  /// The project's own format: JSON Schema with some keywords more.
  public static let native = SchemaFormat(plural: "schema documents")
}

/// A reader for documents in the project's own dialect.
struct NativeReader: SchemaReader {
  static let format = SchemaFormat.native

  private let context: ReadingContext
  private let reader: JSONSchemaReader
  private let root: JSONMembers

  /// The end of a schema's file name.
  static let suffix = ".schema.json"

  /// Returns the suite that the name of a file names; nil for a file of another kind.
  static func suiteName(ofFile name: String) -> String? {
    name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : nil
  }

  /// The version of the dialect that this code reads.
  static let version: Int128 = 1

  static func recognises(_ content: SchemaContent, named name: String) -> Bool {
    guard let root = content.json else { return false }
    if root["x-format"] != nil || root["x-suite"] != nil { return true }
    // JSON Schemas of other programs often have such names, too.
    return name.hasSuffix(suffix) && !PlainSchemaReader.recognises(content, named: name)
  }

  static func read(_ content: SchemaContent, _ context: ReadingContext) -> Schema? {
    content.json.flatMap { NativeReader($0, context).schema() }
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
      root: root.json,
      dialect: .native,
      translations: Translations(
        of: document,
        files: document.name.isEmpty ? [] : languages.map { "\(stem).\($0).json" },
        log: context.log
      ),
      log: context.log
    )
    // Another suite than the one that the document names can be in a file of another program.
    let name = context.options.suiteName
    reader.convertsText = name == nil || name == root["x-suite"]?.string
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
      let json = root["$schema"]
    {
      log.report(.note("\"\(dialect)\" is read as JSON Schema 2020-12"), at: json)
    }
    if let type = root["type"], type.string != "object" {
      log.report(.wrongType(keyword: "type", expected: "\"object\""), at: type)
    }
    if root["title"] == nil {
      log.report(.wrongType(keyword: "title", expected: "the name of the app"), at: root.json)
    }
    _ = reader.flag("additionalProperties", of: root)
    for name in root.names where !Keyword.ofRoot.contains(name) {
      guard let json = root[name] else { continue }
      if let suggestion = Keyword.suggestion(for: name, among: Keyword.ofRoot) {
        log.report(.misspelt(name, suggestion: suggestion), at: json)
      } else {
        log.report(.unknownKeyword(name), at: json)
      }
    }
  }

  private static let dialects: Set<String> = [
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2020-12/schema#",
  ]

  /// Returns whether the rest can be read: false for an unknown version of the dialect.
  private func checkVersion() -> Bool {
    guard let json = root["x-format"] else {
      log.report(.unusable("\"x-format\" is missing: write \"x-format\": 1"), at: root.json)
      return true
    }
    guard let version = json.number.flatMap(JSONNumber.whole), version == Self.version else {
      let found = JSONValue(json.node).text()
      log.report(
        .unusable(
          "\"x-format\" is \(found): this program knows version 1, a newer one is needed"
        ),
        at: json
      )
      return false
    }
    return true
  }

  private func suiteName() -> String? {
    guard let json = root["x-suite"] else {
      log.report(
        .unusable("\"x-suite\" is missing: name the suite that the keys belong to"),
        at: root.json
      )
      return nil
    }
    guard let name = json.string, SuiteName.isSafe(name) else {
      log.report(.suiteUnsafe(json.string ?? JSONValue(json.node).text()), at: json)
      return nil
    }
    if let wanted = context.options.suiteName { return wanted }
    guard let file = Self.suiteName(ofFile: context.document.name), file != name else {
      return name
    }
    log.report(.suiteNotFileName(suite: name, file: file), at: json)
    return context.options.allowsOtherFileName ? name : nil
  }

  private func app() -> AppInfo {
    guard let members = reader.read("x-app", of: root, "an object", \.members) else {
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
    guard let json = root["properties"], let properties = json.members else {
      log.report(.keysMissing(member: "properties"), at: root["properties"] ?? root.json)
      return []
    }
    let limit = context.options.maximumKeyCount
    guard properties.names.count <= limit else {
      let flaw = SchemaFlaw.tooManyKeys(count: properties.names.count, limit: limit)
      log.report(flaw, at: json)
      return []
    }
    let keys = reader.keys(of: root.json, context)
    context.checkKeyCount()
    if keys.isEmpty { log.report(.noKeys, at: json) }
    reader.resolveLinks(keys)
    return keys
  }

  private struct Heading {
    var id: String
    var title: String
    var help: String
    var order: Double?
  }

  private func sections(of keys: [JSONSchemaReader.KeyReading]) -> [Section] {
    let headings = headings()
    let known = Set(headings.map(\.id))
    var groups: [String: [JSONSchemaReader.KeyReading]] = [:]
    for key in keys {
      var id = key.section?.string ?? ""
      if let json = key.section, !known.contains(id) {
        log.key = key.entry.key.string
        let name = json.string ?? JSONValue(json.node).text()
        log.report(.warning("there is no section \"\(name)\""), at: json)
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
    var headings: [Heading] = []
    var ids: Set<String> = []
    for element in reader.read("x-sections", of: root, "an array", \.elements) ?? [] {
      guard let members = element.members, let id = members["id"]?.string, !id.isEmpty else {
        let expected = "objects with an \"id\""
        log.report(.wrongType(keyword: "x-sections", expected: expected), at: element)
        continue
      }
      guard ids.insert(id).inserted else {
        log.report(.warning("there is a section \"\(id)\" already"), at: element)
        continue
      }
      headings.append(
        Heading(
          id: id,
          title: reader.line("title", of: members) ?? id,
          help: reader.help(of: members).text,
          order: reader.order(of: members)
        )
      )
    }
    return headings.sorted(byOrder: \.order)
  }
}
