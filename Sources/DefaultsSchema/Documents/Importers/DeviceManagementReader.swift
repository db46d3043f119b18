import DefaultsCore

extension SchemaFormat {
  /// Apple's descriptions of device management, in YAML.
  public static let deviceManagement = SchemaFormat(
    "deviceManagement",
    name: "device management schema of Apple",
    plural: "device management schemas of Apple"
  )
}

/// A reader for the YAML documents in which Apple describes the payloads of device management.
struct DeviceManagementReader: SchemaReader {
  static let format = SchemaFormat.deviceManagement

  private let context: ReadingContext
  private let root: JSONMembers

  static func recognises(_ content: SchemaContent, named name: String) -> Bool {
    content.yaml?["payloadkeys"] != nil || content.yaml?["payload"]?.members != nil
  }

  static func read(_ content: SchemaContent, _ context: ReadingContext) -> Schema? {
    content.yaml.flatMap { DeviceManagementReader(context: context, root: $0).schema() }
  }

  private func schema() -> Schema? {
    let payload = root["payload"]?.members
    let names = ["payloadtype", "declarationtype", "requesttype", "statusitemtype"]
    let name = names.lazy.compactMap { payload?[$0]?.string }.first
    let title = plain(root, "title")
    return context.schema(
      suiteName: name.flatMap(SuiteName.made) ?? SuiteName.made(from: context.document.stem),
      title: title.isEmpty ? name ?? "" : title,
      help: plain(root, "description"),
      sections: [
        Section(title: "", entries: entries(root["payloadkeys"])),
        Section(title: "Response", entries: entries(root["responsekeys"])),
      ]
    )
  }

  private func entries(_ list: LocatedJSON?) -> [Entry] {
    (list?.elements ?? []).compactMap { json in
      guard let members = json.members else {
        context.omit("", "it is not a mapping")
        return nil
      }
      let name = members["key"]?.scalar ?? ""
      guard context.admits(name, pointer: json.pointer, offset: json.offset) else { return nil }
      return entry(name, members)
    }
  }

  // MARK: - Keys

  private func entry(_ name: String, _ members: JSONMembers) -> Entry {
    context.log.key = name
    defer { context.log.key = nil }
    let (kind, flaw) = kind(of: members, depth: 0)
    if let flaw { context.log.report(flaw, at: members["type"] ?? members.json) }
    let title = CleanText.line(plain(members, "title"))
    var entry = Entry(
      untypedKey: name,
      title: title.isEmpty ? KeyTitle.derived(from: name) : title,
      kind: kind,
      defaultValue: value(of: members, "default", kind)
    )
    entry.flaw = flaw
    entry.help = help(of: members)
    let systems = members["supportedOS"]?.members
    let versions = (systems?.names ?? []).compactMap { system -> String? in
      let version = systems?[system]?.members?["introduced"]?.scalar
      return version.flatMap { $0 == "n/a" ? nil : "\(system) \($0)" }
    }
    entry.since = CleanText.line(versions.joined(separator: ", "))
    let isDeprecated = (systems?.names ?? []).contains {
      systems?[$0]?.members?["deprecated"] != nil
    }
    if isDeprecated { entry.deprecation = Deprecation() }
    return entry
  }

  private func help(of members: JSONMembers) -> String {
    MarkdownText(plain(members, "content")).plain
  }

  private func plain(_ members: JSONMembers, _ name: String) -> String {
    guard let json = members[name], let text = json.scalar else { return "" }
    return context.clean(text, name, pointer: json.pointer, offset: json.offset)
  }

  /// Reads a default or a bound; a plain scalar of YAML gets the type of the kind.
  private func value(
    of members: JSONMembers,
    _ name: String,
    _ kind: ValueKind
  ) -> Defaults.StoredValue? {
    guard let json = members[name], !json.isNull,
      let value = converted(json, kind)
    else { return nil }
    return context.fitting(value, kind, name, pointer: json.pointer, offset: json.offset)
  }

  private func converted(_ json: LocatedJSON, _ kind: ValueKind) -> Defaults.StoredValue? {
    if case .string = kind, let text = json.scalar { return .string(text) }
    return (try? kind.value(from: JSONValue(json.node)))
      ?? (try? Defaults.StoredValue(JSONValue(json.node)))
  }

  // MARK: - Kinds

