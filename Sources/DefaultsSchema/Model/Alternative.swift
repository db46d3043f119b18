package import DefaultsCore

/// One of the forms that a value can have, as in ``ValueKind/alternatives(_:)``.
public struct Alternative: Hashable, Sendable {
  /// What the form is called; nil for the name of its kind.
  public var title: String?
  /// The kind of the values that have this form.
  public var kind: ValueKind { didSet { rule = KindRule() } }
  private var rule = KindRule()

  /// Creates a form.
  public init(_ kind: ValueKind, title: String? = nil) {
    self.kind = kind
    self.title = title
  }

  /// Whether a value has this form.
  fileprivate func accepts(_ value: Defaults.StoredValue) -> Bool {
    // `try?`: only whether it is refused matters, not why.
    (try? rule.rule(of: kind).validate(value)) != nil
  }
}

extension Sequence<Alternative> {
  /// Returns the form of a value: one that accepts it, and of several tables the one that declares
  /// most of its members; nil if no form accepts it.
  package func fitting(_ value: Defaults.StoredValue) -> Alternative? {
    var best: (form: Alternative, strangers: Int)?
    for form in self where form.accepts(value) {
      let strangers = form.kind.strangerCount(in: value)
      if strangers < best?.strangers ?? .max { best = (form, strangers) }
      if strangers == 0 { break }
    }
    return best?.form
  }
}

extension Collection<Alternative> {
  /// Returns the form that a value was meant to have, whether or not it is valid: one that accepts it,
  /// or else the one for values of its type that it is most like; nil if none is for its type.
  package func meant(by value: Defaults.StoredValue) -> Index? {
    if let form = fitting(value) { return firstIndex(of: form) }
    var best: (index: Index, likeness: Int)?
    for index in indices where self[index].kind.isForType(of: value) {
      let likeness = self[index].kind.likeness(to: value)
      if likeness > best?.likeness ?? .min { best = (index, likeness) }
    }
    return best?.index
  }
}

extension ValueKind {
  /// Whether a value has the type of the kind, although it may be refused for another reason.
  fileprivate func isForType(of value: Defaults.StoredValue) -> Bool {
    do throws(Defaults.Rejection) {
      try validate(value)
      return true
    } catch {
      if case .wrongKind = error { return false }
      return true
    }
  }

  /// How much a value is like one of the kind, of several kinds that all refuse it.
  ///
  /// A member whose value is one of few, such as `"type": "file"`, says more than the names of members.
  func likeness(to value: Defaults.StoredValue) -> Int {
    guard case .table(let members, _) = self, case .dictionary(let values) = value else { return 0 }
    return members.reduce(0) { sum, member in
      guard let value = values[Defaults.KeyName(member.name)] else { return sum }
      guard case .choice(let choices, nil) = member.kind else { return sum + 1 }
      return sum + Likeness.ofChoice(choices.contains { $0.value == value })
    }
  }

  /// The number of members of a value that a table does not declare; 0 for other kinds.
  fileprivate func strangerCount(in value: Defaults.StoredValue) -> Int {
    guard case .table(let members, _) = self, case .dictionary(let values) = value else { return 0 }
    let declared = Set(members.map { Defaults.KeyName($0.name) })
    return values.keys.count { !declared.contains($0) }
  }
}

/// What parts of a value count for how much it is like one of several forms.
enum Likeness {
  /// A member whose value must be one of few counts more than any number of names.
  static func ofChoice(_ isOneOfThem: Bool) -> Int { isOneOfThem ? 1000 : -1000 }
}
