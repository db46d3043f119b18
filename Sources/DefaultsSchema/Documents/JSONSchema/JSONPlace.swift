import Defaults

/// A value in a JSON document, and the way to it from the root.
struct JSONPlace {
  /// The value.
  let node: JSONNode
  /// The path from the root as a JSON Pointer (RFC 6901).
  let pointer: String

  /// The number of bytes before the value.
  var offset: Int { node.offset }

  /// The text; nil if the value is not a string.
  var string: String? {
    if case .string(let text) = node.content { text } else { nil }
  }

  /// The flag; nil if the value is not a Boolean.
  var bool: Bool? {
    if case .bool(let flag) = node.content { flag } else { nil }
  }

  /// The number as it is written; nil if the value is not a number.
  var number: String? {
    if case .number(let text) = node.content { text } else { nil }
  }

  /// Whether the value is null.
  var isNull: Bool {
    if case .null = node.content { true } else { false }
  }

  /// The elements; nil if the value is not an array.
  var elements: [JSONPlace]? {
    guard case .array(let elements) = node.content else { return nil }
    return elements.enumerated().map { JSONPlace(node: $1, pointer: "\(pointer)/\($0)") }
  }

  /// The members; nil if the value is not an object.
  var members: JSONMembers? {
    guard case .object(let members) = node.content else { return nil }
    return JSONMembers(members, of: self)
  }
}

/// The members of an object; of members with the same name the last one counts.
struct JSONMembers {
  /// The object.
  let place: JSONPlace
  /// The names in the order of the document.
  private(set) var names: [String] = []
  /// The references on the path from the key to this object.
  var references: Set<String> = []

  private var places: [Defaults.KeyName: JSONPlace] = [:]

  /// Creates the members of an object.
  init(_ members: [JSONNode.Member], of place: JSONPlace) {
    self.place = place
    places.reserveCapacity(members.count)
    for member in members {
      let pointer = "\(place.pointer)/\(Self.escaped(member.name))"
      let known = places.updateValue(
        JSONPlace(node: member.value, pointer: pointer),
        forKey: Defaults.KeyName(member.name)
      )
      if known == nil { names.append(member.name) }
    }
  }

  /// The member of a name.
  private(set) subscript(name: String) -> JSONPlace? {
    get { places[Defaults.KeyName(name)] }
    set { places[Defaults.KeyName(name)] = newValue }
  }

  /// Adds the members whose names are not here yet.
  mutating func addMissing(_ others: JSONMembers, except excluded: Set<String> = []) {
    for name in others.names where self[name] == nil && !excluded.contains(name) {
      names.append(name)
      self[name] = others[name]
    }
  }

  /// Converts keywords of Jamf's manifests to those of the dialect with the same meaning.
  mutating func convertForeignKeywords() {
    addMissing(places["property_order"], as: "order")
    addMissing(places["options"]?.members?["enum_titles"], as: "enumItemLabels")
    if let type = places["type"], type.string == "date", places["x-type"] == nil {
      let text = JSONNode(content: .string("string"), offset: type.offset)
      places["type"] = JSONPlace(node: text, pointer: type.pointer)
      addMissing(type, as: "x-type")
    }
  }

  private mutating func addMissing(_ place: JSONPlace?, as name: String) {
    guard let place, self[name] == nil else { return }
    names.append(name)
    self[name] = place
  }

  /// Removes a member.
  mutating func remove(_ name: String) {
    guard places.removeValue(forKey: Defaults.KeyName(name)) != nil else { return }
    names.removeAll { Defaults.KeyName($0) == Defaults.KeyName(name) }
  }

  /// Returns a name, escaped for a JSON Pointer.
  static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return name
    }
    return name.replacing("~", with: "~0").replacing("/", with: "~1")
  }
}
