import DefaultsCore

extension Defaults.Rejection {
  /// Creates the reason why a JSON text cannot be decoded, at the member or element that is wrong.
  init(_ error: DecodingError, _ text: String) {
    let json = (try? JSONValue(parsing: text)) ?? .null
    switch error {
    case .typeMismatch(let type, let context),
      .valueNotFound(let type, let context):
      let found = json.value(at: context.codingPath)?.briefText ?? "nothing"
      self = .wrongKind(found: found, expected: Self.name(of: type))
      nest(in: context.codingPath)
    case .keyNotFound(let key, let context):
      self = .missingMember(key.stringValue)
      nest(in: context.codingPath)
    case .dataCorrupted(let context):
      let value = json.value(at: context.codingPath)?.briefText ?? "the text"
      self = .refused(value: value, reason: Self.phrase(context.debugDescription))
      nest(in: context.codingPath)
    @unknown default:
      self = .refused(value: "the text", reason: "it cannot be decoded")
    }
  }

  /// Returns the name of a type in the words of JSON.
  private static func name(of type: Any.Type) -> String {
    let name = "\(type)"
    if name.hasPrefix("Dictionary<") || name.hasPrefix("_JSONStringDictionary") {
      return "an object"
    }
    if name.hasPrefix("Array<") { return "an array" }
    return name
  }

  /// Returns a sentence of a decoder as a phrase without a full stop.
  private static func phrase(_ sentence: String) -> String {
    sentence.last == "." ? String(sentence.dropLast()) : sentence
  }

  /// Makes the reason one of a nested member or element.
  private mutating func nest(in path: [any CodingKey]) {
    for key in path.reversed() {
      self = key.intValue.map { .element($0 + 1, self) } ?? .member(key.stringValue, self)
    }
  }
}

extension JSONValue {
  /// Returns the value of a member or element; nil if there is none.
  fileprivate func value(at path: [any CodingKey]) -> JSONValue? {
    var value: JSONValue = self
    for key in path {
      switch value {
      case .array(let elements):
        guard let index = key.intValue, elements.indices.contains(index) else { return nil }
        value = elements[index]
      case .object(let members):
        guard let member = members.last(where: { $0.name == key.stringValue }) else { return nil }
        value = member.value
      case .null, .bool, .number, .string:
        return nil
      }
    }
    return value
  }

  /// The value as a short text: a long one is cut, and a container is named.
  fileprivate var briefText: String {
    switch self {
    case .object: return "an object"
    case .array: return "an array"
    case .null, .bool, .number, .string:
      let text = text()
      return text.count > 40 ? "\(text.prefix(39))…" : text
    }
  }
}
