/// All that is true of one suite: its values in memory, the edits that the store does not have, and what
/// the suite is doing with its store.
///
/// It is a value without locks, threads and clocks. `SuiteCore` has it in a lock, tells it what happens
/// (a write, the outcome of a step), and performs the ``Effects`` that it answers with. So a test can
/// drive every order of events.
///
/// - Writing: this file.
/// - The store: `SuiteState+Store.swift`.
/// - The other layers: `SuiteState+Layers.swift`.
struct SuiteState {
  /// What is constant about the suite.
  let policy: Policy

  /// The user's values, which writes change: those of the store with the pending edits applied.
  var slots = SlotTable()

  /// The values of the other layers.
  var stack = LayerStack()

  /// The edits that the store does not have yet.
  var pending: Edits = [:]

  /// Whether edits wait that the last commit could not store.
  var hasFailedEdits: Bool { commitFailure != nil && !pending.isEmpty }

  /// No-op writes since the last load.
  ///
  /// Another process may have changed these keys without this process knowing it yet. `flush()`
  /// commits them, so that the written value is stored afterwards. Without a flush, the next load
  /// discards them: a program that writes back the value it received in a notification must not
  /// undo the next change of another process.
  var asserted: Edits = [:]

  /// The sequence number of the last write.
  var lastWrite: UInt64 = 0

  /// The sequence number of the last change of a slot; 0 before the first load.
  var sequence: UInt64 = 0

  /// Whether the store and the other layers have been read.
  var isLoaded = false

  // MARK: The store

  /// The last snapshot of the store; nil before the first one.
  var base: Defaults.StoreSnapshot?

  /// What the thread that uses the store is doing.
  var phase = Phase.idle

  /// The work that a queue will do.
  var scheduled = WorkSet()

  /// The last write that the commit that is being made includes; 0 after it failed.
  var lastCommittingWrite: UInt64 = 0

  /// Whether the commit that is being made is the second attempt of a suite without background work.
  var isSecondAttempt = false

  /// How long to wait before a commit or a load is tried again when it fails next, in seconds.
  var delays: (commit: Double, load: Double)

  /// The error of the last load; nil when it succeeded.
  var loadError: Defaults.StoreError?

  /// The error of the last commit; nil when it succeeded.
  var commitFailure: Defaults.StoreError?

  /// The error of an edit that the store rejected, until a flush throws it.
  var rejection: Defaults.StoreError?

  /// The unreadable content that a commit moved away last; nil for none.
  var setAside: Defaults.StoreCommit.SetAside?

  /// The diagnostics of the last load of the other layers.
  var layerDiagnostics: [Defaults.Diagnostic.Kind] = []

  /// The effects of the event that is being handled, so far.
  var effects = Effects()

  /// Creates the state of a suite that is not loaded.
  init(policy: Policy) {
    self.policy = policy
    delays = (policy.retryDelays.lowerBound, policy.retryDelays.lowerBound)
  }
}

extension SuiteState {
  /// The edits of some keys.
  typealias Edits = [Defaults.KeyName: SuiteCore.PendingEdit]

  /// What is constant about a suite and its store.
  struct Policy {
    /// The number of keys that one commit may change; nil for no limit.
    var transactionLimit: Int?
    /// Whether the suite commits without being flushed, and tries again what failed.
    var worksInBackground = true
    /// The first and the longest delay before a failed commit or load is tried again, in seconds.
    var retryDelays: ClosedRange<Double> = 1...60
    /// How long after its load the suite watches its store, in seconds; nil to watch before it.
    var watchDelay: Double?
  }
}

// MARK: - Reading

extension SuiteState {
  /// Returns the state of a key.
  mutating func keyState(forKey key: Defaults.KeyName) -> SuiteCore.KeyState {
    let slot = effectiveSlot(forKey: key)
    return SuiteCore.KeyState(
      value: slot?.value,
      sequence: slot?.sequence ?? 0,
      suiteSequence: sequence,
      text: stack.texts.isEmpty ? nil : stack.texts[key],
    )
  }

  /// Returns the value that a key would have after an edit of the user layer.
  mutating func effectiveValue(
    forKey key: Defaults.KeyName,
    replacing new: Defaults.StoredValue?
  ) -> Defaults.StoredValue? {
    stack.resolve(key)
    return stack.above[key]?.value ?? new ?? stack.below[key]?.value
  }

  /// Returns a key's slot in the highest layer that has one.
  mutating func effectiveSlot(forKey key: Defaults.KeyName) -> SuiteCore.Slot? {
    stack.resolve(key)
    return stack.above[key] ?? slots[key] ?? stack.below[key]
  }

