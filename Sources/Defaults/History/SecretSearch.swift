import Foundation

/// A search for secrets in a stored value.
///
/// Values of `Codable` types are stored as JSON text, so objects in such text count as well, also
/// where it is stored as data, and where a text of a JSON document is a JSON document again.
struct SecretSearch {
  /// Returns whether the values of a name are secret.
  let isSecretName: (String) -> Bool
  /// Returns whether a text is a secret.
  let isSecretText: (String) -> Bool

  /// Returns whether a value has, at any depth, a member with a secret name, or a secret text.
  func finds(in value: Defaults.StoredValue) -> Bool {
    switch value {
    case .dictionary(let members):
      members.contains { isSecretName($0.key.string) || finds(in: $0.value) }
        || isPair { members[Defaults.KeyName($0)].flatMap(Self.text) }
    case .array(let elements): elements.contains { finds(in: $0) }
    case .string(let text): finds(inText: text)
    case .data(let data): finds(inText: String(decoding: data, as: UTF8.self))
    case .bool, .integer, .real, .date, .uid, .null, .opaque: false
    }
  }

  private func finds(inText text: String) -> Bool {
    if isSecretText(text) { return true }
    let start = text.utf8.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
    guard start == UInt8(ascii: "{") || start == UInt8(ascii: "["),
      // Text that is not JSON holds no members.
      let json = try? JSONSerialization.jsonObject(with: Data(text.utf8))
    else { return false }
    return finds(inJSON: json)
  }

  private func finds(inJSON json: Any) -> Bool {
    if let members = json as? [String: Any] {
      return members.contains { isSecretName($0.key) || finds(inJSON: $0.value) }
        || isPair { members[$0] as? String }
    }
    if let elements = json as? [Any] { return elements.contains { finds(inJSON: $0) } }
    return (json as? String).map(finds(inText:)) ?? false
  }

  /// Returns whether members are the name and the value of a secret, as `{"name": …, "value": …}`.
  private func isPair(_ member: (String) -> String?) -> Bool {
    guard member("value") != nil else { return false }
    return ["name", "key"].compactMap(member).contains { isSecretName($0) }
  }

  private static func text(_ value: Defaults.StoredValue) -> String? {
    if case .string(let text) = value { text } else { nil }
  }
}
