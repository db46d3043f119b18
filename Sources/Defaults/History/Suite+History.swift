import Synchronization

// What was changed, by whom, and how to take it back.
extension Defaults.Suite {
  /// Remembers from now on what the commits of this process change, so that it can be undone.
  ///
  /// The journal is `prefs/<suite>.history` in `$XDG_STATE_HOME`, default `~/.local/state`. Keys
  /// that hold secrets are in it without their values. The last of several calls counts. A store
  /// that keeps a history of its own needs no journal.
  public func keepHistory(_ options: Defaults.HistoryOptions = .init()) {
    guard !core.capabilities.keepsHistory else { return }
    core.journal.withLock { journal in
      journal = HistoryJournal(
        suiteName: name,
        location: location,
        options: options,
        replacing: journal,
      )
    }
  }

  /// Whether changes are remembered.
  public var keepsHistory: Bool {
    core.capabilities.keepsHistory || core.journal.withLock { $0 != nil }
  }

  /// Returns what is remembered, the oldest change first, whoever made it.
  ///
  /// - Throws: ``Defaults/StoreError`` when the history cannot be read.
  public func history() throws(Defaults.StoreError) -> [Defaults.HistoryEntry] {
    guard !core.capabilities.keepsHistory else { return try core.store.history() }
    return try openJournal().entries()
  }

  /// Removes what the history holds of a key, for example of a secret that it should not hold.
  ///
  /// The changes of the key can no longer be undone. Those of other keys in the same entries stay.
  /// What the key has now does not change.
  ///
  /// - Returns: the number of entries that held the key; 0 when there are none.
  /// - Throws: ``Defaults/StoreError`` when the history cannot be read or written, or when the store
  ///   keeps a history of its own.
  @discardableResult
  public func forgetHistory(forKey key: String) throws(Defaults.StoreError) -> Int {
    guard !core.capabilities.keepsHistory else {
      throw Defaults.StoreError(
        location: location,
        reason: "it keeps a history of its own, of which no key can be removed",
        isTemporary: false
      )
    }
    try flush()
    return try openJournal().forget(Defaults.KeyName(key))
  }

  /// Takes back the last change that has not been taken back, and waits until that is stored.
  ///
  /// Called again it takes back the one before. It adds an entry to the history like any change, so
  /// that it counts for every program and after a restart.
  ///
  /// - Parameters:
  ///   - scope: whose changes are taken back.
  ///   - force: whether to overwrite a value that is another one by now than after the change, and
  ///     to pass over changes whose values are not in the history.
  /// - Returns: the entry that was taken back.
  /// - Throws: ``Defaults/UndoError`` when nothing can be taken back, ``Defaults/WriteError`` when
  ///   a key is locked or its rule rejects the old value, ``Defaults/StoreError`` when the history
  ///   or the suite cannot be read or written.
  @discardableResult
  public func undo(
    _ scope: Defaults.HistoryScope = .everybody,
    force: Bool = false
  ) throws -> Defaults.HistoryEntry {
    try restore(scope, force: force) { timeline in
      (timeline.undoable, .nothingToUndo)
    } step: { entry in
      // Of several changes of one key the first says what was there before.
      var step = Step(.undo(of: entry.id))
      for change in entry.changes.reversed() { step.values[change.key] = .some(change.old) }
      for change in entry.changes { step.expected[change.key] = .some(change.new) }
      return step
    }
  }

  /// Makes the change again that was taken back last, and waits until that is stored.
  ///
  /// An ordinary change since then may leave nothing to redo, see ``Defaults/HistoryTimeline``.
  ///
  /// - Parameters:
  ///   - scope: whose changes are made again.
  ///   - force: whether to overwrite a value that is another one by now than before the change, and
  ///     to pass over changes whose values are not in the history.
  /// - Returns: the entry whose change was made again.
  /// - Throws: as ``undo(_:force:)``.
  @discardableResult
  public func redo(
    _ scope: Defaults.HistoryScope = .everybody,
    force: Bool = false
  ) throws -> Defaults.HistoryEntry {
    try restore(scope, force: force) { timeline in
      (timeline.redoable, .nothingToRedo)
    } step: { entry in
      var step = Step(.redo(of: entry.id))
      for change in entry.changes { step.values[change.key] = .some(change.new) }
      for change in entry.changes.reversed() { step.expected[change.key] = .some(change.old) }
      return step
    }
  }

  /// The values that an undo or redo stores.
  private struct Step {
    var options: Defaults.WriteOptions
    /// What to store, by key; nil for nothing.
    var values: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    /// What must be stored now, by key; nil for nothing.
    var expected: [Defaults.KeyName: Defaults.StoredValue?] = [:]

    init(_ cause: Defaults.Cause) {
      options = Defaults.WriteOptions(cause: cause, replacesOpaque: true)
    }
  }

  private func restore(
    _ scope: Defaults.HistoryScope,
    force: Bool,
    candidates: (Defaults.HistoryTimeline) -> ([Defaults.HistoryEntry], Defaults.UndoError),
    step: (Defaults.HistoryEntry) -> Step
  ) throws -> Defaults.HistoryEntry {
    if !keepsHistory { keepHistory() }
    try flush()
    let (entries, nothing) = candidates(Defaults.HistoryTimeline(try history()))
    let journal = openJournal()
    let complete = entries.filter { scope == .everybody || journal.isOwn($0) }
      .map(journal.complete)
    guard let entry = complete.last(where: { $0.isComplete || !force }) else { throw nothing }
    for change in entry.changes {
      if let omission = change.omission {
        throw Defaults.UndoError.valuesOmitted(key: change.key, omission)
      }
    }
    reload()
    let step = step(entry)
    let isStoredAlready = try transaction(options: step.options) { values in
      var isStoredAlready = true
      for (key, value) in step.values {
        let stored = values.storedValue(forKey: key.string)
        guard force || stored == step.expected[key] ?? nil else {
          throw Defaults.UndoError.changedSince(key: key, restoring: value)
        }
        values.setStoredValue(value, forKey: key.string)
        isStoredAlready = isStoredAlready && stored == value
      }
      return isStoredAlready
    }
    try flush()
    // There was nothing to commit, so nothing was recorded: without an entry the same change would
    // be the next one again.
    if isStoredAlready, !core.capabilities.keepsHistory {
      try journal.record(step.options.cause)
    }
    return entry
  }

  /// Returns whether there is something to undo and to redo.
  ///
  /// - Throws: ``Defaults/StoreError`` when the history cannot be read.
  package func undoAvailability(
    _ scope: Defaults.HistoryScope
  ) throws(Defaults.StoreError) -> (canUndo: Bool, canRedo: Bool) {
    let timeline = Defaults.HistoryTimeline(try history())
    let journal = openJournal()
    let isInScope = { entry in scope == .everybody || journal.isOwn(entry) }
    return (
      timeline.undoable.contains(where: isInScope), timeline.redoable.contains(where: isInScope)
    )
  }

  private func openJournal() -> HistoryJournal {
    core.journal.withLock { $0 }
      ?? HistoryJournal(suiteName: name, location: location, options: .init())
  }
}
