extension SuiteCore {
  /// The values of a suite in memory: the committed values with the pending edits applied, and the
  /// values of the other layers.
  struct State {
    /// The user's values, which writes change.
    private(set) var slots = SlotTable()

    /// The values of the other layers.
    private(set) var stack = LayerStack()

    /// The edits that the store does not have yet.
    private(set) var pending: [Defaults.KeyName: PendingEdit] = [:]

    /// No-op writes since the last load.
    ///
    /// Another process may have changed these keys without this process knowing it yet. `flush()`
    /// commits them, so that the written value is stored afterwards. Without a flush, the next load
    /// discards them: a program that writes back the value it received in a notification must not
    /// undo the next change of another process.
    private(set) var asserted: [Defaults.KeyName: PendingEdit] = [:]

    /// The sequence number of the last write.
    private(set) var lastWrite: UInt64 = 0

    /// The sequence number of the last change of a slot; 0 before the first load.
    private(set) var sequence: UInt64 = 0

    /// The error of the last load; nil when it succeeded.
    var loadError: Defaults.StoreError?

    /// The diagnostics of the last load of the other layers.
    var layerDiagnostics: [Defaults.Diagnostic.Kind] = []

    /// Whether a commit is scheduled; it will include all edits made until it starts.
    var isCommitScheduled = false

    /// The sequence number of the last write of the commit that is being made; 0 after a failure.
    var lastCommittingWrite: UInt64 = 0

    /// Whether another attempt of a failed commit is scheduled.
    var isRetryScheduled = false

    /// Whether another attempt of a failed load is scheduled.
    var isReloadScheduled = false

    /// The last commit error that was reported; nil after a successful commit.
    var commitFailure: Defaults.StoreError?

    /// The unreadable content that a commit moved away last; nil for none.
    var setAside: Defaults.StoreCommit.SetAside?

    /// The error of an edit that the store rejected, until a flush throws it.
    var rejection: Defaults.StoreError?
  }
}

// MARK: - Reading

extension SuiteCore.State {
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

  /// Returns a key's value in the user layer.
  mutating func storedValue(forKey key: Defaults.KeyName) -> Defaults.StoredValue? {
    slots[key]?.value
  }

