import Synchronization

/// The rules of a suite's keys, by their names.
final class RuleBook: Sendable {
  /// Tells why a stored value may not be stored; nil when it may.
  typealias Rule = @Sendable (Defaults.StoredValue) -> Defaults.Violation?

  private let rules = Mutex<[Defaults.KeyName: Rule]>([:])
  private let isEmpty = Atomic<Bool>(true)

  /// Sets the rule of a key, which has nothing against what the key's type cannot read.
  func add(forKey key: Defaults.KeyName, _ rule: @escaping Rule) {
    rules.withLock { $0[key] = rule }
    isEmpty.store(false, ordering: .releasing)
  }

  /// Tells why a value may not be stored; nil when it may.
  func violation(
    of stored: Defaults.StoredValue?,
    forKey key: Defaults.KeyName
  ) -> Defaults.Violation? {
    guard let stored, !isEmpty.load(ordering: .acquiring) else { return nil }
    // Called after the lock is left: a rule is code of others.
    return rules.withLock { $0[key] }?(stored)
  }
}
