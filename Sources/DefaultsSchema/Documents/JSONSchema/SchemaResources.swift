import DefaultsCore
import FoundationEssentials

/// The schemas that references in a document can lead to.
///
/// A schema with a URI of its own (`$id`) is a resource: references in it are relative to that URI, and the
/// anchors in it belong to it (JSON Schema 2020-12, section 8.2). The document itself is the first one.
/// Other documents are read only if whoever reads the schema provides them.
final class SchemaResources {
  /// The version of JSON Schema that a resource is written in.
  enum Draft {
    /// Draft 7 and older.
    case seven
    /// Draft 2019-09 and newer.
    case modern

    /// Creates the draft that `$schema` names; nil for the URI of another program.
    init?(_ uri: String) {
      guard uri.contains("json-schema.org/") else { return nil }
      self = uri.contains("/draft-0") ? .seven : .modern
    }
  }

  /// A schema with the resource that it belongs to.
  struct Place {
    var json: LocatedJSON
    /// The number of the resource.
    var resource: Int
  }

  /// A schema with a URI.
  struct Resource {
    let uri: String
    /// The number of the document that it is in.
    let document: Int
    let draft: Draft
    let json: LocatedJSON
    var anchors: [String: LocatedJSON] = [:]
    /// The anchors that `$dynamicRef` looks for in the resources that a value has been checked with.
    var dynamicAnchors: Set<String> = []
  }

  private(set) var resources: [Resource] = []
  /// The resources by their URIs.
  private var numbers: [String: Int] = [:]
  /// The resources of each document by the pointers to them.
  private var pointers: [[String: Int]] = []
  private let load: (String) -> LocatedJSON?

  /// An object in a document.
  private struct Container: Hashable {
    var document: Int
    var pointer: String
  }

  private var containers: [Container: JSONMembers] = [:]

  /// Creates the resources of a document.
  ///
  /// `draft` is for a document without `$schema`. `load` returns another document by its URI, or
  /// nil for an unknown one.
  init(root: LocatedJSON, draft: Draft, load: @escaping (String) -> LocatedJSON? = { _ in nil }) {
    self.load = load
    add(root, uri: "", draft)
  }

  /// Returns the resource of a schema in the first document.
  func resource(of json: LocatedJSON) -> Int {
    guard pointers[0].count > 1 else { return 0 }
    var pointer = json.pointer[...]
    while true {
      if let number = pointers[0][String(pointer)] { return number }
      guard let end = pointer.lastIndex(of: "/") else { return 0 }
      pointer = pointer[..<end]
    }
  }

  /// Returns the resource of a schema that is a part of one in the given resource.
  func resource(of json: LocatedJSON, in resource: Int) -> Int {
    let own = pointers[resources[resource].document]
    return own.count > 1 ? own[json.pointer] ?? resource : resource
  }

  // MARK: - References

  /// Returns the schema that a reference in a resource leads to; nil if there is none.
  func target(of reference: String, in resource: Int) -> Place? {
    let base = reference.prefix { $0 != "#" }
    let fragment = reference[base.endIndex...].dropFirst()
    let uri = Self.resolved(String(base), resources[resource].uri)
    guard let number = base.isEmpty ? resource : numbers[uri] ?? loaded(uri) else { return nil }
    if let place = target(ofFragment: fragment, in: number) { return place }
    // Some generators give each part a URI, and still refer to parts of the whole document.
    return number == resource && number != 0 ? target(ofFragment: fragment, in: 0) : nil
  }