  /// Returns a key's slot in the user layer.
  mutating func storedSlot(forKey key: Defaults.KeyName) -> SuiteCore.Slot? {
    slots[key]
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

extension SuiteCore.State {
  /// Makes edits in memory, all of them or none.
  ///
  /// - Parameters:
  ///   - edits: the edits, at most one for each key.
  ///   - options: the options of the write.
  ///   - core: the suite.
  /// - Returns: the changes, without no-op edits; nil when a key's value has another sequence number
  ///   than the options expect.
  /// - Throws: ``Defaults/WriteError`` for the first edit that is not allowed, or for all keys whose
  ///   stored values are not those that the options expect.
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
  /// - Returns: false when a key's value has another sequence number than the options expect.
  /// - Throws: ``Defaults/WriteError`` for the first edit that is not allowed, or for all keys whose
  ///   stored values are not those that the options expect.
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
    of key: Defaults.KeyName,
    to new: Defaults.StoredValue?,
    origin: Defaults.StoredChange.Origin,
    in core: SuiteCore
  ) -> Defaults.StoredChange {
    change(from: slots[key], of: key, to: new, origin, in: core)
  }

  private mutating func change(
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

  private mutating func replace(
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

// MARK: - Merging with the store

extension SuiteCore.State {
  /// Sets the values that were loaded first.
  mutating func start(with contents: PropertyListDocument) {
    sequence = 1
    slots.rebase(onto: contents)
  }

  /// Replaces the base document.
  ///
  /// Precondition: every key that differs from the old base has a slot already.
  mutating func rebase(onto contents: PropertyListDocument) {
    slots.rebase(onto: contents)
  }

  /// Adds the environment variables of all keys that any layer has to the layers.
  mutating func resolveEnvironment() {
    guard !stack.environment.variables.isEmpty else { return }
    stack.resolve(slots.values.keys)
    stack.resolve(stack.layers.flatMap(\.values.keys))
    stack.resolve(SuiteRegistry.shared.registered.all().keys)
  }

  /// Sets what the launch arguments and the environment variables give a declared key.
  ///
  /// - Returns: the change, if the key had another value before.
  mutating func declare(
    _ key: Defaults.KeyName,
    argument: Defaults.StoredValue??,
    variable: Defaults.StoredValue??,
    in core: SuiteCore
  ) -> [Defaults.StoredChange] {
    guard stack.isChanged(by: argument, variable, of: key) else { return [] }
    func slot() -> SuiteCore.Slot? { stack.above[key] ?? slots[key] ?? stack.below[key] }
    let old = slot()
    let isLoaded = sequence != 0
    stack.declare(key, argument: argument, variable: variable) {
      // No value was read before the first load, so all values count as loaded together.
      guard isLoaded else { return 1 }
      sequence += 1
      return sequence
    }
    let new = slot()
    guard isLoaded, old?.value != new?.value else { return [] }
    sequence += 1
    return [
      Defaults.StoredChange(
        core: core,
        key: key,
        old: slots[key]?.value,
        new: slots[key]?.value,
        oldEffective: old?.value,
        newEffective: new?.value,
        origin: .elsewhere,
        sequence: sequence,
        oldSequence: old?.sequence ?? 0,
      )
    ]
  }

  /// Sets the values that the process was started with; before the first load of the layers.
  mutating func setProcess(arguments: LaunchArguments?, environment: EnvironmentVariables) {
    stack.arguments = arguments?.values ?? [:]
    stack.environment.variables = environment
  }

  /// Replaces the values of the other layers.
  ///
  /// - Returns: a change for each key whose value or lock is another one now.
  mutating func replaceLayers(
    by contents: LayerFiles.Contents,
    volatileArguments: [Defaults.KeyName: Defaults.StoredValue]?,
    in core: SuiteCore
  ) -> [Defaults.StoredChange] {
    var before = self
    var changed = stack.replace(by: contents, volatileArguments: volatileArguments) {
      sequence += 1
      return sequence
    }
    if stack.lockOfAll != before.stack.lockOfAll { changed.formUnion(slots.values.keys) }
    return changed.sorted().map { key in
      sequence += 1
      let (old, new) = (before.effectiveSlot(forKey: key), effectiveSlot(forKey: key))
      return Defaults.StoredChange(
        core: core,
        key: key,
        old: slots[key]?.value,
        new: slots[key]?.value,
        oldEffective: old?.value,
        newEffective: new?.value,
        origin: .elsewhere,
        sequence: sequence,
        oldSequence: old?.sequence ?? 0,
      )
    }
  }

  /// Replaces a value by one that another process stored.
  ///
  /// If this process has a pending edit of the key, nothing changes: that edit will be committed
  /// later and wins.
  ///
  /// - Returns: nil when nothing changes.
  mutating func merge(
    _ new: Defaults.StoredValue?,
    forKey key: Defaults.KeyName,
    in core: SuiteCore
  ) -> Defaults.StoredChange? {
    guard pending[key] == nil else { return nil }
    let old = slots[key]
    return old?.value == new ? nil : replace(old, of: key, with: new, .elsewhere, in: core)
  }

  /// Makes no-op writes pending, so that the next commit includes them.
  mutating func claimAssertions() {
    pending.merge(asserted) { $1 }
    asserted = [:]
  }

  /// Discards no-op writes, because the store was loaded after them.
  ///
  /// - Parameter write: the sequence number of the last write to forget.
  mutating func forgetAssertions(upTo write: UInt64) {
    if !asserted.isEmpty { asserted = asserted.filter { $0.value.write > write } }
  }

  /// Removes committed edits; later edits of the same keys stay pending.
  mutating func removePending(_ edits: [Defaults.KeyName: SuiteCore.PendingEdit]) {
    for (key, edit) in edits where pending[key]?.write == edit.write {
      pending[key] = nil
    }
    for (write, conditions) in pending.conditions(afterCommitOf: edits) {
      for (key, edit) in pending where edit.write == write { pending[key]?.conditions = conditions }
    }
  }

  /// Returns whether one of some edits, which the last write has made, waits for a commit.
  func waitsForCommit(_ edits: some Collection<SuiteCore.Edit>) -> Bool {
    edits.contains { pending[$0.key]?.write == lastWrite }
  }

  /// Reverts an edit that the store can never hold.
  ///
  /// - Returns: nil when a later edit of the same key has replaced it.
  mutating func revert(
    _ key: Defaults.KeyName,
    edit: SuiteCore.PendingEdit,
    to committed: Defaults.StoredValue?,
    in core: SuiteCore
  ) -> Defaults.StoredChange? {
    guard pending[key]?.write == edit.write else { return nil }
    pending[key] = nil
    return replace(slots[key], of: key, with: committed, .thisProcess, in: core)
  }
}
