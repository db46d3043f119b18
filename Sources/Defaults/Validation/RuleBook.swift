import Synchronization

/// The rules of a suite's keys, by their names.
final class RuleBook: Sendable {
  private typealias Rule = @Sendable (Defaults.StoredValue) -> Defaults.Violation?

  private let rules = Mutex<[String: Rule]>([:])
  private let isEmpty = Atomic<Bool>(true)

  /// Sets the rule of a key.
  ///
  /// What the key's type cannot read is not the rule's business.
  func add<Value: Defaults.Serializable>(
    forKey key: String,
    _ validation: Defaults.Validation<Value>
  ) {
    rules.withLock { rules in
      rules[key] = { stored in Value._value(from: stored).flatMap(validation.violation) }
    }
    isEmpty.store(false, ordering: .releasing)
  }

  /// Tells why a value may not be stored; nil when it may.
  func violation(of stored: Defaults.StoredValue?, forKey key: String) -> Defaults.Violation? {
    guard let stored, !isEmpty.load(ordering: .acquiring) else { return nil }
    // Called after the lock is left: a rule is code of others.
    return rules.withLock { $0[key] }?(stored)
  }
}
