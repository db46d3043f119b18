import DefaultsCore

extension SchemaFormat {
  /// The XML schemas of GSettings.
  public static let gsettings = SchemaFormat(plural: "GSettings schemas")
}

/// A reader for the XML schemas of GSettings.
struct GSettingsReader: SchemaReader {
  static let format = SchemaFormat.gsettings

  private let context: ReadingContext
  private let list: XMLTree
  /// The choices of each enumeration.
  private let enumerations: [String: [Choice]]
  /// The choices of each list of flags.
  private let flags: [String: [Choice]]

  static func recognises(_ content: SchemaContent, named name: String) -> Bool {
    content.xml?.name == "schemalist"
  }

  static func read(_ content: SchemaContent, _ context: ReadingContext) -> Schema? {
    content.xml.flatMap { GSettingsReader($0, context).schema() }
  }

  private init(_ root: XMLTree, _ context: ReadingContext) {
    self.context = context
    list = root
    let id = context.options.id
    let keys = root.children("schema").filter { id == nil || $0.attributes["id"] == id }
      .flatMap { $0.children("key") }
    let wanted = (
      enumerations: Set(keys.compactMap { $0.attributes["enum"] }),
      flags: Set(keys.compactMap { $0.attributes["flags"] })
    )
    var lists = [root]
    func isComplete() -> Bool {
      Self.ids("enum", in: lists).isSuperset(of: wanted.enumerations)
        && Self.ids("flags", in: lists).isSuperset(of: wanted.flags)
    }
    for file in Self.companions(of: wanted.enumerations.union(wanted.flags), context) {
      if isComplete() { break }
      if let list = Self.list(in: file, context) { lists.append(list) }
    }
    enumerations = Self.choices("enum", wanted.enumerations, in: lists)
    flags = Self.choices("flags", wanted.flags, in: lists)
  }

  /// Returns the files beside the document that may define enumerations or flags, the likeliest first.
  ///
  /// Projects with several schemas put those of `org.example.Kind` in `org.example.enums.xml`. But any
  /// schema of the directory may define them, as `glib-compile-schemas` compiles all of them together.
  private static func companions(of ids: Set<String>, _ context: ReadingContext) -> [String] {
    let prefixes = ids.compactMap { id in id.lastIndex(of: ".").map { String(id[..<$0]) } }
    let likely = Set(prefixes).sorted().map { "\($0).enums.xml" }
    guard !ids.isEmpty else { return [] }
    let others = context.document.companionNames().filter {
      ($0.hasSuffix(".gschema.xml") || $0.hasSuffix(".enums.xml")) && !likely.contains($0)
        && $0 != context.document.name
    }
    return likely + others
  }

  /// Reads a file beside the document; one that cannot be read is reported.
  private static func list(in file: String, _ context: ReadingContext) -> XMLTree? {
    guard let bytes = context.document.companion(file) else { return nil }
    var reader = XMLTreeReader(bytes)
    do throws(PropertyListError) {
      return try reader.read()
    } catch {
      let flaw = SchemaFlaw.companionUnusable(file: file, reason: error.reason)
      context.log.report(flaw, pointer: "")
      return nil
    }
  }

  private static func ids(_ name: String, in lists: [XMLTree]) -> Set<String> {
    Set(lists.flatMap { $0.children(name) }.compactMap { $0.attributes["id"] })
  }

  /// Returns the choices of the wanted enumerations.
  ///
  /// They are made once for all keys, since any number of keys may have the same.
  private static func choices(
    _ name: String,
    _ wanted: Set<String>,
    in lists: [XMLTree]
  ) -> [String: [Choice]] {
    var found: [String: [Choice]] = [:]
    for element in lists.flatMap({ $0.children(name) }) {
      let id = element.attributes["id"] ?? ""
      guard wanted.contains(id), found[id] == nil else { continue }
      found[id] = choices(element.children("value").compactMap { $0.attributes["nick"] }) ?? []
    }
    return found.filter { !$0.value.isEmpty }
  }

  /// Returns the requested schema, or else the only one or the first with keys.
  ///
  /// The keys of the others are omissions.
  private func schema() -> Schema? {
    let schemas = list.children("schema").filter { $0.child("key") != nil }
    let ids = schemas.map { $0.attributes["id"] ?? "" }
    guard !ids.isEmpty else {
      context.log.report(.keysMissing(member: "key"), pointer: "", offset: list.offset)
      return nil
    }
    guard ids.count <= SchemaLimits.schemas else {
      let flaw = SchemaFlaw.tooManySchemas(count: ids.count, limit: SchemaLimits.schemas)
      context.log.report(flaw, pointer: "", offset: list.offset)
      return nil
    }
    if ids.count > 1 { context.ids = ids }
    var chosen = 0
    if let id = context.options.id ?? context.options.suiteName {
      if let index = ids.firstIndex(of: id) {
        chosen = index
      } else if context.options.id != nil || ids.count > 1 {
        let known = ids.joined(separator: ", ")
        context.log.report(
          .unusable("the document has no schema \"\(id)\"; it has \(known)"),
          pointer: "",
          offset: list.offset
        )
        return nil
      }
    }
    // Who chooses a schema knows that the file has others.
    for (index, schema) in schemas.enumerated() where index != chosen && context.options.id == nil {
      for key in schema.children("key") {
        context.omit(
          key.attributes["name"] ?? "",
          "it belongs to the schema \"\(ids[index])\"; --id chooses it"
        )
      }
    }
    let schema = schemas[chosen]
    for child in schema.children where child.name != "key" {
      let text = "<\(child.name)> has no counterpart"
      context.log.report(.note("\(text)"), pointer: "", offset: child.offset)
    }
    let entries = schema.children("key").compactMap(entry)
    let id = schema.attributes["id"]
    return context.schema(
      suiteName: id,
      title: id ?? "",
      sections: [Section(title: "", entries: entries)]
    )
  }

