import Defaults

/// A value in a JSON document, with its JSON Pointer.
struct LocatedJSON: Sendable {
  /// The value.
  let node: JSONNode
  /// The path from the root to the value, as a JSON Pointer (RFC 6901).
  let pointer: String
  /// The elements or members, if they were put together from several places of the document.
  private var parts: [LocatedJSON]?
  private var merged: [JSONMembers] = []

  /// Creates a value.
  init(node: JSONNode, pointer: String) {
    self.node = node
    self.pointer = pointer
  }

  /// Creates an array or object at a place, with a content from several places.
  private init(_ content: JSONNode.Content, at place: LocatedJSON) {
    self.init(node: JSONNode(content: content, offset: place.offset), pointer: place.pointer)
  }

  /// Creates an object that has one keyword with these elements, `allOf` for example.
  static func combined(_ keyword: String, _ parts: [LocatedJSON]) -> LocatedJSON {
    guard let first = parts.first else {
      return LocatedJSON(node: JSONNode(content: .object([]), offset: 0), pointer: "")
    }
    var list = LocatedJSON(.array(parts.map(\.node)), at: first)
    list.parts = parts
    var members = JSONMembers([], of: first)
    members.add(list, as: keyword)
    return object(members, at: first)
  }

  /// Creates an object with these members.
  static func object(_ members: JSONMembers, at place: LocatedJSON) -> LocatedJSON {
    let nodes = members.names.compactMap { name in
      members[name].map { JSONNode.Member(name: name, nameOffset: $0.offset, value: $0.node) }
    }
    var object = LocatedJSON(.object(nodes), at: place)
    object.merged = [members]
    return object
  }

  /// Creates an array of texts.
  static func texts(_ texts: [String], at place: LocatedJSON) -> LocatedJSON {
    let nodes = texts.map { JSONNode(content: .string($0), offset: place.offset) }
    return LocatedJSON(.array(nodes), at: place)
  }

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
  var elements: [LocatedJSON]? {
    if let parts { return parts }
    guard case .array(let elements) = node.content else { return nil }
    return elements.enumerated().map { LocatedJSON(node: $1, pointer: "\(pointer)/\($0)") }
  }

  /// The members; nil if the value is not an object.
  var members: JSONMembers? {
    if let merged = merged.first { return merged }
    guard case .object(let members) = node.content else { return nil }
    return JSONMembers(members, of: self)
  }
}

/// The members of an object; of members with the same name the last one counts.
struct JSONMembers: Sendable {
  /// The object.
  let json: LocatedJSON
  /// The names in the order of the document.
  private(set) var names: [String] = []
  /// The references on the path from the key to this object.
  var references: Set<String> = []

  private var values: [Defaults.KeyName: LocatedJSON] = [:]

  /// Creates the members of an object.
  init(_ members: [JSONNode.Member], of json: LocatedJSON) {
    self.json = json
    values.reserveCapacity(members.count)
    for member in members {
      let pointer = "\(json.pointer)/\(Self.escaped(member.name))"
      let known = values.updateValue(
        LocatedJSON(node: member.value, pointer: pointer),
        forKey: Defaults.KeyName(member.name)
      )
      if known == nil { names.append(member.name) }
    }
  }

  /// The member of a name.
  private(set) subscript(name: String) -> LocatedJSON? {
    get { values[Defaults.KeyName(name)] }
    set { values[Defaults.KeyName(name)] = newValue }
  }

  /// The keywords that refer to another schema.
  static let referenceNames = ["$ref", "$dynamicRef", "$recursiveRef"]

  /// The reference of the object; nil when it has none.
  var reference: LocatedJSON? {
    Self.referenceNames.lazy.compactMap { self[$0] }.first
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
    addMissing(values["property_order"], as: "order")
    addMissing(values["options"]?.members?["enum_titles"], as: "enumItemLabels")
    if let type = values["type"], type.string == "date", values["x-type"] == nil {
      let text = JSONNode(content: .string("string"), offset: type.offset)
      values["type"] = LocatedJSON(node: text, pointer: type.pointer)
      addMissing(type, as: "x-type")
    }
  }

  private mutating func addMissing(_ json: LocatedJSON?, as name: String) {
    guard let json, self[name] == nil else { return }
    add(json, as: name)
  }

  /// Adds a member, or replaces that of the same name.
  mutating func add(_ json: LocatedJSON, as name: String) {
    if self[name] == nil { names.append(name) }
    self[name] = json
  }

  /// Removes a member.
  mutating func remove(_ name: String) {
    guard values.removeValue(forKey: Defaults.KeyName(name)) != nil else { return }
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
