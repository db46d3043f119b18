import DefaultsCore

/// A value in a JSON document, with its JSON Pointer.
struct LocatedJSON: Sendable {
  /// The value.
  let node: JSONNode
  /// The path of the array or object that holds the value, as a JSON Pointer (RFC 6901).
  private let parent: String
  /// The index or the name of the value there; nil for a value whose whole path is `parent`.
  private let token: String?
  /// The elements or members, if they were put together from several places of the document.
  private var parts: [LocatedJSON]?
  private var merged: [JSONMembers] = []

  /// Creates a value.
  init(node: JSONNode, pointer: String) {
    self.node = node
    parent = pointer
    token = nil
  }

  /// Creates an element or member of another value.
  init(node: JSONNode, _ token: String, in parent: String) {
    self.node = node
    self.parent = parent
    self.token = token
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

  /// The path from the root to the value, as a JSON Pointer (RFC 6901).
  ///
  /// It is put together when it is needed, which is for problems and references only.
  var pointer: String {
    token.map { "\(parent)/\(JSONMembers.escaped($0))" } ?? parent
  }

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
    let pointer = pointer
    return elements.enumerated().map { LocatedJSON(node: $1, "\($0)", in: pointer) }
  }

  /// The members; nil if the value is not an object.
  var members: JSONMembers? {
    if let merged = merged.first { return merged }
    guard case .object(let members) = node.content else { return nil }
    return JSONMembers(members, of: self)
  }
}

/// The way from a key to a part of its schema.
struct SchemaPath: Sendable {
  /// The references on the way.
  var references: Set<String> = []
  /// The number of schemas on the way, each in the one before or referred to by it.
  var depth: Int = 0
}

/// The members of an object; of members with the same name the last one counts.
struct JSONMembers: Sendable {
  /// The object.
  let json: LocatedJSON
  /// The way from the key to this object.
  var path: SchemaPath = SchemaPath()
  /// A reference of the object that leads out of the document.
  var elsewhere: LocatedJSON?

  /// The number of members up to which a search through all of them is faster than a hash table.
  private static let searchLimit = 12

  private var keys: [Defaults.KeyName] = []
  /// A number of each name; different numbers are of different names.
  private var fingerprints: [UInt64] = []
  private var values: [LocatedJSON] = []
  /// The position of each name; empty as long as there are few.
  private var positions: [Defaults.KeyName: Int] = [:]

  /// The names in the order of the document.
  var names: [String] { keys.map(\.string) }

  /// Whether there are no members.
  var isEmpty: Bool { keys.isEmpty }

  /// Creates the members of an object.
  init(_ members: [JSONNode.Member], of json: LocatedJSON) {
    self.json = json
    keys.reserveCapacity(members.count)
    fingerprints.reserveCapacity(members.count)
    values.reserveCapacity(members.count)
    let pointer = json.pointer
    for member in members {
      add(LocatedJSON(node: member.value, member.name, in: pointer), as: member.name)
    }
  }

  /// The member of a name.
  subscript(name: String) -> LocatedJSON? {
    position(of: Defaults.KeyName(name)).map { values[$0] }
  }

  private func position(of key: Defaults.KeyName) -> Int? {
    guard positions.isEmpty else { return positions[key] }
    let fingerprint = Self.fingerprint(of: key)
    for index in fingerprints.indices where fingerprints[index] == fingerprint {
      if keys[index] == key { return index }
    }
    return nil
  }

  /// Returns a number from the length, the first bytes and the last one, which takes less time than a hash.
  private static func fingerprint(of key: Defaults.KeyName) -> UInt64 {
    let number = key.string.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.prefix(6).reduce(UInt64(bytes.count) << 8 | UInt64(bytes.last ?? 0)) {
        $0 << 8 | UInt64($1)
      }
    }
    return number ?? 0
  }

  /// The keywords that refer to another schema.
  static let referenceNames = ["$ref", "$dynamicRef", "$recursiveRef"]

  /// The reference of the object; nil when it has none.
  var reference: LocatedJSON? {
    Self.referenceNames.lazy.compactMap { self[$0] }.first
  }

  /// Adds the members whose names are not here yet.
  mutating func addMissing(_ others: JSONMembers, except excluded: Set<String> = []) {
    for (key, json) in zip(others.keys, others.values) {
      guard position(of: key) == nil, !excluded.contains(key.string) else { continue }
      add(json, as: key.string)
    }
  }

  /// Converts keywords of Jamf's manifests to those of the dialect with the same meaning.
  mutating func convertForeignKeywords() {
    addMissing(self["property_order"], as: "order")
    addMissing(self["options"]?.members?["enum_titles"], as: "enumItemLabels")
    if let type = self["type"], type.string == "date", self["x-type"] == nil {
      let text = JSONNode(content: .string("string"), offset: type.offset)
      add(LocatedJSON(node: text, pointer: type.pointer), as: "type")
      addMissing(type, as: "x-type")
    }
  }

  private mutating func addMissing(_ json: LocatedJSON?, as name: String) {
    guard let json, self[name] == nil else { return }
    add(json, as: name)
  }

  /// Adds a member, or replaces that of the same name.
  mutating func add(_ json: LocatedJSON, as name: String) {
    let key = Defaults.KeyName(name)
    if let known = position(of: key) {
      values[known] = json
      return
    }
    keys.append(key)
    fingerprints.append(Self.fingerprint(of: key))
    values.append(json)
    if !positions.isEmpty {
      positions[key] = keys.count - 1
    } else if keys.count > Self.searchLimit {
      indexKeys()
    }
  }

  private mutating func indexKeys() {
    positions = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
  }

  /// Removes a member.
  mutating func remove(_ name: String) {
    guard let position = position(of: Defaults.KeyName(name)) else { return }
    keys.remove(at: position)
    fingerprints.remove(at: position)
    values.remove(at: position)
    if !positions.isEmpty { indexKeys() }
  }

  /// Returns a name, escaped for a JSON Pointer.
  static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return name
    }
    return name.replacing("~", with: "~0").replacing("/", with: "~1")
  }
}

extension LocatedJSON {
  /// Whether the value is a schema whose values are secrets, even if the rest of it cannot be used.
  var isSensitive: Bool { members?["x-sensitive"]?.bool == true }
}
