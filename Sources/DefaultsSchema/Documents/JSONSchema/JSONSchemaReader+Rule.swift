import DefaultsCore

extension JSONSchemaReader {
  /// Makes the rule of a key, which decides what values are valid.
  ///
  /// It is nil when the kind that was made from the schema says the same, and when the rule is too
  /// large.
  func rule(for json: LocatedJSON, _ reading: KindReading) -> SchemaRule? {
    guard !isPlain(json, through: SchemaPath()) else { return nil }
    var bundle = SchemaBundle(reader: self)
    guard let source = bundle.schema(of: json) else {
      log.report(
        .note("values are checked by their kind only: the rule is too large"),
        at: json
      )
      return nil
    }
    for flaw in bundle.flaws { log.report(flaw, at: json) }
    // As in every document that was written from kinds.
    let isOfKind =
      !dialect.acceptsForeignKeywords
      && source == .object(reading.kind.keywords(isOptional: reading.isOptional))
    return isOfKind ? nil : SchemaRule(source)
  }

  // MARK: - Plain schemas

  /// Whether the kind that is made from a schema accepts exactly the valid values.
  ///
  /// Such a schema has one type, limits and texts, and consists of such schemas. All others, of which a
  /// kind may say the same, have a rule.
  private func isPlain(_ json: LocatedJSON, through path: SchemaPath) -> Bool {
    var path = path
    path.depth += 1
    guard path.depth <= SchemaLimits.nesting else { return false }
    guard let members = json.members else { return json.bool == true }
    if let reference = members["$ref"]?.string {
      guard members.names.allSatisfy({ $0 == "$ref" || !Self.constrains($0) }) else { return false }
      return isPlain(reference, from: json, through: path)
    }
    guard let type = members["type"]?.string, Self.constraints.isDisjoint(with: members.names)
    else { return false }
    switch type {
    case "boolean", "integer", "number", "string": return Self.isPlainScalar(members)
    case "array":
      guard members["enum"] == nil, let items = members["items"] else {
        return members["enum"] == nil
      }
      return items.elements == nil && isPlain(items, through: path)
    case "object": return isPlainTable(members, through: path)
    default: return false
    }
  }

  /// Returns whether a definition is plain, which is found out once for all references to it.
  private func isPlain(
    _ reference: String,
    from json: LocatedJSON,
    through path: SchemaPath
  ) -> Bool {
    var path = path
    guard path.references.insert(reference).inserted else { return false }
    let number = resources.resource(of: json)
    guard number == 0, let target = resources.target(of: reference, in: number) else {
      return false
    }
    if let known = plainDefinitions[reference] { return known }
    let result = isPlain(target.json, through: path)
    plainDefinitions[reference] = result
    return result
  }

  private static func isPlainScalar(_ members: JSONMembers) -> Bool {
    let isListed = members["enum"] != nil
    if let format = members["format"]?.string, format != "email" {
      // The kinds of other formats have no limits, and some formats have no kind.
      let isKind = ["uri", "color", "color-hex", "path", "file-path"].contains(format)
      let isLimited = ["minLength", "maxLength", "pattern"].contains { members[$0] != nil }
      guard isKind ? !isLimited : TextFormat(rawValue: format) == nil else { return false }
    }
    return !isListed || members.names.allSatisfy { !limits.contains($0) }
  }

  private func isPlainTable(_ members: JSONMembers, through path: SchemaPath) -> Bool {
    guard members["enum"] == nil else { return false }
    let properties = members["properties"]?.members
    if let others = members["additionalProperties"], others.bool == nil || properties == nil {
      // A dictionary without declared members cannot say that there must be none.
      guard isPlain(others, through: path) else { return false }
    }
    let required = members["required"]?.elements ?? []
    guard required.allSatisfy({ $0.string.map { properties?[$0] != nil } == true }) else {
      return false
    }
    return (properties?.names ?? []).allSatisfy { name in
      properties?[name].map { isPlain($0, through: path) } ?? false
    }
  }

  /// Keywords that the kind of a scalar has, but not its choices.
  private static let limits: Set<String> = [
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
    "maxLength", "pattern", "format",
  ]

  /// Keywords about the validity of values that no kind has.
  private static let constraints: Set<String> =
    Set(Keyword.constraints).union(["allOf", "anyOf", "oneOf", "const", "$ref"])

  /// Whether a keyword says something about the validity of values.
  private static func constrains(_ name: String) -> Bool {
    constraints.contains(name) || limits.contains(name)
      || [
        "type", "enum", "items", "minItems", "maxItems", "uniqueItems", "properties", "required",
        "additionalProperties",
      ].contains(name)
  }
}
