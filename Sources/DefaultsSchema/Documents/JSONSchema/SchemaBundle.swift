import DefaultsCore

/// The copy of a schema, with all definitions that it refers to, in the form in which values are checked.
///
/// The copy is JSON Schema 2020-12 in which every reference is `#/$defs/NAME`. What older drafts write
/// in other keywords is converted, and what a draft does not know is left out. A `$dynamicRef` becomes a
/// plain one: which resources a check passes on the way to it is known here, so each definition is copied
/// once for each set of anchors that the way to it offers.
struct SchemaBundle {
  /// A schema, and how it was reached.
  private struct Target: Hashable {
    var document: Int
    var pointer: String
    /// The resources in which dynamic anchors are found, by their names.
    var anchors: [String: Int]
  }

  private struct Waiting {
    var name: String
    var place: SchemaResources.Place
    var anchors: [String: Int]
  }

  private let reader: JSONSchemaReader
  private var resources: SchemaResources { reader.resources }
  private var names: [Target: String] = [:]
  private var waiting: [Waiting] = []
  private var isTooLarge = false
  /// Patterns that cannot be used, and are therefore not checked.
  private(set) var flaws: [SchemaFlaw] = []

  init(reader: JSONSchemaReader) {
    self.reader = reader
  }

  /// Returns the schema with its definitions; nil when it exceeds the limit for a document.
  mutating func schema(of json: LocatedJSON) -> JSONValue? {
    let place = SchemaResources.Place(json: json, resource: resources.resource(of: json))
    var members: [JSONValue.Member] = []
    switch copy(place, anchors(of: place.resource, beside: [:])) {
    case .object(let all): members = all.filter { !Self.annotations.contains($0.name) }
    case .bool(false): members = [.init("not", .object([]))]
    case .null, .bool, .number, .string, .array: break
    }
    var definitions: [JSONValue.Member] = []
    while let next = waiting.popLast() {
      definitions.append(.init(next.name, copy(next.place, next.anchors)))
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
    "$defs", "definitions", "$id", "id", "$schema", "$anchor", "$dynamicAnchor", "x-format",
    "x-suite", "x-revision", "x-app", "x-sections",
  ]
  /// Keywords that draft 7 does not have.
  private static let newer: Set<String> = [
    "$dynamicRef", "$recursiveRef", "prefixItems", "unevaluatedItems", "unevaluatedProperties",
    "dependentRequired", "dependentSchemas", "minContains", "maxContains",
  ]
  private static let texts: Set<String> = [
    "title", "description", "markdownDescription", "enumDescriptions", "enumItemLabels",
    "markdownEnumDescriptions", "patternErrorMessage", "deprecationMessage",
    "markdownDeprecationMessage",
  ]

  // MARK: - Copying

  private mutating func copy(
    _ place: SchemaResources.Place,
    _ anchors: [String: Int]
  ) -> JSONValue {
    guard reader.remainingRuleValues > 0 else {
      isTooLarge = true
      return .bool(true)
    }
    reader.remainingRuleValues -= 1
    guard var members = place.json.members else { return JSONValue(place.json.node) }
    var place = place
    let own = resources.resource(of: place.json, in: place.resource)
    let anchors = own == place.resource ? anchors : self.anchors(of: own, beside: anchors)
    place.resource = own
    if reader.dialect.acceptsForeignKeywords { members.convertForeignKeywords() }
    let isOlder = resources.resources[own].draft == .seven
    var copy: [JSONValue.Member] = []
    for name in members.names {
      guard let value = members[name], !Self.dropped.contains(name) else { continue }
      if isOlder {
        // A schema with a reference is that reference only.
        if members["$ref"] != nil, name != "$ref", !Self.isText(name) { continue }
        if Self.newer.contains(name) { continue }
      }
      place.json = value
      copy += self.copy(name, place, of: members, anchors)
    }
    return .object(copy)
  }

  /// Whether a keyword says nothing about which values are valid.
  private static func isText(_ name: String) -> Bool {
    texts.contains(name) || annotations.contains(name)
  }

  private mutating func copy(
    _ name: String,
    _ value: SchemaResources.Place,
    of members: JSONMembers,
    _ anchors: [String: Int]
  ) -> [JSONValue.Member] {
    switch name {
    case "$ref", "$dynamicRef", "$recursiveRef":
      return reference(value, isDynamic: name == "$dynamicRef", anchors)
        .map { [.init("$ref", $0)] } ?? []
    case "not", "if", "then", "else", "contains", "additionalProperties", "propertyNames",
      "unevaluatedItems", "unevaluatedProperties":
      return [.init(name, copy(value, anchors))]
    case "items":
      guard let elements = value.json.elements else { return [.init(name, copy(value, anchors))] }
      return [.init("prefixItems", .array(copies(elements, value, anchors)))]
    case "additionalItems":
      guard members["items"]?.elements != nil else { return [] }
      return [.init("items", copy(value, anchors))]
    case "allOf", "anyOf", "oneOf", "prefixItems":
      return [.init(name, .array(copies(value.json.elements ?? [], value, anchors)))]
    case "properties", "patternProperties", "dependentSchemas":
      if name == "patternProperties" {
        value.json.members?.names.forEach { check($0, .ecmaScript) }
      }
      return [.init(name, .object(copies(value.json.members, value, anchors)))]
    case "pattern":
      let syntax = members["x-patternSyntax"]?.string.flatMap(PatternSyntax.init)
      if let pattern = value.json.string { check(pattern, syntax ?? .ecmaScript) }
      return [.init(name, plain(value.json, name))]
    case "dependencies":
      return dependencies(value, anchors)
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
      return bound(name, value.json, of: members)
    default:
      return [.init(name, plain(value.json, name))]
    }
  }

  private mutating func check(_ pattern: String, _ syntax: PatternSyntax) {
    guard let flaw = TextPattern.flaw(in: pattern, syntax), !flaws.contains(flaw) else { return }
    flaws.append(flaw)
  }

  private mutating func copies(
    _ elements: [LocatedJSON],
    _ owner: SchemaResources.Place,
    _ anchors: [String: Int]
  ) -> [JSONValue] {
    elements.map { copy(.init(json: $0, resource: owner.resource), anchors) }
  }

  private mutating func copies(
    _ members: JSONMembers?,
    _ owner: SchemaResources.Place,
    _ anchors: [String: Int]
  ) -> [JSONValue.Member] {
    guard let members else { return [] }
    return members.names.map { name in
      let part = members[name].map { copy(.init(json: $0, resource: owner.resource), anchors) }
      return .init(name, part ?? .bool(true))
    }
  }

  /// Returns `dependencies` of older drafts in the two keywords that have replaced it.
  private mutating func dependencies(
    _ value: SchemaResources.Place,
    _ anchors: [String: Int]
  ) -> [JSONValue.Member] {
    guard let members = value.json.members else { return [] }
    var names: [JSONValue.Member] = []
    var others: [JSONValue.Member] = []
    for name in members.names {
      guard let part = members[name] else { continue }
      if part.elements != nil {
        names.append(.init(name, JSONValue(part.node)))
      } else {
        others.append(.init(name, copy(.init(json: part, resource: value.resource), anchors)))
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

  // MARK: - References

  /// Returns the reference to the copy of a definition; nil when there is none, which is reported.
  private mutating func reference(
    _ value: SchemaResources.Place,
    isDynamic: Bool,
    _ anchors: [String: Int]
  ) -> JSONValue? {
    guard let text = value.json.string,
      var target = resources.target(of: text, in: value.resource)
    else { return nil }
    if isDynamic, let name = target.json.members?["$dynamicAnchor"]?.string,
      text.hasSuffix("#\(name)"), let outermost = anchors[name],
      let json = resources.resources[outermost].anchors[name]
    {
      target = .init(json: json, resource: outermost)
    }
    let offered =
      target.resource == value.resource
      ? anchors : self.anchors(of: target.resource, beside: anchors)
    let document = resources.resources[target.resource].document
    let key = Target(document: document, pointer: target.json.pointer, anchors: offered)
    if let name = names[key] { return .string("#/$defs/\(name)") }
    let name = "d\(names.count + 1)"
    names[key] = name
    waiting.append(Waiting(name: name, place: target, anchors: offered))
    return .string("#/$defs/\(name)")
  }

  /// Returns the anchors on a way that enters a resource: of two with the same name the outer one.
  private func anchors(of resource: Int, beside outer: [String: Int]) -> [String: Int] {
    var anchors = outer
    for name in resources.resources[resource].dynamicAnchors where anchors[name] == nil {
      anchors[name] = resource
    }
    return anchors
  }
}
