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
    /// Where the writer of a conditional write looks for the error with which it was refused.
    var refusal: Defaults.WriteOptions.Refusal?
  }

  /// What the store must have under a key when a conditional write is committed.
  struct Condition {
    /// The value; nil for any, because the one that the write was made for is pending itself.
    var value: Value?
    /// The last write of the key that was pending when the condition was made; 0 for none.
    var seenWrite: UInt64

    /// A stored value, or nil for none.
    struct Value: Equatable {
      var value: Defaults.StoredValue?
    }
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
    typealias Condition = SuiteCore.Condition
    var conditions: [Defaults.KeyName: Condition] = [:]
    func add(_ value: Condition.Value?, for key: Defaults.KeyName) {
      guard conditions[key]?.value == nil else { return }
      conditions[key] = Condition(value: value, seenWrite: self[key]?.write ?? 0)
    }
    for (key, value) in options.expectedInStore {
      add(self[key] == nil ? Condition.Value(value: value) : nil, for: key)
    }
    for key in options.expectedInStore.keys {
      for (key, earlier) in self[key]?.conditions ?? [:] { add(earlier.value, for: key) }
    }
    return conditions
  }

  /// Returns the new conditions of writes that came during a commit: they expect what it has stored,
  /// unless they were made for a later edit.
  func conditions(
    afterCommitOf edits: Self
  ) -> [UInt64: [Defaults.KeyName: SuiteCore.Condition]] {
    var adjusted: [UInt64: [Defaults.KeyName: SuiteCore.Condition]] = [:]
    for waiting in values where !waiting.conditions.isEmpty && adjusted[waiting.write] == nil {
      var conditions = waiting.conditions
      for (key, edit) in edits where edit.write < waiting.write {
        guard let condition = conditions[key], edit.write >= condition.seenWrite else { continue }
        conditions[key]?.value = SuiteCore.Condition.Value(value: edit.value)
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
      for (key, condition) in edit.conditions {
        if let required = condition.value { expected[key] = .some(required.value) }
      }
    }
    return expected
  }

  /// Returns the edits of all writes that need another value of one of some keys.
  func writes(withConditionOn keys: [Defaults.KeyName]) -> Self {
    var isAffected: [UInt64: Bool] = [:]
    return filter { _, edit in
      if let known = isAffected[edit.write] { return known }
      let result = keys.contains { edit.conditions[$0]?.value != nil }
      isAffected[edit.write] = result
      return result
    }
  }

  /// Returns whether the edits expect the store to have some value of one of some keys.
  func expects(_ keys: [Defaults.KeyName]) -> Bool {
    let expected = expectedInStore
    return keys.contains { expected[$0] != nil }
  }

  /// Returns the edits of the first writes that together change at most `limit` keys.
  ///
  /// All edits of one write are in the same commit. `lastWrite` is the sequence number of the last
  /// write to include. A limit of nil means no limit, and the first write is included in any case.
  func firstWrites(until lastWrite: UInt64, limit: Int?) -> Self {
    let edits =
      allSatisfy { $0.value.write <= lastWrite }
      ? self : filter { $0.value.write <= lastWrite }
    guard let limit, edits.count > limit else { return edits }
    var chosen: Self = [:]
    for (_, edits) in Dictionary<UInt64, [Element]>(grouping: edits, by: \.value.write)
      .sorted(by: { $0.key < $1.key })
    {
      guard chosen.count + edits.count <= limit || chosen.isEmpty else { break }
      chosen.merge(edits.map { ($0.key, $0.value) }) { $1 }
    }
    return chosen
  }
}
