package import Defaults

/// One of the forms that a value can have, as in ``ValueKind/alternatives(_:)``.
public struct Alternative: Hashable, Sendable {
  /// What the form is called; nil for the name of its kind.
  public var title: String?
  /// The kind of the values that have this form.
  public var kind: ValueKind

  /// Creates a form.
  public init(_ kind: ValueKind, title: String? = nil) {
    self.kind = kind
    self.title = title
  }
}

extension Sequence<Alternative> {
  /// Returns the form of a value: one that accepts it, and of several tables the one that declares
  /// most of its members; nil if no form accepts it.
  package func fitting(_ value: Defaults.StoredValue) -> Alternative? {
    var best: (form: Alternative, strangers: Int)?
    for form in self where (try? form.kind.validate(value)) != nil {
      let strangers = form.kind.strangerCount(in: value)
      if strangers < best?.strangers ?? .max { best = (form, strangers) }
      if strangers == 0 { break }
    }
    return best?.form
  }
}

extension ValueKind {
  /// The number of members of a value that a table does not declare; 0 for other kinds.
  fileprivate func strangerCount(in value: Defaults.StoredValue) -> Int {
    guard case .table(let members, _) = self, case .dictionary(let values) = value else { return 0 }
    let declared = Set(members.map { Defaults.KeyName($0.name) })
    return values.keys.count { !declared.contains($0) }
  }
}
