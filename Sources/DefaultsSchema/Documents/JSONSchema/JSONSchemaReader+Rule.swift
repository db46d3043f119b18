import DefaultsCore

extension JSONSchemaReader {
  /// Returns the rule of a key whose schema says more than its kind; nil for all other keys.
  func rule(for json: LocatedJSON) -> SchemaRule? {
    var survey = RuleSurvey(reader: self)
    guard survey.needsRule(json) else { return nil }
    var extraction = RuleExtraction(reader: self)
    guard let source = extraction.source(of: json) else {
      log.report(
        .notTranslated("values are checked by their kind only: the rule is too large"),
        at: json
      )
      return nil
    }
    let rule = SchemaRule(source)
    for flaw in rule.flaws { log.report(flaw, at: json) }
    return rule
  }
}

/// The search for keywords of which a kind says only a part.
private struct RuleSurvey {
  let reader: JSONSchemaReader
  /// The references on the path to the schema.
  private var path: Set<String> = []
  /// The schemas on the path.
  private var depth = 0

  init(reader: JSONSchemaReader) {
    self.reader = reader
  }

  private static let keywords: Set<String> = [
    "allOf", "not", "if", "const", "dependentRequired", "dependentSchemas", "dependencies",
    "patternProperties", "prefixItems", "additionalItems", "contains", "propertyNames",
    "unevaluatedProperties", "unevaluatedItems", "minProperties", "maxProperties",
    "$dynamicRef", "$recursiveRef",
  ]
  private static let limits: Set<String> = [
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
    "maxLength", "pattern", "items", "minItems", "maxItems", "uniqueItems", "properties",
    "required", "additionalProperties",
  ]

  mutating func needsRule(_ json: LocatedJSON) -> Bool {
    guard let members = json.members else { return json.bool == false }
    // Beyond this depth no kind describes the value.
    guard depth < SchemaLimits.nesting else { return true }
    depth += 1
    defer { depth -= 1 }
    if members.names.contains(where: Self.keywords.contains) {
      // A constant with no more than texts beside it is a choice.
      let isChoice =
        members["const"] != nil
        && members.names.allSatisfy { $0 == "const" || $0 == "type" || !Self.says($0) }
      if !isChoice { return true }
    }
    let limits = members.names.filter(Self.limits.contains)
    let isTyped = ["type", "$ref", "anyOf", "oneOf", "enum", "const"].contains {
      members[$0] != nil
    }
    if !limits.isEmpty, !isTyped { return true }
    if let reference = members["$ref"] {
      // Of two keywords of the same name, a kind has only the one beside the reference.
      let others = members.names.filter { $0 != "$ref" && Self.says($0) }
      if !others.isEmpty { return true }
      guard let target = reference.string, let found = try? reader.follow(target, from: reference)
      else { return false }
      // A definition that refers to itself has parts that no kind describes.
      guard path.insert(target).inserted else { return true }
      defer { path.remove(target) }
      // Each definition is searched once: without this, 60 definitions that each refer twice to the
      // next one would be searched 2^60 times.
      let needsRule = reader.definitionsWithRule[target] ?? needsRule(found)
      reader.definitionsWithRule[target] = needsRule
      if needsRule { return true }
    }
    for keyword in ["anyOf", "oneOf"] {
      guard let elements = members[keyword]?.elements else { continue }
      if !limits.isEmpty || members["enum"] != nil { return true }
      // A type beside the alternatives narrows those that have a type of their own.
      if members["type"] != nil, elements.contains(where: { $0.members?["type"] != nil }) {
        return true
      }
      if needsRule(elements, keyword) { return true }
    }
    return needsRule(inPartsOf: members)
  }

  private mutating func needsRule(inPartsOf members: JSONMembers) -> Bool {
    if let items = members["items"] {
      if items.elements != nil || needsRule(items) { return true }
    }
    if let others = members["additionalProperties"], others.bool == nil, needsRule(others) {
      return true
    }
    let required = members["required"]?.elements?.compactMap(\.string) ?? []
    let properties = members["properties"]?.members
    if required.contains(where: { properties?[$0] == nil }) { return true }
    // A dictionary without declared members cannot say that there must be none.
    guard let properties else { return members["additionalProperties"]?.bool == false }
    for name in properties.names {
      if let property = properties[name], needsRule(property) { return true }
    }
    return false
  }

