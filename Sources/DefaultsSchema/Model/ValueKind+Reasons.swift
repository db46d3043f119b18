package import DefaultsCore

extension Entry {
  /// Returns the reason why a value is refused, as a phrase without secrets.
  package func text(
    of rejection: Defaults.Rejection,
    in values: [Defaults.StoredValue] = []
  ) -> String {
    kind.text(of: rejection, in: values, isSecret: isSecret)
  }

  /// Returns the reason why a value was not stored, as a phrase without secrets.
  package func reason(
    of error: Defaults.WriteError,
    in values: [Defaults.StoredValue] = []
  ) -> String {
    guard case .invalid(_, let rejection) = error else {
      return error.reason(isSecret: holdsSecret)
    }
    return text(of: rejection, in: values)
  }
}

extension ValueKind {
  /// Returns the reason why a value of this kind is refused, as a phrase without secrets.
  ///
  /// A reason quotes only the part that is refused. So it is without the value if this part is a secret
  /// member, is in one or can contain one, and in full otherwise, whatever is beside it. With the values of
  /// which one is refused, secret texts in this part count too.
  package func text(
    of rejection: Defaults.Rejection,
    in values: [Defaults.StoredValue] = [],
    isSecret: Bool = false
  ) -> String {
    RefusedPart(kinds: [self], values: values, isSecret: isSecret).text(of: rejection).description
  }

  /// Returns the kinds that a member with a name can have; none if a value has no members.
  fileprivate func kinds(ofMember name: String) -> [ValueKind] {
    switch self {
    case .table(let members, let others):
      [members.first { $0.name == name }?.kind ?? others ?? .any]
    case .dictionary(let kind): [kind]
    default: parts.flatMap { $0.kinds(ofMember: name) }
    }
  }

  /// The kinds that an element can have; none if a value has no elements.
  fileprivate var kindsOfElements: [ValueKind] {
    if case .list(let kind, _) = self { [kind] } else { parts.flatMap(\.kindsOfElements) }
  }

  /// Returns whether the schema says that a member with a name is secret.
  fileprivate func hidesMember(_ name: String) -> Bool {
    guard case .table(let members, _) = self else {
      return parts.contains { $0.hidesMember(name) }
    }
    return members.contains { $0.name == name && $0.isSecret }
  }

  /// The kinds of which a value has one.
  private var parts: [ValueKind] {
    switch self {
    case .alternatives(let forms): forms.map(\.kind)
    case .choice(_, let others?): [others]
    default: []
    }
  }
}

/// A part of a value that is refused.
private struct RefusedPart {
  /// The kinds that the part can have: several where there are alternatives.
  var kinds: [ValueKind]
  /// The values of the part; where one has no such part, what encloses it.
  var values: [Defaults.StoredValue]
  /// Whether the part is secret, or in a secret.
  var isSecret: Bool

  /// Returns the reason without secrets.
  func text(of rejection: Defaults.Rejection) -> MessageText {
    guard !isSecret else { return MessageText(verbatim: rejection.text(isSecret: true)) }
    switch rejection {
    case .member(let name, let reason):
      return "\"\(name)\": \(verbatim: member(name).text(of: reason).description)"
    case .element(let number, let reason):
      return "item \(number): \(verbatim: element(number).text(of: reason).description)"
    // They quote no value, only names of members and counts.
    case .unknownMember, .tooFew, .tooMany, .repeated:
      return MessageText(verbatim: "\(rejection)")
    default:
      return MessageText(verbatim: rejection.text(isSecret: canHoldSecret || holdsSecret))
    }
  }

  /// Whether the schema has secret members in the part.
  private var canHoldSecret: Bool { kinds.contains(where: \.hasSecretMembers) }

  /// Whether a value of the part has a secret text, or a member with the name of a secret.
  private var holdsSecret: Bool { values.contains(where: Defaults.HistoryOptions.holdsSecret) }

  private func member(_ name: String) -> RefusedPart {
    let isNamed =
      Defaults.HistoryOptions.looksSecret(name) || kinds.contains { $0.hidesMember(name) }
    // Of `{"name": …, "value": …}`, the name can say that the value is secret.
    let isPair = name == "value" && holdsSecret
    return part(kinds.flatMap { $0.kinds(ofMember: name) }, isSecret: isNamed || isPair) { value in
      if case .dictionary(let members) = value { members[Defaults.KeyName(name)] } else { nil }
    }
  }

  private func element(_ number: Int) -> RefusedPart {
    part(kinds.flatMap(\.kindsOfElements), isSecret: false) { value in
      guard case .array(let elements) = value, elements.indices.contains(number - 1) else {
        return nil
      }
      return elements[number - 1]
    }
  }

  /// Returns a part of this one.
  ///
  /// A part that the schema does not describe counts as secret if the schema has secret members around it.
  private func part(
    _ kinds: [ValueKind],
    isSecret: Bool,
    _ part: (Defaults.StoredValue) -> Defaults.StoredValue?
  ) -> RefusedPart {
    RefusedPart(
      kinds: kinds,
      values: values.map { part($0.parsed) ?? $0 },
      isSecret: isSecret || kinds.isEmpty && canHoldSecret
    )
  }
}

extension Defaults.StoredValue {
  /// The value of a text that is JSON; otherwise the value itself.
  fileprivate var parsed: Defaults.StoredValue {
    guard case .string(let text) = self, let json = try? JSONValue(parsing: text),
      let value = try? Defaults.StoredValue(json)
    else { return self }
    return value
  }
}
