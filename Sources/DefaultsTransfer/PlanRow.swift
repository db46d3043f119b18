package import DefaultsCore

/// One key of a plan, with what it has now and what it is to have: a value, or a lock.
package struct PlanRow<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The name of the key.
  package let key: Defaults.KeyName
  /// What the key has now; nil for nothing.
  package let now: Value?
  /// What the key is to have; nil to remove what it has now.
  package let wanted: Value?
  /// Why the key may not have what is wanted; nil if it may.
  package let refusal: Defaults.WriteError?

  /// Creates a row.
  init(key: Defaults.KeyName, now: Value?, wanted: Value?, refusal: Defaults.WriteError? = nil) {
    self.key = key
    self.now = now
    self.wanted = wanted
    self.refusal = refusal
  }

  /// What applying the plan does to the key.
  package var result: Plan.Result {
    if refusal != nil { return .refused }
    if now == wanted { return .same }
    return wanted == nil ? .removed : now == nil ? .new : .changed
  }

  /// Whether applying the plan changes the key.
  package var isChange: Bool { now != wanted && refusal == nil }
}

extension PlanRow<Defaults.StoredValue> {
  /// Returns the keys that have different values in two sets of values, sorted.
  package static func differences(
    from now: [Defaults.KeyName: Defaults.StoredValue],
    to wanted: [Defaults.KeyName: Defaults.StoredValue]
  ) -> [Self] {
    Set(now.keys).union(wanted.keys).filter { now[$0] != wanted[$0] }.sorted()
      .map { Self(key: $0, now: now[$0], wanted: wanted[$0]) }
  }
}
