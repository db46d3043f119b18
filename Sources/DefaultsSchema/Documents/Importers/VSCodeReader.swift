import DefaultsCore

extension SchemaFormat {
  /// The `package.json` of an extension of VS Code.
  public static let visualStudioCode = SchemaFormat(plural: "settings of VS Code extensions")
}

/// A reader for the settings that a VS Code extension contributes in its `package.json`.
struct VSCodeReader: SchemaReader {
  static let format = SchemaFormat.visualStudioCode

  private let context: ReadingContext
  private let root: JSONMembers
  private let reader: JSONSchemaReader

  /// Returns whether a document is a VS Code extension's: it has an object `contributes`.
  static func recognises(_ content: SchemaContent, named name: String) -> Bool {
    content.json?["contributes"]?.members != nil
  }

  static func read(_ content: SchemaContent, _ context: ReadingContext) -> Schema? {
    content.json.flatMap { VSCodeReader($0, context).schema() }
  }

  private init(_ root: JSONMembers, _ context: ReadingContext) {
    self.root = root
    self.context = context
    let name = context.document.name
    let bases =
      name == "package.json"
      ? ["package.nls"] : ["\(context.document.stem).package.nls", "\(context.document.stem).nls"]
    let languages = context.options.languages.flatMap(Translations.names)
    let files = bases.flatMap { base in
      languages.map { "\(base).\($0).json" } + ["\(base).json"]
    }
    reader = JSONSchemaReader(
      root: root.json,
      dialect: .visualStudioCode,
      translations: Translations(of: context.document, files: files, log: context.log),
      log: context.log,
      translatesValues: true
    )
  }

  private func schema() -> Schema? {
    let blocks = blocks()
    let keys = blocks.flatMap { $0.properties.names }
    let prefix = Self.commonPrefix(of: keys)
    var groups: [Group] = []
    var all: [JSONSchemaReader.KeyReading] = []
    for block in blocks {
      let start = all.count
      all += self.keys(of: block, dropping: prefix)
      groups.append(Group(title: block.title, range: start..<all.count))
    }
    reader.resolveLinks(all)
    let name = reader.line("name", of: root) ?? ""
    let publisher = reader.line("publisher", of: root) ?? ""
    let title = reader.line("displayName", of: root) ?? name
    return context.schema(
      suiteName: SuiteName.made(from: publisher.isEmpty ? name : "\(publisher).\(name)"),
      title: title,
      help: reader.help(of: root).text,
      app: AppInfo(name: title, version: reader.line("version", of: root) ?? ""),
      sections: Self.sections(groups, all)
    )
  }

  // MARK: - Blocks

  /// One object of `contributes.configuration`: a heading and the settings under it.
  private struct Block {
    var title: String
    var properties: JSONMembers
    var order: Double
  }

  /// The range that the settings of one block have in the list of all settings.
  private struct Group {
    var title: String
    var range: Range<Int>
  }

  private func blocks() -> [Block] {
    guard let json = root["contributes"]?.members?["configuration"] else {
      context.log.report(.keysMissing(member: "contributes.configuration"), at: root.json)
      return []
    }
    var blocks: [Block] = []
    for element in json.elements ?? [json] {
      guard let members = element.members else {
        context.log.report(.wrongType(keyword: "configuration", expected: "objects"), at: element)
        continue
      }
      // Some blocks are only headings.
      guard let properties = members["properties"]?.members else { continue }
      blocks.append(
        Block(
          title: reader.line("title", of: members) ?? "",
          properties: properties,
          order: reader.order(of: members) ?? .infinity
        )
      )
    }
    return blocks.sorted(byOrder: \.order)
  }

  private func keys(of block: Block, dropping prefix: String) -> [JSONSchemaReader.KeyReading] {
    block.properties.names.compactMap { name in
      guard let json = block.properties[name],
        context.admits(name, pointer: json.pointer, offset: json.offset)
      else { return nil }
      let title = KeyTitle.derived(from: String(name.dropFirst(prefix.count)))
      let key = reader.key(name, at: json, title: title)
      // A setting's scope has no meaning here, but users search for it.
      if let scope = json.members?["scope"]?.string {
        key.entry.tags.append(scope)
        key.entry.extraKeywords.removeAll { $0.name == "scope" }
      }
      return key
    }
  }

  /// Returns one section for all blocks with the same title; the settings of each block in order.
  private static func sections(
    _ groups: [Group],
    _ keys: [JSONSchemaReader.KeyReading]
  ) -> [Section] {
    var titles: [String] = []
    var entries: [String: [Entry]] = [:]
    for group in groups {
      if entries[group.title] == nil { titles.append(group.title) }
      entries[group.title, default: []] += Array(keys[group.range]).inOrder
    }
    return titles.map { Section(title: $0, entries: entries[$0] ?? []) }
  }

  /// Returns the prefix up to the first dot that all keys share; empty when there is none.
  private static func commonPrefix(of keys: [String]) -> String {
    guard let first = keys.first, let dot = first.firstIndex(of: ".") else { return "" }
    let prefix = String(first[...dot])
    return keys.allSatisfy { $0.hasPrefix(prefix) && $0.count > prefix.count } ? prefix : ""
  }
}
