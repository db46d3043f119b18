import Synchronization

/// The validation rules of a suite's keys, and what decides about secrets.
final class RuleBook: Sendable {
  /// The rule for the values of one key; two rules are compared by identity.
  final class Rule: Sendable {
    /// Returns why the rule refuses a value; nil when it accepts it.
    let rejection: @Sendable (Defaults.StoredValue) -> Defaults.Rejection?

    /// Creates a rule; it should accept values that the key's type cannot read.
    init(rejection: @escaping @Sendable (Defaults.StoredValue) -> Defaults.Rejection?) {
      self.rejection = rejection
    }
  }

  /// Returns why a value must not be stored because it is a secret, as a short phrase without the
  /// value; nil when it may be.
  typealias SecretRule = @Sendable (Defaults.KeyName, Defaults.StoredValue) -> String?

  private let rules = Mutex<[Defaults.KeyName: Rule]>([:])
  private let secretRule = Mutex<SecretRule?>(nil)
  private let lastSequence = Atomic<UInt64>(0)

  /// The sequence number of the rule that was set last; 0 when there is none.
  var sequence: UInt64 { lastSequence.load(ordering: .acquiring) }

  /// Sets the rule of a key and replaces an earlier one.
  func setRule(_ rule: Rule, forKey key: Defaults.KeyName) {
    rules.withLock { rules in
      rules[key] = rule
      lastSequence.add(1, ordering: .releasing)
    }
  }

  /// Sets what refuses secrets, and replaces an earlier rule.
  func setSecretRule(_ rule: @escaping SecretRule) {
    secretRule.withLock { $0 = rule }
    lastSequence.add(1, ordering: .releasing)
  }

  /// Returns what refuses secrets; nil when nothing does.
  ///
  /// It must be called without holding a lock, like a rule.
  var refusesSecret: SecretRule? {
    sequence == 0 ? nil : secretRule.withLock(\.self)
  }

  /// Returns the rule of a key; nil when there is none.
  ///
  /// A rule must be called without holding a lock, because it is the app's code.
  func rule(forKey key: Defaults.KeyName) -> Rule? {
    guard sequence != 0 else { return nil }
    return rules.withLock { $0[key] }
  }
}
