/// The rule of a kind, for a type that has a kind and checks many values.
///
/// Two of them are always equal, so that two values of such a type are equal if their kinds are.
struct KindRule: Hashable, Sendable {
  /// What the rule is used for.
  let purpose: CompiledRule.Purpose
  private let rule = Lazy<SchemaRule>()

  init(for purpose: CompiledRule.Purpose = .kind) {
    self.purpose = purpose
  }

  /// Returns the rule of the kind, which is made in the first call.
  func rule(of kind: ValueKind) -> SchemaRule { rule.value { kind.rule(for: purpose) } }

  static func == (left: KindRule, right: KindRule) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
