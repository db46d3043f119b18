extension SuiteCore {
  /// A stored value, and what tells it from its predecessors under the same key.
  struct Slot {
    /// What is stored.
    var value: Defaults.StoredValue
    /// The number of the change that stored it; 1 for what was loaded.
    var ticket: UInt64
  }

  /// What a key's slot held at one moment; ticket 0 means that nothing is stored.
  struct Reading {
    /// What is stored; nil for nothing.
    var value: Defaults.StoredValue?
    /// The number of the change that stored it.
    var ticket: UInt64
    /// The number of the last change of the suite.
    var generation: UInt64
  }

  /// A value to store, or nil to remove the key, that the store does not have yet.
  struct Edit {
    /// What to store; nil for nothing.
    var value: Defaults.StoredValue?
    /// The number of the change that it was.
    var ticket: UInt64
  }

  /// What one change was, without its suite.
  struct Change {
    /// The name of the key.
    var key: String
    /// What was stored before.
    var old: Defaults.StoredValue?
    /// What is stored now.
    var new: Defaults.StoredValue?
    /// Who changed it.
    var origin: Defaults.StoredChange.Origin
    /// The number of the change.
    var sequence: UInt64
  }

  /// What became of an attempt to write.
  enum WriteOutcome {
    /// The value was stored before.
    case unchanged
    /// Another write came between.
    case conflict
    /// The value is in memory now; the edits need a commit when none is on its way.
    case changed(Change, needsCommit: Bool)
  }

  /// What a suite holds in memory: the committed values with the pending edits over them.
  struct State {
    /// What readers see.
    private(set) var slots: [String: Slot] = [:]

    /// What the store does not have yet.
    private(set) var pending: [String: Edit] = [:]

    /// Grows by one with every change of a slot; 0 before the first load.
    private(set) var sequence: UInt64 = 0

    /// Why the store could not be read the last time.
    var loadError: Defaults.StoreError?

    /// Whether a commit is on its way that will take the edits made until it starts.
    var isCommitScheduled = false

    /// Whether a failed commit is going to be tried again.
    var isRetryScheduled = false

    /// The failure that was reported last, until a commit succeeds.
    var commitFailure: Defaults.StoreError?

    /// An edit that the store rejected and that no flush has told of.
    var rejection: Defaults.StoreError?
  }
}

extension SuiteCore.State {
  /// Takes over what was loaded first.
  mutating func start(with values: [String: Defaults.StoredValue]) {
    sequence = 1
    slots = values.mapValues { SuiteCore.Slot(value: $0, ticket: 1) }
  }

  /// Gives what a key has now.
  func reading(forKey key: String) -> SuiteCore.Reading {
    let slot = slots[key]
    return SuiteCore.Reading(
      value: slot?.value,
      ticket: slot?.ticket ?? 0,
      generation: sequence,
    )
  }

  /// Stores or removes a value in memory.
  ///
  /// The write happens only if the key still has the expected ticket; nil expects none.
  mutating func write(
    _ new: Defaults.StoredValue?,
    forKey key: String,
    expecting expected: UInt64?
  ) -> SuiteCore.WriteOutcome {
    let old = slots[key]
    if let expected, (old?.ticket ?? 0) != expected { return .conflict }
    if old?.value == new { return .unchanged }
    let change = replace(key, with: new, origin: .thisProcess)
    pending[key] = SuiteCore.Edit(value: new, ticket: sequence)
    defer { isCommitScheduled = true }
    return .changed(change, needsCommit: !isCommitScheduled)
  }

  /// Takes over a value that others stored, unless this process has an edit of the same key,
  /// which is going to be the later one.
  mutating func absorb(_ new: Defaults.StoredValue?, forKey key: String) -> SuiteCore.Change? {
    guard pending[key] == nil, slots[key]?.value != new else { return nil }
    return replace(key, with: new, origin: .elsewhere)
  }

  /// Forgets edits that the store has now; later edits of the same keys stay.
  mutating func settle(_ edits: [String: SuiteCore.Edit]) {
    for (key, edit) in edits where pending[key]?.ticket == edit.ticket {
      pending[key] = nil
    }
  }

  /// Undoes an edit that the store can never have.
  ///
  /// - Returns: nil when a later edit of the same key replaced it already.
  mutating func revert(
    _ key: String,
    edit: SuiteCore.Edit,
    to committed: Defaults.StoredValue?
  ) -> SuiteCore.Change? {
    guard pending[key]?.ticket == edit.ticket else { return nil }
    pending[key] = nil
    return replace(key, with: committed, origin: .thisProcess)
  }

  private mutating func replace(
    _ key: String,
    with new: Defaults.StoredValue?,
    origin: Defaults.StoredChange.Origin
  ) -> SuiteCore.Change {
    let old = slots[key]?.value
    sequence += 1
    slots[key] = new.map { SuiteCore.Slot(value: $0, ticket: sequence) }
    return SuiteCore.Change(key: key, old: old, new: new, origin: origin, sequence: sequence)
  }
}
