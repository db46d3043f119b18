import DefaultsCore

extension JSONSchemaReader {
  /// Makes the rule of a key, which decides what values are valid.
  ///
  /// - Parameters:
  ///   - json: the schema of the key.
  ///   - reading: the kind that was made from it.
  /// - Returns: nil when the kind says the same.
  func rule(for json: LocatedJSON, _ reading: KindReading) -> SchemaRule? {
    guard !Self.isPlain(json) else { return nil }
    var bundle = SchemaBundle(reader: self)
    guard let source = bundle.schema(of: json) else {
      log.report(
        .notTranslated("values are checked by their kind only: the rule is too large"),
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

  /// Returns whether the kind that is made from a schema accepts exactly the valid values: it has one
  /// scalar type, and besides limits only texts about it.
  private static func isPlain(_ json: LocatedJSON) -> Bool {
    guard let members = json.members, let type = members["type"]?.string,
      ["boolean", "integer", "number", "string"].contains(type)
    else { return false }
    let isListed = members["enum"] != nil
    if let format = members["format"]?.string, format != "email" {
      // The kinds of other formats have no limits, and some formats have no kind.
      let isKind = ["uri", "color", "color-hex", "path", "file-path"].contains(format)
      let isLimited = ["minLength", "maxLength", "pattern"].contains { members[$0] != nil }
      guard isKind ? !isLimited : TextFormat(rawValue: format) == nil else { return false }
    }
    return members.names.allSatisfy { name in
      if limits.contains(name) { return !isListed }
      return !constraints.contains(name)
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
}
