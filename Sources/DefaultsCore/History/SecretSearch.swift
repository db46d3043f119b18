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
        || isPair { members[Defaults.KeyName($0)]?.text }
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
      let json = Self.json(text)
    else { return false }
    return finds(inJSON: json)
  }

  private func finds(inJSON json: JSONNode) -> Bool {
    switch json.content {
    case .object(let members):
      members.contains { isSecretName($0.name) || finds(inJSON: $0.value) }
        || isPair { name in members.last { $0.name == name }.flatMap { Self.text($0.value) } }
    case .array(let elements): elements.contains(where: finds(inJSON:))
    case .string(let text): finds(inText: text)
    case .null, .bool, .number: false
    }
  }

  /// Returns whether members are the name and the value of a secret, as `{"name": …, "value": …}`.
  private func isPair(_ member: (String) -> String?) -> Bool {
    guard member("value") != nil else { return false }
    return ["name", "key"].compactMap(member).contains { isSecretName($0) }
  }

  /// Returns the tree of a text; nil for one that is not JSON, which holds no members.
  private static func json(_ text: String) -> JSONNode? {
    // Unlike `JSONValue`, the tree has every member, also those whose name occurs again.
    var scanner = JSONScanner(Array(text.utf8), deepestNesting: PropertyListLimits.nesting)
    return try? scanner.scan()
  }

  private static func text(_ json: JSONNode) -> String? {
    if case .string(let text) = json.content { text } else { nil }
  }
}
