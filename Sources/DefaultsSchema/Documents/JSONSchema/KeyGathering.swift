import DefaultsCore

/// The keys that a schema of an object declares in any of its branches.
///
/// A document may declare keys with `$ref`, `allOf`, `anyOf`, `oneOf`, `if` and `dependentSchemas` at
/// its root. Each key is gathered with the condition of its branch. Where the condition is the value of
/// one other key, it becomes the dependency of the entry. Keys that are known only by a pattern of
/// their names cannot be listed, and are omissions.
struct KeyGathering {
  /// A key with the schema that all its declarations make up.
  struct Key {
    var name: String
    var json: LocatedJSON
    /// The condition under which the key has an effect.
    var dependency: Dependency?
    /// Whether there are conditions that no dependency expresses.
    var hasOtherConditions: Bool
  }

  fileprivate enum Condition: Hashable {
    case always
    case when(Dependency)
    case sometimes
  }

  private struct Declaration {
    var json: LocatedJSON
    var condition: Condition
  }

  private let reader: JSONSchemaReader
  private let context: ReadingContext
  private var names: [String] = []
  private var declarations: [Defaults.KeyName: [Declaration]] = [:]

  /// Returns the keys of a schema in the order of the document.
  static func keys(
    of root: LocatedJSON,
    _ reader: JSONSchemaReader,
    _ context: ReadingContext
  ) -> [Key] {
    var gathering = KeyGathering(reader: reader, context: context)
    gathering.visit(root, .always, through: SchemaPath())
    return gathering.names.compactMap(gathering.key)
  }

  // MARK: - Branches

  private mutating func visit(
    _ json: LocatedJSON,
    _ condition: Condition,
    through path: SchemaPath
  ) {
    guard json.bool == nil else { return }
    do throws(JSONSchemaReader.Failure) {
      let members = try reader.members(at: json, through: path)
      gather(members, condition)
      visitBranches(of: members, condition)
    } catch {
      context.log.report(error.flaw, at: error.json)
    }
  }

  private mutating func gather(_ members: JSONMembers, _ condition: Condition) {
    let properties = members["properties"]?.members
    for name in properties?.names ?? [] {
      guard let json = properties?[name] else { continue }
      declare(name, json, condition)
    }
    let patterns = members["patternProperties"]?.members
    for pattern in patterns?.names ?? [] {
      if let names = Self.names(in: pattern), let json = patterns?[pattern] {
        for name in names { declare(name, json, condition) }
      } else {
        context.omit(pattern, "it stands for all keys whose names match it")
      }
    }
    if let others = members["additionalProperties"], others.members?.names.isEmpty == false {
      context.omit("*", "it stands for all keys that are not declared")
    }
    for keyword in [
      "not", "propertyNames", "minProperties", "maxProperties", "required", "dependentRequired",
    ] {
      guard let json = members[keyword] else { continue }
      context.log.report(
        .note("what \"\(keyword)\" says of all keys is not checked"),
        at: json
      )
    }
    if let items = members["items"] ?? members["prefixItems"], properties == nil {
      context.log.report(
        .note("the schema is about an array, which has no keys"),
        at: items
      )
    }
  }

  private mutating func declare(_ name: String, _ json: LocatedJSON, _ condition: Condition) {
    let key = Defaults.KeyName(name)
    if declarations[key] == nil { names.append(name) }
    // The key that a branch is chosen by has an effect in any case.
    var own = condition
    if case .when(let dependency) = condition, dependency.key == name { own = .sometimes }
    declarations[key, default: []].append(Declaration(json: json, condition: own))
  }

  /// Returns the names that a pattern lists, such as `^cdn$` or `^(cdn|Cdn)$`; nil for other patterns.
  private static func names(in pattern: String) -> [String]? {
    guard pattern.hasPrefix("^"), pattern.hasSuffix("$") else { return nil }
    var text = pattern.dropFirst().dropLast()
    let isGroup = text.hasPrefix("(") && text.hasSuffix(")")
    if isGroup { text = text.dropFirst().dropLast() }
    if isGroup, text.hasPrefix("?:") { text = text.dropFirst(2) }
    let escaped = text.replacing("\\.", with: "\u{0}").replacing("\\-", with: "-")
    guard !escaped.isEmpty, isGroup || !escaped.contains("|"),
      !escaped.contains(where: { ".*+?()[]{}^$\\/".contains($0) })
    else { return nil }
    return escaped.split(separator: "|").map { String($0.replacing("\u{0}", with: ".")) }
  }

