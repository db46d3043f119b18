extension SuiteCore {
  /// A stored value, and what tells it from its predecessors under the same key.
  struct Slot {
    /// What is stored.
    var value: Defaults.StoredValue
    /// The number of the change that stored it; 1 for what was loaded.
    var ticket: UInt64
  }

  /// What a key had at one moment; ticket 0 means that no layer has a value.
  struct Reading {
    /// The value of the highest layer that has one; nil for none.
    var value: Defaults.StoredValue?
    /// The number of the change that stored it.
    var ticket: UInt64
    /// The number of the last change of the suite.
    var generation: UInt64
    /// Whether the value is text that the process was started with.
    var isArgument = false
  }

  /// A value to store, or nil to remove the key, that the store does not have yet.
  struct Edit {
    /// What to store; nil for nothing.
    var value: Defaults.StoredValue?
    /// Tells it from all other edits of the suite.
    var ticket: UInt64
  }

  /// What one change was, without its suite.
  struct Change {
    /// The name of the key.
    var key: Defaults.KeyName
    /// What was stored before.
    var old: Defaults.StoredValue?
    /// What is stored now.
    var new: Defaults.StoredValue?
    /// What readers saw before.
    var oldEffective: Defaults.StoredValue?
    /// What readers see now.
    var newEffective: Defaults.StoredValue?
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
    /// An administrator allows no other value.
    case locked(Defaults.Lock)
    /// The value is in memory now; the edits need a commit when none is on its way.
    case changed(Change, needsCommit: Bool)
  }

  /// What became of an attempt to write several keys at once.
  enum BatchOutcome {
    /// Another write came between.
    case conflict
    /// An administrator allows no other value of this key.
    case locked(key: Defaults.KeyName, Defaults.Lock)
    /// The values are in memory now; the edits need a commit when none is on its way.
    case changed([Change], needsCommit: Bool)
  }

  /// What a suite holds in memory: the committed values with the pending edits over them, and
  /// the values of other layers around them.
  struct State {
    /// The user's values, which are those that are written.
    private(set) var slots = SlotTable()

    /// The values of the other layers.
    private(set) var stack = LayerStack()

    /// What the store does not have yet.
    private(set) var pending: [Defaults.KeyName: Edit] = [:]

    /// Writes of what was there already, since the store was last looked at.
    ///
    /// Another process may have stored something else that has not been noticed yet. A flush
    /// makes edits of them, so that what was written is what is stored then. Without a flush
    /// they are forgotten: a program that writes back what it was just told must not undo the
    /// next change of another.
    private(set) var asserted: [Defaults.KeyName: Edit] = [:]

    /// The ticket of the last edit or assertion.
    private(set) var lastEdit: UInt64 = 0

    /// Grows by one with every change of a slot; 0 before the first load.
    private(set) var sequence: UInt64 = 0

    /// Why the store could not be read the last time.
    var loadError: Defaults.StoreError?

    /// What was left out of the other layers when they were read last.
    var layerTroubles: [Defaults.Diagnostic.Kind] = []

    /// Whether a commit is on its way that will take the edits made until it starts.
    var isCommitScheduled = false

    /// Whether a failed commit is going to be tried again.
    var isRetryScheduled = false

    /// Whether a failed load is going to be tried again.
    var isLookScheduled = false

    /// The failure that was reported last, until a commit succeeds.
    var commitFailure: Defaults.StoreError?

    /// An edit that the store rejected and that no flush has told of.
    var rejection: Defaults.StoreError?
  }
}

extension SuiteCore.State {
  /// Takes over what was loaded first.
  mutating func start(with contents: PropertyListDocument) {
    sequence = 1
    slots.rebase(onto: contents)
  }

  /// Takes over a state of the store whose differences were absorbed, or are edits of its own.
  mutating func rebase(onto contents: PropertyListDocument) {
    slots.rebase(onto: contents)
  }

  /// Gives what a key has now.
  mutating func reading(forKey key: Defaults.KeyName) -> SuiteCore.Reading {
    let slot = effectiveSlot(forKey: key)
    return SuiteCore.Reading(
      value: slot?.value,
      ticket: slot?.ticket ?? 0,
      generation: sequence,
      isArgument: !stack.arguments.isEmpty && stack.arguments.contains(key),
    )
  }

  /// Stores or removes a value in memory.
  ///
  /// The write happens only if the key still has the expected ticket; nil expects none.
  mutating func write(
    _ new: Defaults.StoredValue?,
    forKey key: Defaults.KeyName,
    expecting expected: UInt64?
  ) -> SuiteCore.WriteOutcome {
    if let lock = stack.locks[key] { return .locked(lock) }
    if let expected, (effectiveSlot(forKey: key)?.ticket ?? 0) != expected { return .conflict }
    guard let change = edit(key, new) else { return .unchanged }
    defer { isCommitScheduled = true }
    return .changed(change, needsCommit: !isCommitScheduled)
  }