  // MARK: - Keys

  private func entry(_ key: XMLTree) -> Entry? {
    let name = key.attributes["name"] ?? ""
    let pointer = "/\(name)"
    guard context.admits(name, pointer: pointer, offset: key.offset) else { return nil }
    context.log.key = name
    defer { context.log.key = nil }
    let kind = kind(of: key)
    let type = key.attributes["type"] ?? ""
    let flaw: SchemaFlaw? = kind == nil ? .typeForeign(type) : nil
    if let flaw { context.log.report(flaw, pointer: pointer, offset: key.offset) }
    let summary = paragraphs(key, "summary")
    var entry = Entry(
      untypedKey: name,
      title: summary.isEmpty ? KeyTitle.derived(from: name) : CleanText.line(summary),
      kind: kind ?? .any,
      defaultValue: defaultValue(of: key, kind: kind ?? .any)
    )
    entry.help = paragraphs(key, "description")
    entry.flaw = flaw
    entry.isOptional = type.hasPrefix("m")
    entry.acceptDatabaseValues()
    return entry
  }

  /// Returns the text of an element with the lines of each paragraph joined.
  private func paragraphs(_ key: XMLTree, _ name: String) -> String {
    guard let element = key.child(name) else { return "" }
    let text = context.clean(
      element.text.replacing("\r\n", with: "\n"),
      name,
      pointer: "/\(key.attributes["name"] ?? "")/\(name)",
      offset: element.offset
    )
    var paragraphs: [[Substring]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.allSatisfy(\.isWhitespace) {
        paragraphs.append([])
      } else {
        paragraphs[paragraphs.count - 1].append(line)
      }
    }
    return paragraphs.filter { !$0.isEmpty }
      .map { CleanText.line($0.joined(separator: " ")) }.joined(separator: "\n\n")
  }

  private func defaultValue(of key: XMLTree, kind: ValueKind) -> Defaults.StoredValue? {
    guard let element = key.child("default") else { return nil }
    let pointer = "/\(key.attributes["name"] ?? "")/default"
    var text = CleanText.line(element.text)
    if key.attributes["type"]?.hasPrefix("m") == true {
      if text == "nothing" || text.hasSuffix(" nothing") { return nil }
      if text.hasPrefix("just ") { text.removeFirst(5) }
    }
    guard let value = GVariantText.value(of: text) else {
      // For a type that is shown as stored, a default that cannot be read is not worth a warning.
      if kind != .any {
        context.log.report(
          .keywordIgnored("default", reason: "it is not a value that can be stored"),
          pointer: pointer,
          offset: element.offset
        )
      }
      return nil
    }
    // An empty dictionary without its type is written like an empty array.
    let isEmpty = value == .array([])
    let fitting =
      if isEmpty, case .dictionary = kind { Defaults.StoredValue.dictionary([:]) } else { value }
    return context.fitting(fitting, kind, "default", pointer: pointer, offset: element.offset)
  }

  // MARK: - Kinds

  private func kind(of key: XMLTree) -> ValueKind? {
    if let id = key.attributes["enum"] {
      if let choices = enumerations[id] { return .choice(choices) }
      reportMissing(id, key)
      return .string(TextLimits())
    }
    if let id = key.attributes["flags"] {
      let limits = CollectionLimits(isUnique: true)
      if let choices = flags[id] { return .choices(choices, limits) }
      reportMissing(id, key)
      return .list(of: .string(TextLimits()), limits)
    }
    guard let type = key.attributes["type"], let kind = GVariantType.kind(of: type) else {
      return nil
    }
    switch kind {
    case .integer(let limits):
      return .integer(ranged(limits, key, Self.whole))
    case .real(let limits):
      return .real(ranged(limits, key) { Double($0) })
    case .string:
      let values = key.child("choices")?.children("choice").compactMap { $0.attributes["value"] }
      return values.flatMap { Self.choices($0) }.map { .choice($0) } ?? kind
    default:
      return kind
    }
  }

  /// Returns a whole number in GVariant's notation, in which bytes have hexadecimal digits.
  private static func whole(_ text: String) -> Int128? {
    if case .integer(let number)? = GVariantText.value(of: text) { number } else { nil }
  }

  /// Reports that nothing lists the values of an enumeration or of flags.
  private func reportMissing(_ id: String, _ key: XMLTree) {
    let text = "neither this file nor those beside it list the values of \(id)"
    let pointer = "/\(key.attributes["name"] ?? "")"
    context.log.report(.note("\(text)"), pointer: pointer, offset: key.offset)
  }

  private static func choices(_ nicks: [String]) -> [Choice]? {
    var list = ChoiceList(base: .string(TextLimits()))
    for nick in nicks {
      _ = list.add(Defaults.StoredValue.string(nick), title: "", help: "")
    }
    return list.choices.isEmpty ? nil : list.choices
  }

  private func ranged<Number>(
    _ limits: NumberLimits<Number>,
    _ key: XMLTree,
    _ read: (String) -> Number?
  ) -> NumberLimits<Number> {
    guard let range = key.child("range") else { return limits }
    var narrowed = limits
    narrowed.minimum = range.attributes["min"].flatMap(read) ?? limits.minimum
    narrowed.maximum = range.attributes["max"].flatMap(read) ?? limits.maximum
    guard !narrowed.isEmpty else {
      context.log.report(
        .keywordIgnored("range", reason: "no number is in the range"),
        pointer: "/\(key.attributes["name"] ?? "")/range",
        offset: range.offset
      )
      return limits
    }
    return narrowed
  }
}
