import Synchronization

/// The rules of a suite's keys, by their names.
final class RuleBook: Sendable {
  /// Which values may be stored under one key; its identity tells it from other rules.
  final class Rule: Sendable {
    /// Returns why a stored value may not be stored; nil when it may.
    let rejection: @Sendable (Defaults.StoredValue) -> Defaults.Rejection?

    /// Creates a rule, which should accept what the key's type cannot read.
    init(rejection: @escaping @Sendable (Defaults.StoredValue) -> Defaults.Rejection?) {
      self.rejection = rejection
    }
  }

  private let rules = Mutex<[Defaults.KeyName: Rule]>([:])
  private let lastSequence = Atomic<UInt64>(0)

  /// The sequence number of the rule that was declared last; 0 when there is none.
  var sequence: UInt64 { lastSequence.load(ordering: .acquiring) }

  /// Sets the rule of a key; of several for one name the last counts.
  func setRule(_ rule: Rule, forKey key: Defaults.KeyName) {
    rules.withLock { rules in
      rules[key] = rule
      lastSequence.add(1, ordering: .releasing)
    }
  }

  /// Returns the rule of a key, to be called with no lock held: a rule is code of others.
  func rule(forKey key: Defaults.KeyName) -> Rule? {
    guard sequence != 0 else { return nil }
    return rules.withLock { $0[key] }
  }
}