  /// Returns whether alternatives are other than the kinds that stand for them.
  ///
  /// Their kinds are exact if each alternative has another type. Objects without titles are shown as
  /// one table, and of `oneOf` a value may fit only one.
  private mutating func needsRule(_ elements: [LocatedJSON], _ keyword: String) -> Bool {
    var types: [String] = []
    let hasNamedObjects = elements.allSatisfy { element in
      element.members?["type"]?.string != "object"
        || element.members?["title"]?.string?.isEmpty == false
    }
    for element in elements {
      guard let members = element.members else { return true }
      if needsRule(element) { return true }
      if members["const"] != nil, members.names.allSatisfy({ $0 == "const" || !Self.says($0) }) {
        continue
      }
      guard let type = members["type"]?.string else {
        if members["enum"] != nil, keyword == "anyOf" { continue }
        return true
      }
      // Choices and any other values of the type make one kind.
      if members["enum"] != nil, keyword == "anyOf" { continue }
      if type == "object", hasNamedObjects, keyword == "anyOf" { continue }
      if types.contains(type) { return true }
      if type == "number", types.contains("integer") { return true }
      if type == "integer", types.contains("number") { return true }
      types.append(type)
    }
    return false
  }

  /// Returns whether a keyword is about the validity of values.
  private static func says(_ name: String) -> Bool {
    keywords.contains(name) || limits.contains(name)
      || ["type", "enum", "const", "anyOf", "oneOf", "$ref"].contains(name)
  }
}

/// The copy of a key's schema into a rule, with all definitions that it refers to.
private struct RuleExtraction {
  let reader: JSONSchemaReader
  private var names: [String: String] = [:]
  private var waiting: [(name: String, json: LocatedJSON)] = []
  private var isTooLarge = false

  init(reader: JSONSchemaReader) {
    self.reader = reader
  }

