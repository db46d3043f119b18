package import DefaultsCore

extension ValueKind {
  /// Whether a value of this kind can contain a table with a secret member.
  package var hasSecretMembers: Bool {
    switch self {
    case .table(let members, let others):
      members.contains { $0.isSecret || $0.kind.hasSecretMembers }
        || others?.hasSecretMembers == true
    case .list(let kind, _), .dictionary(let kind): kind.hasSecretMembers
    case .alternatives(let forms): forms.contains(where: \.kind.hasSecretMembers)
    case .choice(_, let others): others?.hasSecretMembers == true
    case .bool, .integer, .real, .string, .choices, .date, .data, .url, .path, .color, .json, .any:
      false
    }
  }

  /// Returns a value with a text in the place of each secret member.
  ///
  /// A value of another kind is replaced as a whole, because nobody knows what is secret in it.
  package func hidingSecrets(
    of value: Defaults.StoredValue,
    behind text: String
  ) -> Defaults.StoredValue {
    hidden(value, behind: .string(text)) ?? .string(text)
  }

  /// Returns a value without its secrets; nil if it is of another kind.
  private func hidden(
    _ value: Defaults.StoredValue,
    behind text: Defaults.StoredValue
  ) -> Defaults.StoredValue? {
    guard hasSecretMembers else { return value }
    switch (self, value) {
    case (.table(let members, let others), .dictionary(var values)):
      for (name, value) in values {
        let member = members.first { Defaults.KeyName($0.name) == name }
        let kind = member?.kind ?? others ?? .any
        values[name] = member?.isSecret == true ? text : kind.hidden(value, behind: text) ?? text
      }
      return .dictionary(values)
    case (.list(let kind, _), .array(let elements)):
      return .array(elements.map { kind.hidden($0, behind: text) ?? text })
    case (.dictionary(let kind), .dictionary(let values)):
      return .dictionary(values.mapValues { kind.hidden($0, behind: text) ?? text })
    case (.alternatives(let forms), _):
      // A table can have the members of several alternatives.
      let secret = forms.map(\.kind).filter(\.hasSecretMembers)
      let shown = secret.reduce(nil) { $1.hidden($0 ?? value, behind: text) ?? $0 }
      if let shown { return shown }
      return forms.fitting(value) == nil ? nil : value
    case (.choice(_, let others?), _):
      return others.hidden(value, behind: text)
    default:
      return nil
    }
  }
}
