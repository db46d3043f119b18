public import DefaultsCore

extension ValueKind {
  /// Checks that a value is of the kind and within its limits.
  ///
  /// The kind is checked as the JSON Schema that a document has for it (``SchemaRule``).
  ///
  /// - Throws: `Defaults.Rejection` with the reason when it is not.
  public func validate(_ value: Defaults.StoredValue) throws(Defaults.Rejection) {
    // A schema may have thousands of choices and keys with them, and the default is one in each.
    if case .choice(let choices, _) = self, choices.contains(where: { $0.value == value }) {
      return
    }
    try rule.validate(value)
  }

  /// The rule that accepts the values of the kind.
  var rule: SchemaRule { rule(for: .kind) }

  /// Returns the rule for values that are used for something.
  func rule(for purpose: CompiledRule.Purpose) -> SchemaRule {
    SchemaRule(.object(keywords()), for: purpose)
  }
}