  /// Returns the schema with its definitions; nil when it exceeds the limit for a document.
  mutating func source(of json: LocatedJSON) -> JSONValue? {
    var members: [JSONValue.Member] = []
    switch schema(json) {
    case .object(let all): members = all.filter { !Self.annotations.contains($0.name) }
    case .bool(false): members = [.init("not", .object([]))]
    case .null, .bool, .number, .string, .array: break
    }
    var definitions: [JSONValue.Member] = []
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      definitions.append(.init(next.name, schema(next.json)))
    }
    if !definitions.isEmpty { members.append(.init("$defs", .object(definitions))) }
    return isTooLarge ? nil : .object(members)
  }

  /// Keywords at the top that the entry keeps by itself.
  private static let annotations: Set<String> = [
    "title", "description", "markdownDescription", "default", "examples", "x-section", "order",
    "tags", "x-unit", "x-placeholder", "x-sensitive", "x-hidden", "readOnly", "x-restart",
    "x-dependsOn", "x-seeAlso", "deprecated", "deprecationMessage", "markdownDeprecationMessage",
    "x-replacedBy", "x-since", "x-until", "x-shownAsStored", "$comment", "scope", "property_order",
    "options",
  ]
  private static let dropped: Set<String> = [
    "$defs", "definitions", "$id", "id", "$schema", "$anchor", "$dynamicAnchor",
  ]
  private static let texts: Set<String> = [
    "title", "description", "markdownDescription", "enumDescriptions", "enumItemLabels",
    "markdownEnumDescriptions", "patternErrorMessage", "deprecationMessage",
    "markdownDeprecationMessage",
  ]

  // MARK: - Copying

  private mutating func schema(_ json: LocatedJSON) -> JSONValue {
    guard reader.remainingRuleValues > 0 else {
      isTooLarge = true
      return .bool(true)
    }
    reader.remainingRuleValues -= 1
    guard var members = json.members else { return JSONValue(json.node) }
    if reader.dialect.acceptsForeignKeywords { members.convertForeignKeywords() }
    var copy: [JSONValue.Member] = []
    for name in members.names {
      guard let value = members[name], !Self.dropped.contains(name) else { continue }
      copy += self.copy(name, value, of: members)
    }
    return .object(copy)
  }

  private mutating func copy(
    _ name: String,
    _ value: LocatedJSON,
    of members: JSONMembers
  ) -> [JSONValue.Member] {
    switch name {
    case "$ref", "$dynamicRef", "$recursiveRef":
      return reference(value).map { [.init("$ref", $0)] } ?? []
    case "not", "if", "then", "else", "contains", "additionalProperties", "propertyNames",
      "unevaluatedItems", "unevaluatedProperties":
      return [.init(name, schema(value))]
    case "items":
      guard let elements = value.elements else { return [.init(name, schema(value))] }
      return [.init("prefixItems", .array(elements.map { schema($0) }))]
    case "additionalItems":
      return members["items"]?.elements == nil ? [] : [.init("items", schema(value))]
    case "allOf", "anyOf", "oneOf", "prefixItems":
      return [.init(name, .array((value.elements ?? []).map { schema($0) }))]
    case "properties", "patternProperties", "dependentSchemas":
      return [.init(name, .object(schemas(value.members)))]
    case "dependencies":
      return dependencies(value.members)
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
      return bound(name, value, of: members)
    default:
      return [.init(name, plain(value, name))]
    }
  }

  private mutating func schemas(_ members: JSONMembers?) -> [JSONValue.Member] {
    guard let members else { return [] }
    return members.names.map { .init($0, members[$0].map { schema($0) } ?? .bool(true)) }
  }

  /// Returns `dependencies` of older drafts in the two keywords that have replaced it.
  private mutating func dependencies(_ members: JSONMembers?) -> [JSONValue.Member] {
    guard let members else { return [] }
    var names: [JSONValue.Member] = []
    var others: [JSONValue.Member] = []
    for name in members.names {
      guard let value = members[name] else { continue }
      if value.elements != nil {
        names.append(.init(name, JSONValue(value.node)))
      } else {
        others.append(.init(name, schema(value)))
      }
    }
    return [("dependentRequired", names), ("dependentSchemas", others)]
      .filter { !$0.1.isEmpty }.map { .init($0.0, .object($0.1)) }
  }

  /// Returns a bound; in draft 4 `exclusiveMinimum: true` excludes the minimum beside it.
  private func bound(
    _ name: String,
    _ value: LocatedJSON,
    of members: JSONMembers
  ) -> [JSONValue.Member] {
    let exclusive = ["minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"]
    if value.bool != nil { return [] }
    if let other = exclusive[name], members[other]?.bool == true {
      return [.init(other, JSONValue(value.node))]
    }
    return [.init(name, JSONValue(value.node))]
  }

  /// Returns the reference to the copy of a definition; nil when there is none, which is reported.
  private mutating func reference(_ json: LocatedJSON) -> JSONValue? {
    guard let target = json.string, let found = try? reader.follow(target, from: json) else {
      return nil
    }
    if let name = names[found.pointer] { return .string("#/$defs/\(name)") }
    let name = "d\(names.count + 1)"
    names[found.pointer] = name
    waiting.append((name, found))
    return .string("#/$defs/\(name)")
  }

  private mutating func plain(_ json: LocatedJSON, _ keyword: String) -> JSONValue {
    reader.remainingRuleValues -= json.node.size
    guard Self.texts.contains(keyword) else {
      return reader.translated(JSONValue(json.node))
    }
    switch JSONValue(json.node) {
    case .string(let text): return .string(reader.translations.text(for: text).text)
    case .array(let elements):
      return .array(
        elements.map { element in
          guard case .string(let text) = element else { return element }
          return .string(reader.translations.text(for: text).text)
        }
      )
    case let other: return other
    }
  }
}