  private func kind(
    of members: JSONMembers,
    depth: Int
  ) -> (kind: ValueKind, flaw: SchemaFlaw?) {
    // An alias can refer to a mapping around it, so the depth is limited.
    guard depth < 12 else { return (.any, .tooManyReferences) }
    let type = members["type"]?.string?.trimmingPrefix("<") ?? ""
    let base: ValueKind
    switch type.hasSuffix(">") ? type.dropLast() : type {
    case "boolean": base = .bool
    case "integer": base = .integer(limits(members) { JSONNumber.whole($0) }.bounded)
    case "real", "number", "float": base = .real(limits(members) { JSONNumber.fraction($0) })
    case "string": base = .string(textLimits(members))
    case "date": base = .date
    case "data": base = .data
    case "url": base = .url
    case "any": return (.any, nil)
    case "array": return (listKind(members, depth: depth), nil)
    case "dictionary", "dict": return (tableKind(members, depth: depth), nil)
    case "": return (.any, .typeMissing)
    case let other: return (.any, .typeUnknown(String(other)))
    }
    return (choiceKind(members, base) ?? base, nil)
  }

  private func choiceKind(_ members: JSONMembers, _ base: ValueKind) -> ValueKind? {
    var list = ChoiceList(base: base)
    for json in members["rangelist"]?.elements ?? [] {
      guard let value = converted(json, base) else { continue }
      if let reason = list.add(value, title: "", help: "") {
        context.log.report(.choiceDropped(value.plainText, reason: reason), at: json)
      }
    }
    return list.choices.isEmpty ? nil : .choice(list.choices)
  }

  private func listKind(_ members: JSONMembers, depth: Int) -> ValueKind {
    let parts = (members["subkeys"]?.elements ?? []).compactMap(\.members)
    guard !parts.isEmpty else { return .list() }
    let element = ValueKind.combined(parts.map { part($0, depth: depth) })
    if case .choice(let choices, nil) = element { return .choices(choices) }
    return .list(of: element)
  }

  private func tableKind(_ members: JSONMembers, depth: Int) -> ValueKind {
    var table: [TableMember] = []
    var names: Set<String> = []
    var others: ValueKind = .any
    for part in (members["subkeys"]?.elements ?? []).compactMap(\.members) {
      let name = part["key"]?.scalar ?? ""
      let kind = part.names.isEmpty ? .any : self.part(part, depth: depth)
      // `ANY` stands for members of any name.
      if name == "ANY" || name.isEmpty {
        others = kind
        continue
      }
      guard names.insert(name).inserted else { continue }
      let title = CleanText.line(plain(part, "title"))
      table.append(
        TableMember(
          name,
          title: title.isEmpty ? nil : title,
          help: help(of: part),
          kind: kind,
          defaultValue: value(of: part, "default", kind),
          isRequired: part["presence"]?.string == "required"
        )
      )
    }
    return table.isEmpty ? .dictionary(of: others) : .table(table, others: others)
  }

  private func part(_ members: JSONMembers, depth: Int) -> ValueKind {
    let (kind, flaw) = kind(of: members, depth: depth + 1)
    if let flaw { context.log.report(.partRaw(reason: "\(flaw)"), at: members.json) }
    return kind
  }

  private func limits<Number: Hashable & Comparable & Sendable>(
    _ members: JSONMembers,
    _ read: (String) -> Number?
  ) -> NumberLimits<Number> {
    let range = members["range"]?.members
    let limits = NumberLimits(
      minimum: range?["min"]?.number.flatMap(read),
      maximum: range?["max"]?.number.flatMap(read)
    )
    guard let minimum = limits.minimum, let maximum = limits.maximum, minimum > maximum else {
      return limits
    }
    let flaw = SchemaFlaw.keywordIgnored("range", reason: "no number is in the range")
    context.log.report(flaw, at: members["range"] ?? members.json)
    return NumberLimits()
  }

  private func textLimits(_ members: JSONMembers) -> TextLimits {
    var limits = TextLimits()
    guard let json = members["format"], let pattern = json.string else { return limits }
    if let flaw = TextPattern.flaw(in: pattern, .icu) {
      context.log.report(flaw, at: json)
    } else {
      limits.pattern = pattern
      limits.patternSyntax = .icu
    }
    return limits
  }
}

extension LocatedJSON {
  /// A scalar as text, since YAML reads `1.0` as a number where a version is meant.
  fileprivate var scalar: String? {
    switch node.content {
    case .string(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