  private func target(ofFragment fragment: Substring, in number: Int) -> Place? {
    guard fragment.isEmpty || fragment.hasPrefix("/") else {
      let name = fragment.withoutPercentEncoding ?? String(fragment)
      return resources[number].anchors[name].map { Place(json: $0, resource: number) }
    }
    var place = Place(json: resources[number].json, resource: number)
    for part in fragment.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let name = (part.withoutPercentEncoding ?? String(part))
        .replacing("~1", with: "/").replacing("~0", with: "~")
      guard let next = self.part(name, of: place) else { return nil }
      place = Place(json: next, resource: resource(of: next, in: place.resource))
    }
    return place
  }

  /// Returns one member or element; the members of an object are looked up once and then kept.
  private func part(_ name: String, of place: Place) -> LocatedJSON? {
    let document = resources[place.resource].document
    let container = Container(document: document, pointer: place.json.pointer)
    if let known = containers[container] { return known[name] }
    if let members = place.json.members {
      containers[container] = members
      return members[name]
    }
    guard let elements = place.json.elements, let index = Int(name),
      elements.indices.contains(index)
    else { return nil }
    return elements[index]
  }

  /// Returns whether a reference leads out of the document.
  func leadsElsewhere(_ reference: String, in resource: Int) -> Bool {
    let base = reference.prefix { $0 != "#" }
    let uri = Self.resolved(String(base), resources[resource].uri)
    return !base.isEmpty && numbers[uri] == nil && loaded(uri) == nil
  }

  private func loaded(_ uri: String) -> Int? {
    guard let json = load(uri) else { return nil }
    let number = resources.count
    add(json, uri: uri, resources[0].draft)
    numbers[uri] = number
    return number
  }

  private static func resolved(_ reference: String, _ base: String) -> String {
    guard !base.isEmpty, !reference.isEmpty,
      let url = URL(string: reference, relativeTo: URL(string: base))
    else { return reference.isEmpty ? base : reference }
    return url.absoluteString
  }

  // MARK: - Resources

  private func add(_ root: LocatedJSON, uri: String, _ draft: Draft) {
    pointers.append([:])
    let draft = root.members?["$schema"]?.string.flatMap(Draft.init) ?? draft
    let first = resources.count
    insert(Resource(uri: uri, document: pointers.count - 1, draft: draft, json: root))
    guard root.node.hasIdentifiers else { return }
    var rest = [Place(json: root, resource: first)]
    while let place = rest.popLast() {
      guard let members = place.json.members else { continue }
      let own = identified(place, members)
      rest += members.subschemas.map { Place(json: $0, resource: own) }
    }
  }

  private func insert(_ resource: Resource) {
    if numbers[resource.uri] == nil { numbers[resource.uri] = resources.count }
    pointers[resource.document][resource.json.pointer] = resources.count
    resources.append(resource)
  }

  /// Records the URI and the anchors of a schema, and returns its resource.
  private func identified(_ place: Place, _ members: JSONMembers) -> Int {
    var number = place.resource
    let draft = resources[number].draft
    // Before 2019-09, a schema with a reference has nothing else.
    if draft == .seven, members["$ref"] != nil { return number }
    if let id = (members["$id"] ?? members["id"])?.string {
      // Older documents write anchors as `"id": "#name"`.
      if id.hasPrefix("#") {
        resources[number].anchors[String(id.dropFirst())] = place.json
      } else {
        number = identify(place, id, members)
      }
    }
    for keyword in ["$anchor", "$dynamicAnchor"] {
      guard let name = members[keyword]?.string else { continue }
      resources[number].anchors[name] = place.json
      if keyword == "$dynamicAnchor" { resources[number].dynamicAnchors.insert(name) }
    }
    return number
  }

  private func identify(_ place: Place, _ id: String, _ members: JSONMembers) -> Int {
    let parent = resources[place.resource]
    let uri = Self.resolved(String(id.prefix { $0 != "#" }), parent.uri)
    // The root of a document is a resource already, whose URI is known now.
    if place.json.pointer == parent.json.pointer {
      resources[place.resource] = Resource(
        uri: uri,
        document: parent.document,
        draft: parent.draft,
        json: parent.json
      )
      numbers[uri] = place.resource
      return place.resource
    }
    let draft = members["$schema"]?.string.flatMap(Draft.init) ?? parent.draft
    insert(Resource(uri: uri, document: parent.document, draft: draft, json: place.json))
    return resources.count - 1
  }
}

extension JSONNode {
  /// Whether an object in the value names itself, so that a reference can lead there by that name.
  fileprivate var hasIdentifiers: Bool {
    switch content {
    case .null, .bool, .number, .string: false
    case .array(let elements): elements.contains(where: \.hasIdentifiers)
    case .object(let members):
      members.contains {
        ["$id", "id", "$anchor", "$dynamicAnchor"].contains($0.name) || $0.value.hasIdentifiers
      }
    }
  }
}

extension JSONMembers {
  /// The schemas in this one, in the keywords that hold schemas.
  fileprivate var subschemas: [LocatedJSON] {
    var schemas: [LocatedJSON] = []
    for name in names {
      guard let json = self[name] else { continue }
      switch name {
      case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas",
        "dependencies":
        schemas += json.members.map { members in members.names.compactMap { members[$0] } } ?? []
      case "allOf", "anyOf", "oneOf", "prefixItems":
        schemas += json.elements ?? []
      case "items":
        schemas += json.elements ?? [json]
      case "additionalProperties", "additionalItems", "contains", "not", "if", "then", "else",
        "propertyNames", "unevaluatedProperties", "unevaluatedItems", "contentSchema":
        schemas.append(json)
      // In other programs' documents, schemas are in objects that are none themselves.
      case "contributes", "configuration", "policy_definitions", "schema":
        schemas += json.elements ?? [json]
      default: break
      }
    }
    return schemas
  }
}
