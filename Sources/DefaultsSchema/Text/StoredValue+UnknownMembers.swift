import DefaultsCore

// A type that decodes a JSON text or a dictionary ignores members that it does not have, and its encoding
// lacks them. The value may come from a newer version of the app, so an editor must not remove them.
extension Defaults.StoredValue {
  /// Returns an encoded value with the members that only the decoded value has.
  ///
  /// Returns the encoded value itself when there are none, or when the value was migrated from another
  /// version: what is missing then was renamed or removed on purpose.
  func addingUnknownMembers(of decoded: Defaults.StoredValue) -> Defaults.StoredValue {
    var paths: [String] = []
    guard let (encoded, decoded) = Self.texts(self, decoded) else {
      guard version == decoded.version else { return self }
      let merged = adding(decoded, path: "", &paths)
      return paths.isEmpty ? self : merged
    }
    let merged = encoded.adding(decoded, path: "", &paths)
    return paths.isEmpty ? self : .string(merged.text())
  }

  /// Returns the paths of the members that only the decoded value has.
  func unknownMembers(of decoded: Defaults.StoredValue) -> [String] {
    var paths: [String] = []
    if let (encoded, decoded) = Self.texts(self, decoded) {
      _ = encoded.adding(decoded, path: "", &paths)
    } else if version == decoded.version {
      _ = adding(decoded, path: "", &paths)
    }
    return paths
  }

  /// The version with which a key with migration steps stores its value; nil for none.
  private var version: Defaults.StoredValue? {
    if case .dictionary(let members) = self { members["$version"] } else { nil }
  }

  private static func texts(
    _ encoded: Defaults.StoredValue,
    _ decoded: Defaults.StoredValue
  ) -> (JSONValue, JSONValue)? {
    guard case (.string(let encoded), .string(let decoded)) = (encoded, decoded),
      let encoded = try? JSONValue(parsing: encoded),
      let decoded = try? JSONValue(parsing: decoded)
    else { return nil }
    return (encoded, decoded)
  }
}

/// A value that consists of named members or of elements, each of the same type.
private protocol MemberTree {
  /// The members in their order; nil for a value without names.
  var members: [(name: String, value: Self)]? { get }
  /// The elements; nil for a value without any.
  var elements: [Self]? { get }
  /// Whether the value stands for a missing one.
  var isMissing: Bool { get }

  init(members: [(name: String, value: Self)])
  init(elements: [Self])
}

extension MemberTree {
  /// Returns the value with the members of another one that it lacks, and appends their paths.
  ///
  /// A member that is null is not added: types leave out what is nil. Elements are compared by position,
  /// if there are as many.
  fileprivate func adding(_ other: Self, path: String, _ paths: inout [String]) -> Self {
    if let own = members, let others = other.members {
      let places = Dictionary(own.indices.map { (own[$0].name, $0) }) { first, _ in first }
      var members = own
      for member in others {
        let path = path.isEmpty ? member.name : "\(path).\(member.name)"
        if let place = places[member.name] {
          members[place].value = own[place].value.adding(member.value, path: path, &paths)
        } else if !member.value.isMissing {
          members.append(member)
          paths.append(path)
        }
      }
      return Self(members: members)
    }
    if let own = elements, let others = other.elements, own.count == others.count {
      return Self(
        elements: own.indices.map { own[$0].adding(others[$0], path: "\(path)[\($0)]", &paths) }
      )
    }
    return self
  }
}

extension JSONValue: MemberTree {
  fileprivate var members: [(name: String, value: JSONValue)]? {
    if case .object(let members) = self { members.map { ($0.name, $0.value) } } else { nil }
  }

  fileprivate var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  fileprivate var isMissing: Bool { self == .null }

  fileprivate init(members: [(name: String, value: JSONValue)]) {
    self = .object(members.map { Member($0.name, $0.value) })
  }

  fileprivate init(elements: [JSONValue]) { self = .array(elements) }
}

extension Defaults.StoredValue: MemberTree {
  fileprivate var members: [(name: String, value: Defaults.StoredValue)]? {
    guard case .dictionary(let members) = self else { return nil }
    return members.map { ($0.string, $1) }.sorted { $0.name < $1.name }
  }

  fileprivate var elements: [Defaults.StoredValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  fileprivate var isMissing: Bool { self == .null }

  fileprivate init(members: [(name: String, value: Defaults.StoredValue)]) {
    self = .dictionary(
      Dictionary(members.map { (Defaults.KeyName($0.name), $0.value) }) { first, _ in first }
    )
  }

  fileprivate init(elements: [Defaults.StoredValue]) { self = .array(elements) }
}
