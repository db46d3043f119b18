import DefaultsCore

extension SchemaFormat {
  /// The templates from which Chromium's policies are documented.
  public static let chromiumPolicies = SchemaFormat(plural: "policy templates of Chromium")
}

/// A reader for the templates of Chromium's policies, `policy_templates.json`.
///
/// Each policy is a key with a JSON Schema in `schema`. Groups list the policies of a section.
struct ChromiumPolicyReader: SchemaReader {
  static let format = SchemaFormat.chromiumPolicies

  private let context: ReadingContext
  private let root: JSONMembers
  private let reader: JSONSchemaReader

  static func recognises(_ content: SchemaContent, named name: String) -> Bool {
    content.json?["policy_definitions"]?.elements != nil
  }

  static func read(_ content: SchemaContent, _ context: ReadingContext) -> Schema? {
    guard let root = content.json else { return nil }
    return ChromiumPolicyReader(
      context: context,
      root: root,
      reader: JSONSchemaReader(
        root: root.json,
        dialect: .foreign,
        translations: Translations(),
        log: context.log
      )
    ).schema()
  }

  private func schema() -> Schema? {
    let definitions = root["policy_definitions"]?.elements ?? []
    var groups: [(title: String, keys: [String])] = []
    var readings: [JSONSchemaReader.KeyReading] = []
    collect(definitions, &groups, &readings)
    reader.resolveLinks(readings)
    return context.schema(
      suiteName: SuiteName.made(from: context.document.stem),
      title: context.document.stem,
      sections: .grouping(readings.map(\.entry), by: groups)
    )
  }

  private func collect(
    _ definitions: [LocatedJSON],
    _ groups: inout [(title: String, keys: [String])],
    _ readings: inout [JSONSchemaReader.KeyReading]
  ) {
    for json in definitions {
      guard let policy = json.members else {
        context.omit("", "it is not an object")
        continue
      }
      guard policy["type"]?.string == "group" else {
        if let reading = reading(policy, json) { readings.append(reading) }
        continue
      }
      // In older documents a group holds its policies, in newer ones their names.
      let parts = policy["policies"]?.elements ?? []
      let names = parts.compactMap { $0.string ?? $0.members?["name"]?.string }
      groups.append((CleanText.line(plain(policy, "caption")), names))
      collect(parts.filter { $0.members != nil }, &groups, &readings)
    }
  }

  // MARK: - Policies

  private func reading(
    _ policy: JSONMembers,
    _ json: LocatedJSON
  ) -> JSONSchemaReader.KeyReading? {
    let name = policy["name"]?.string ?? ""
    guard context.admits(name, pointer: json.pointer, offset: json.offset) else { return nil }
    let caption = CleanText.line(plain(policy, "caption"))
    let title = caption.isEmpty ? KeyTitle.derived(from: name) : caption
    let reading = reader.key(name, at: schema(of: policy, json), title: title)
    reading.entry.title = title
    let help = plain(policy, "desc")
    if !help.isEmpty { reading.entry.help = help }
    reading.entry.tags += (policy["tags"]?.elements ?? []).compactMap(\.string)
    if policy["deprecated"]?.bool == true { reading.entry.deprecation = Deprecation() }
    if policy["sensitive"]?.bool == true { reading.entry.isSecret = true }
    reading.entry.extraKeywords = []
    if let items = policy["items"]?.elements { addCaptions(items, to: &reading.entry) }
    if let value = policy["example_value"],
      let example = try? reading.entry.kind.value(from: JSONValue(value.node)),
      (try? reading.entry.validate(example)) != nil
    {
      reading.entry.examples = [example]
    }
    return reading
  }

  /// Returns the schema of a policy with its default, or one for its type if it has none.
  private func schema(of policy: JSONMembers, _ json: LocatedJSON) -> LocatedJSON {
    let schema = typedSchema(of: policy, json)
    guard let value = policy["default"], !value.isNull, var members = schema.members,
      members["default"] == nil
    else { return schema }
    members.add(value, as: "default")
    return .object(members, at: schema)
  }

  private func typedSchema(of policy: JSONMembers, _ json: LocatedJSON) -> LocatedJSON {
    if let schema = policy["schema"], schema.members?["$ref"] == nil { return schema }
    let type =
      switch policy["type"]?.string {
      case "main": "boolean"
      case "int", "int-enum": "integer"
      case "string", "string-enum": "string"
      case "list", "string-enum-list": "array"
      case "dict": "object"
      default: ""
      }
    guard !type.isEmpty else { return policy["schema"] ?? json }
    var members = JSONMembers([], of: json)
    members.add(
      LocatedJSON(
        node: JSONNode(content: .string(type), offset: json.offset),
        pointer: json.pointer
      ),
      as: "type"
    )
    return .object(members, at: json)
  }

  /// Gives the choices of an entry the captions of a policy's items.
  private func addCaptions(_ items: [LocatedJSON], to entry: inout Entry) {
    var titles: [Defaults.StoredValue: String] = [:]
    var order: [Choice] = []
    for item in items {
      guard let members = item.members, let json = members["value"],
        let value = try? Defaults.StoredValue(JSONValue(json.node))
      else { continue }
      let caption = CleanText.line(plain(members, "caption"))
      titles[value] = caption
      order.append(Choice(value, title: caption.isEmpty ? value.plainText : caption))
      if case .choice(let choices, nil) = entry.kind,
        !choices.contains(where: { $0.value == value })
      {
        let reason = "the schema of the policy does not have it"
        context.log.report(.choiceDropped(value.plainText, reason: reason), at: json)
      }
    }
    func named(_ choices: [Choice]) -> [Choice] {
      choices.map { choice in
        var choice = choice
        if let title = titles[choice.value], !title.isEmpty { choice.title = title }
        return choice
      }
    }
    switch entry.kind {
    case .choice(let choices, let others): entry.kind = .choice(named(choices), others: others)
    case .choices(let choices, let limits): entry.kind = .choices(named(choices), limits)
    case .integer, .string: if !order.isEmpty { entry.kind = .choice(order) }
    case .bool: if order.count == 2 { entry.kind = .choice(order) }
    default: break
    }
  }

  /// Returns a text without the placeholders that translators need.
  private func plain(_ members: JSONMembers, _ name: String) -> String {
    guard let json = members[name], let string = json.string else { return "" }
    let text = context.clean(string, name, pointer: json.pointer, offset: json.offset)
    return text.replacing(/<ph[^>]*>[^<]*<ex>([^<]*)<\/ex>[^<]*<\/ph>/) { String($0.1) }
      .replacing(/<ex>[^<]*<\/ex>/, with: "").replacing(/<\/?ph[^>]*>/, with: "")
  }
}