  private mutating func visitBranches(of members: JSONMembers, _ condition: Condition) {
    for part in members["allOf"]?.elements ?? [] {
      visit(part, condition, through: members.path)
    }
    for keyword in ["anyOf", "oneOf"] {
      let parts = members[keyword]?.elements ?? []
      for part in parts {
        let own = parts.count == 1 ? condition : tested(by: part, members) ?? .sometimes
        visit(part, own, through: members.path)
      }
    }
    if let test = members["if"] {
      let holds = tested(by: test, members)
      if let part = members["then"] {
        visit(part, holds ?? .sometimes, through: members.path)
      }
      if let part = members["else"] {
        visit(part, holds?.opposite ?? .sometimes, through: members.path)
      }
    }
    for keyword in ["dependentSchemas", "dependencies"] {
      let others = members[keyword]?.members
      for name in others?.names ?? [] {
        guard let part = others?[name], part.members != nil else { continue }
        visit(part, .sometimes, through: members.path)
      }
    }
  }

  /// Returns the condition that a schema tests, if it is the value of one key.
  private func tested(by json: LocatedJSON, _ owner: JSONMembers) -> Condition? {
    guard let members = try? reader.members(at: json, through: owner.path),
      let properties = members["properties"]?.members
    else { return nil }
    var found: Dependency?
    for name in properties.names {
      guard let property = properties[name]?.members else { continue }
      let listed = property["enum"]?.elements
      let only = listed?.count == 1 ? listed?.first : nil
      guard let constant = property["const"] ?? only,
        let value = try? Defaults.StoredValue(JSONValue(constant.node)), value != .null
      else { continue }
      guard found == nil else { return nil }
      found = Dependency(key: name, value: value)
    }
    return found.map { .when($0) }
  }

  // MARK: - Keys

  private func key(_ name: String) -> Key? {
    guard let all = declarations[Defaults.KeyName(name)], let first = all.first else { return nil }
    let certain = all.filter { $0.condition == .always }
    if !certain.isEmpty {
      return Key(
        name: name,
        json: certain.count == 1 ? certain[0].json : .combined("allOf", certain.map(\.json)),
        hasOtherConditions: certain.count < all.count
      )
    }
    var seen: Set<String> = []
    let distinct = all.filter { seen.insert($0.json.pointer).inserted }
    let conditions = Set(all.map(\.condition))
    var dependency: Dependency?
    if conditions.count == 1, case .when(let only) = first.condition { dependency = only }
    return Key(
      name: name,
      json: distinct.count == 1 ? distinct[0].json : .combined("anyOf", distinct.map(\.json)),
      dependency: dependency,
      hasOtherConditions: dependency == nil
    )
  }
}

extension KeyGathering.Condition {
  /// The condition that holds when this one does not; nil when no dependency expresses it.
  fileprivate var opposite: Self? {
    guard case .when(let dependency) = self, case .bool(let flag) = dependency.value else {
      return nil
    }
    return .when(Dependency(key: dependency.key, value: .bool(!flag)))
  }
}

extension JSONSchemaReader {
  /// Reads all keys that an object of a schema declares, in any of its branches.
  func keys(of root: LocatedJSON, _ context: ReadingContext) -> [KeyReading] {
    KeyGathering.keys(of: root, self, context).compactMap { gathered in
      let json = gathered.json
      guard context.admits(gathered.name, pointer: json.pointer, offset: json.offset) else {
        return nil
      }
      if json.bool == false {
        context.omit(gathered.name, "the schema allows no value for it")
        return nil
      }
      let reading = key(gathered.name, at: json)
      if reading.entry.dependency == nil { reading.entry.dependency = gathered.dependency }
      if gathered.hasOtherConditions {
        log.key = gathered.name
        log.report(.note("further conditions of the key are not shown"), at: json)
        log.key = nil
      }
      return reading
    }
  }
}