  /// The values that all keys have, without registered defaults.
  var effectiveValues: [Defaults.KeyName: Defaults.StoredValue] {
    stack.below.mapValues(\.value)
      .merging(slots.values) { $1 }
      .merging(stack.above.mapValues(\.value)) { $1 }
  }
}

// MARK: - Writing

extension SuiteState {
  /// Makes edits in memory, all of them or none; there is at most one for each key.
  ///
  /// The result has the changes, without no-op edits. It is nil where ``check(_:_:)`` returns
  /// false, and the errors are those of that function.
  mutating func write(
    _ edits: some Collection<SuiteCore.Edit>,
    _ options: Defaults.WriteOptions,
    in core: SuiteCore
  ) throws(Defaults.WriteError) -> [Defaults.StoredChange]? {
    guard try check(edits, options) else { return nil }
    lastWrite += 1
    let conditions = pending.conditions(of: options)
    var changes: [Defaults.StoredChange] = []
    for edit in edits {
      let pendingEdit = SuiteCore.PendingEdit(
        value: edit.value,
        write: lastWrite,
        cause: options.cause,
        extendsLastEntry: options.extendsLastEntry && mayExtendLastEntry(edit.key),
        conditions: conditions,
        refusal: options.refusal
      )
      let old = slots[edit.key]
      if old?.value == edit.value {
        // The value must be stored also if the conditional write of the same value is refused.
        if conditions[edit.key] == nil, pending[edit.key]?.conditions.isEmpty == false {
          pending[edit.key] = pendingEdit
        } else {
          asserted[edit.key] = pendingEdit
        }
      } else {
        changes.append(replace(old, of: edit.key, with: edit.value, .thisProcess, in: core))
        pending[edit.key] = pendingEdit
      }
    }
    return changes
  }

  /// Returns whether the history may join an edit of a key with the entry before.
  ///
  /// It may not where the edit replaces one that waits for its commit and must begin an entry: both
  /// are committed as one.
  private func mayExtendLastEntry(_ key: Defaults.KeyName) -> Bool {
    guard let waiting = pending[key], waiting.write > lastCommittingWrite else { return true }
    return waiting.extendsLastEntry
  }

  /// Checks the conditions that must hold at the moment of the change.
  ///
  /// The result is false when a key's value has another sequence number than the options expect.
  /// The error is for the first edit that is not allowed, or for all keys whose stored values are
  /// not those that the options expect.
  mutating func check(
    _ edits: some Collection<SuiteCore.Edit>,
    _ options: Defaults.WriteOptions
  ) throws(Defaults.WriteError) -> Bool {
    for (key, sequence) in options.expected
    where (effectiveSlot(forKey: key)?.sequence ?? 0) != sequence {
      return false
    }
    for (key, sequence) in options.expectedStored where (slots[key]?.sequence ?? 0) != sequence {
      return false
    }
    var outdated: [Defaults.KeyName] = []
    for (key, value) in options.expectedInStore where slots[key]?.value != value {
      outdated.append(key)
    }
    guard outdated.isEmpty else { throw .outdated(outdated.sorted()) }
    for edit in edits {
      if let lock = stack.lock(forKey: edit.key) { throw .locked(key: edit.key, by: lock) }
      guard !options.replacesOpaque, let old = slots[edit.key]?.value, old != edit.value,
        let lost = old.firstOpaqueValue(missingIn: edit.value)
      else { continue }
      throw .opaque(key: edit.key, kindName: lost.kindName)
    }
    return true
  }

  /// Returns the change that a write would make.
  mutating func change(
    from old: SuiteCore.Slot?,
    of key: Defaults.KeyName,
    to new: Defaults.StoredValue?,
    _ origin: Defaults.StoredChange.Origin,
    in core: SuiteCore
  ) -> Defaults.StoredChange {
    stack.resolve(key)
    let (above, below) = (stack.above[key], stack.below[key])
    let effective = above ?? old ?? below
    return Defaults.StoredChange(
      core: core,
      key: key,
      old: old?.value,
      new: new,
      oldEffective: effective?.value,
      newEffective: above?.value ?? new ?? below?.value,
      origin: origin,
      sequence: sequence + 1,
      oldSequence: effective?.sequence ?? 0,
    )
  }

  /// Replaces the user's value of a key, and returns the change.
  mutating func replace(
    _ old: SuiteCore.Slot?,
    of key: Defaults.KeyName,
    with new: Defaults.StoredValue?,
    _ origin: Defaults.StoredChange.Origin,
    in core: SuiteCore
  ) -> Defaults.StoredChange {
    let change = change(from: old, of: key, to: new, origin, in: core)
    if !asserted.isEmpty { asserted[key] = nil }
    sequence = change.sequence
    slots[key] = new.map { SuiteCore.Slot(value: $0, sequence: sequence) }
    return change
  }
}
