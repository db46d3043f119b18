import Defaults

// A type that decodes a JSON text ignores members that it does not have, and its encoding lacks them. The
// text may come from a newer version of the app, so an editor must not remove them.
extension Defaults.StoredValue {
  /// Returns the JSON text of an encoded value, with the members that only the decoded text has.
  ///
  /// Returns the encoded value itself when there are none, or when one of the two is not JSON text.
  func addingUnknownMembers(of decoded: Defaults.StoredValue) -> Defaults.StoredValue {
    guard let (encoded, decoded) = Self.texts(self, decoded) else { return self }
    var paths: [String] = []
    let merged = encoded.adding(decoded, path: "", &paths)
    return paths.isEmpty ? self : .string(merged.text())
  }

  /// Returns the paths of the members that only the decoded text has.
  func unknownMembers(of decoded: Defaults.StoredValue) -> [String] {
    guard let (encoded, decoded) = Self.texts(self, decoded) else { return [] }
    var paths: [String] = []
    _ = encoded.adding(decoded, path: "", &paths)
    return paths
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

extension JSONValue {
  /// Returns the value with the members of another one that it lacks, and appends their paths.
  ///
  /// A member that is null is not added: types leave out what is nil. Elements of arrays are compared
  /// by position, if the arrays have the same length.
  fileprivate func adding(_ other: JSONValue, path: String, _ paths: inout [String]) -> JSONValue {
    switch (self, other) {
    case (.object(let own), .object(let others)):
      let places = Dictionary(own.indices.map { (own[$0].name, $0) }) { first, _ in first }
      var members = own
      for member in others {
        let path = path.isEmpty ? member.name : "\(path).\(member.name)"
        if let place = places[member.name] {
          members[place].value = own[place].value.adding(member.value, path: path, &paths)
        } else if member.value != .null {
          members.append(member)
          paths.append(path)
        }
      }
      return .object(members)
    case (.array(let own), .array(let others)) where own.count == others.count:
      return .array(
        own.indices.map { own[$0].adding(others[$0], path: "\(path)[\($0)]", &paths) }
      )
    default:
      return self
    }
  }
}
