extension SuiteCore {
  /// An edit that the store does not have yet.
  struct PendingEdit {
    /// The value to store; nil removes the key.
    var value: Defaults.StoredValue?
    /// The sequence number of its write; later writes have higher numbers.
    var write: UInt64
    /// The cause of the write.
    var cause: Defaults.Cause
    /// Whether the history may merge it into its last entry.
    var extendsLastEntry = false
    /// What the store must have when the edits of the write are committed; the same for all of them.
    var conditions: [Defaults.KeyName: Condition] = [:]
  }

  /// What the store must have under a key when a conditional write is committed.
  enum Condition {
    /// Any value: the one that the write was made for is pending itself, and has no condition.
    case any
    /// This value, or nil for none.
    case value(Defaults.StoredValue?)
  }
}

// Conditional writes that wait for their commit.
//
// A conditional write is made for values that a person or a function has seen. All of its edits have
// the same conditions, so it is stored or taken back as a whole. If a seen value was not stored yet,
// the store need not have it: it is committed before the write or together with it, so the conditions
// of its own write count. An ordinary write has no condition. It replaces edits of earlier writes,
// conditional ones too, because the later write wins; the other edits of those keep all conditions.
extension [Defaults.KeyName: SuiteCore.PendingEdit] {
  /// Returns the conditions of a write, given the edits that are pending when it is made.
  func conditions(
    of options: Defaults.WriteOptions
  ) -> [Defaults.KeyName: SuiteCore.Condition] {
    guard !options.expectedInStore.isEmpty else { return [:] }
    var conditions: [Defaults.KeyName: SuiteCore.Condition] = [:]
    var inherited: [UInt64: [Defaults.KeyName: SuiteCore.Condition]] = [:]
    for (key, value) in options.expectedInStore {
      let waiting = self[key]
      conditions[key] = waiting == nil ? .value(value) : .any
      if let waiting { inherited[waiting.write] = waiting.conditions }
    }
    for earlier in inherited.values {
      conditions.merge(earlier) { own, earlier in
        if case .any = own { earlier } else { own }
      }
    }
    return conditions
  }

  /// Returns the new conditions of writes that came during a commit: they expect what it has stored.
  func conditions(
    afterCommitOf edits: Self
  ) -> [UInt64: [Defaults.KeyName: SuiteCore.Condition]] {
    var adjusted: [UInt64: [Defaults.KeyName: SuiteCore.Condition]] = [:]
    for waiting in values where !waiting.conditions.isEmpty && adjusted[waiting.write] == nil {
      var conditions = waiting.conditions
      for (key, edit) in edits where edit.write < waiting.write && conditions[key] != nil {
        conditions[key] = .value(edit.value)
      }
      adjusted[waiting.write] = conditions
    }
    return adjusted
  }

  /// By key, the value that the store must have when the edits are committed, or nil for none.
  var expectedInStore: [Defaults.KeyName: Defaults.StoredValue?] {
    var expected: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    var seen: Set<UInt64> = []
    for edit in values where !edit.conditions.isEmpty && seen.insert(edit.write).inserted {
      for case (let key, .value(let value)) in edit.conditions { expected[key] = .some(value) }
    }
    return expected
  }

  /// Returns the edits of all writes that need another value of one of some keys.
  func writes(withConditionOn keys: [Defaults.KeyName]) -> Self {
    var isAffected: [UInt64: Bool] = [:]
    return filter { _, edit in
      if let known = isAffected[edit.write] { return known }
      let result = keys.contains { key in
        if case .value = edit.conditions[key] { true } else { false }
      }
      isAffected[edit.write] = result
      return result
    }
  }
}