  /// Stores or removes several values in memory, or none of them.
  ///
  /// The writes happen only if the keys still have the expected tickets.
  mutating func write(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: UInt64]
  ) -> SuiteCore.BatchOutcome {
    for (key, ticket) in expected where (effectiveSlot(forKey: key)?.ticket ?? 0) != ticket {
      return .conflict
    }
    let edits = edits.sorted { $0.key < $1.key }
    for (key, _) in edits {
      if let lock = stack.locks[key] { return .locked(key: key, lock) }
    }
    var changes: [SuiteCore.Change] = []
    for (key, value) in edits {
      if let change = edit(key, value) { changes.append(change) }
    }
    let needsCommit = !changes.isEmpty && !isCommitScheduled
    isCommitScheduled = isCommitScheduled || needsCommit
    return .changed(changes, needsCommit: needsCommit)
  }

  /// Stores or removes a value in memory; nil when it was there before.
  private mutating func edit(
    _ key: Defaults.KeyName,
    _ new: Defaults.StoredValue?
  ) -> SuiteCore.Change? {
    lastEdit += 1
    let edit = SuiteCore.Edit(value: new, ticket: lastEdit)
    guard slots[key]?.value != new else {
      asserted[key] = edit
      return nil
    }
    let change = replace(key, with: new, origin: .thisProcess)
    pending[key] = edit
    return change
  }

  /// The user's value of a key, whatever other layers have.
  mutating func storedValue(forKey key: Defaults.KeyName) -> Defaults.StoredValue? {
    slots[key]?.value
  }

  /// The value that readers see.
  mutating func effectiveSlot(forKey key: Defaults.KeyName) -> SuiteCore.Slot? {
    stack.above[key] ?? slots[key] ?? stack.below[key]
  }

  /// All values that readers see.
  var effectiveValues: [Defaults.KeyName: Defaults.StoredValue] {
    stack.below.mapValues(\.value)
      .merging(slots.values) { $1 }
      .merging(stack.above.mapValues(\.value)) { $1 }
  }

  /// Tells what a write would change.
  mutating func change(
    of key: Defaults.KeyName,
    to new: Defaults.StoredValue?,
    origin: Defaults.StoredChange.Origin
  ) -> SuiteCore.Change {
    let above = stack.above[key]?.value
    let below = stack.below[key]?.value
    let old = slots[key]?.value
    return SuiteCore.Change(
      key: key,
      old: old,
      new: new,
      oldEffective: above ?? old ?? below,
      newEffective: above ?? new ?? below,
      origin: origin,
      sequence: sequence + 1,
    )
  }

  /// Takes over what the other layers hold now.
  mutating func adopt(
    _ contents: LayerFiles.Contents,
    arguments: [Defaults.KeyName: Defaults.StoredValue]
  ) -> [SuiteCore.Change] {
    var before = self
    let changed = stack.adopt(contents, arguments: arguments) {
      sequence += 1
      return sequence
    }
    return changed.sorted().map { key in
      sequence += 1
      return SuiteCore.Change(
        key: key,
        old: slots[key]?.value,
        new: slots[key]?.value,
        oldEffective: before.effectiveSlot(forKey: key)?.value,
        newEffective: effectiveSlot(forKey: key)?.value,
        origin: .elsewhere,
        sequence: sequence,
      )
    }
  }

  /// Takes over a value that others stored, unless this process has an edit of the same key,
  /// which is going to be the later one.
  mutating func absorb(
    _ new: Defaults.StoredValue?,
    forKey key: Defaults.KeyName
  ) -> SuiteCore.Change? {
    guard pending[key] == nil, slots[key]?.value != new else { return nil }
    return replace(key, with: new, origin: .elsewhere)
  }

  /// Makes edits of the writes of what was there already.
  mutating func claimAssertions() {
    pending.merge(asserted) { $1 }
    asserted = [:]
  }

  /// Forgets the writes of what was there already, up to a ticket: the store was looked at since.
  mutating func forgetAssertions(upTo ticket: UInt64) {
    if !asserted.isEmpty { asserted = asserted.filter { $0.value.ticket > ticket } }
  }

  /// Forgets edits that the store has now; later edits of the same keys stay.
  mutating func settle(_ edits: [Defaults.KeyName: SuiteCore.Edit]) {
    for (key, edit) in edits where pending[key]?.ticket == edit.ticket {
      pending[key] = nil
    }
  }

  /// Undoes an edit that the store can never have.
  ///
  /// - Returns: nil when a later edit of the same key replaced it already.
  mutating func revert(
    _ key: Defaults.KeyName,
    edit: SuiteCore.Edit,
    to committed: Defaults.StoredValue?
  ) -> SuiteCore.Change? {
    guard pending[key]?.ticket == edit.ticket else { return nil }
    pending[key] = nil
    return replace(key, with: committed, origin: .thisProcess)
  }

  private mutating func replace(
    _ key: Defaults.KeyName,
    with new: Defaults.StoredValue?,
    origin: Defaults.StoredChange.Origin
  ) -> SuiteCore.Change {
    let change = change(of: key, to: new, origin: origin)
    asserted[key] = nil
    sequence = change.sequence
    slots[key] = new.map { SuiteCore.Slot(value: $0, ticket: sequence) }
    return change
  }
}
