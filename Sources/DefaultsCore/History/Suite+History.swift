import Synchronization

extension Defaults.HistoryEntry {
  /// The entry that holds a change of this process, or that the change took back.
  package struct Own: Hashable, Sendable {
    /// The entry.
    package var id: Defaults.HistoryEntry.ID
    /// Whether the change was an undo of the entry.
    package var isTakenBack: Bool = false

    package init(id: Defaults.HistoryEntry.ID) { self.id = id }

    init(_ entry: Defaults.HistoryEntry) {
      id = entry.id
      guard case .undo(let undone) = entry.cause else { return }
      id = undone
      isTakenBack = true
    }
  }
}

extension Defaults {
  /// Whether changes are taken back or made again.
  package enum RestoreDirection: String, Hashable, Sendable {
    case undo, redo
  }
}

// The history of a suite, with undo and redo.
extension Defaults.Suite {
  /// Records the commits of this process from now on, so that their changes can be undone.
  ///
  /// The journal is `prefs/<suite>.history` in `$XDG_STATE_HOME`, default `~/.local/state`. It
  /// omits the values of keys that hold secrets, which are all keys if the store is one for secrets.
  /// A later call replaces the options. The call does nothing if the store keeps a history itself.
  public func keepHistory(_ options: Defaults.HistoryOptions = .init()) {
    guard !core.capabilities.keepsHistory else { return }
    var options = options
    if core.capabilities.holdsSecrets { options.isSecret = { _ in true } }
    core.journal.withLock { [options] journal in
      journal = HistoryJournal(
        suiteName: name,
        location: location,
        options: options,
        replacing: journal,
      )
    }
  }

  /// Whether changes are recorded.
  public var keepsHistory: Bool {
    core.capabilities.keepsHistory || core.journal.withLock { $0 != nil }
  }

  /// Returns the recorded entries of all programs, the oldest first.
  ///
  /// - Throws: ``Defaults/StoreError`` when the history cannot be read.
  public func history() throws(Defaults.StoreError) -> [Defaults.HistoryEntry] {
    guard !core.capabilities.keepsHistory else { return try core.store.history() }
    let (entries, problem) = try openJournal().entries()
    if let problem { core.diagnostics.report(problem) }
    return entries
  }

  /// Removes the changes of a key from the history, for example of a key that holds a secret.
  ///
  /// They can no longer be undone. Changes of other keys in the same entries stay, and so does the
  /// stored value of the key.
  ///
  /// - Returns: the number of entries that had a change of the key.
  /// - Throws: ``Defaults/StoreError`` when the history cannot be read or written, or when the store
  ///   keeps a history of its own.
  @discardableResult
  public func forgetHistory(forKey key: String) throws(Defaults.StoreError) -> Int {
    guard !core.capabilities.keepsHistory else {
      let reason = "the store keeps its own history, from which no key can be removed"
      throw .permanent(reason, at: location)
    }
    try flush()
    let (count, repairs) = try openJournal().forget(Defaults.KeyName(key))
    for repair in repairs { core.diagnostics.report(repair) }
    return count
  }

  /// Undoes the last change that is not undone, and waits until the old values are stored.
  ///
  /// The next call undoes the change before. The undo is recorded as an entry of the history, so
  /// that it is known to all programs, also after a restart.
  ///
  /// - Parameters:
  ///   - scope: the programs whose changes are undone.
  ///   - force: whether to overwrite a value that is not the one that the change stored, and to
  ///     leave out keys whose values are not in the history.
  /// - Returns: the undone entry.
  /// - Throws: ``Defaults/UndoError`` when no change can be undone, ``Defaults/WriteError`` when
  ///   a key is locked or its rule rejects the old value, ``Defaults/StoreError`` when the history
  ///   or the suite cannot be read or written.
  @discardableResult
  public func undo(
    _ scope: Defaults.HistoryScope = .everybody,
    force: Bool = false
  ) throws -> Defaults.HistoryEntry {
    try restore(.undo, scope, replacing: force ? .any : .unchanged)
  }

  /// Redoes the change that was undone last, and waits until the new values are stored.
  ///
  /// A change after the undo may prevent that, see ``Defaults/HistoryTimeline``.
  ///
  /// - Parameters:
  ///   - scope: the programs whose changes are redone.
  ///   - force: whether to overwrite a value that is not the one before the change, and to leave
  ///     out keys whose values are not in the history.
  /// - Returns: the redone entry.
  /// - Throws: the errors of ``undo(_:force:)``.
  @discardableResult
  public func redo(
    _ scope: Defaults.HistoryScope = .everybody,
    force: Bool = false
  ) throws -> Defaults.HistoryEntry {
    try restore(.redo, scope, replacing: force ? .any : .unchanged)
  }

  /// The values that an undo or redo stores and expects.
  private struct Step {
    var options: Defaults.WriteOptions
    /// The value to store, by key; nil removes the key.
    var values: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    /// The value that must be stored now, by key; nil for none.
    var expected: [Defaults.KeyName: Defaults.StoredValue?] = [:]

    init(_ direction: Defaults.RestoreDirection, _ entry: Defaults.HistoryEntry) {
      let isUndo = direction == .undo
      options = Defaults.WriteOptions(
        cause: isUndo ? .undo(of: entry.id) : .redo(of: entry.id),
        replacesOpaque: true
      )
      // If a key has several changes, the first has its oldest value, and the last its newest.
      for change in entry.changes.reversed() {
        if isUndo {
          values[change.key] = .some(change.old)
        } else {
          expected[change.key] = .some(change.old)
        }
      }
      for change in entry.changes {
        if isUndo {
          expected[change.key] = .some(change.new)
        } else {
          values[change.key] = .some(change.new)
        }
      }
    }
  }

  /// Performs an undo or redo, with a choice of the values to overwrite; a dry run only compares
  /// the values.
  ///
  /// Other programs change the suite and the journal meanwhile, and an undo must not overwrite a
  /// value that the history does not know. The steps must be in this order:
  ///
  /// 1. `flush` commits the pending edits of this process; until then the journal has no entry for
  ///    them, and an older change would be undone.
  /// 2. The history is read, and the last entry of the scope is chosen.
  /// 3. `reload` reads the store, so that the values in memory are not older than the entry.
  /// 4. All keys are written together. The write compares each key in memory with the expected
  ///    value, so no write of this process comes between comparison and change.
  /// 5. `flush` commits, which compares the keys again, in the store under its lock, so no commit
  ///    of another program does either. The commit records the entry of the undo.
  /// 6. If all values were stored already, step 5 has nothing to commit and records no entry. It is
  ///    recorded here; otherwise the next call would choose the same change again.
  ///
  /// Returns the entry that was, or would be, taken back or made again. The errors are those of
  /// ``undo(_:force:)``.
  @discardableResult
  package func restore(
    _ direction: Defaults.RestoreDirection,
    _ scope: Defaults.HistoryScope,
    replacing replaceable: Defaults.ReplaceableValues,
    isDryRun: Bool = false
  ) throws -> Defaults.HistoryEntry {
    if !keepsHistory { keepHistory() }
    try flush()
    let timeline = Defaults.HistoryTimeline(try history())
    let entries = direction == .undo ? timeline.undoable : timeline.redoable
    let journal = openJournal()
    let own = scope == .everybody ? nil : journal.ownEntries()
    let complete = entries.filter { own?.contains($0.id) != false }.map(journal.complete)
    let usable = replaceable.skipsOmitted ? complete.compactMap(\.withoutOmissions) : complete
    guard let entry = usable.last else {
      throw direction == .undo ? Defaults.UndoError.nothingToUndo : .nothingToRedo
    }
    for change in entry.changes {
      if let omission = change.omission {
        throw Defaults.UndoError.valuesOmitted(key: change.key, omission)
      }
    }
    reload()
    let step = Step(direction, entry)
    if isDryRun {
      let stored = storedValues()
      let changed = replaceable.expectations(step.expected).filter { stored[$0.key] != $0.value }
      guard changed.isEmpty else {
        throw Defaults.UndoError.changedSince(
          restoring: step.values.filter { changed[$0.key] != nil }
        )
      }
      return entry
    }
    let texts = core.store as? any Defaults.TextStore
    texts?.setTextToRestore(direction == .undo ? entry.inverse : nil)
    defer { texts?.setTextToRestore(nil) }
    let isStoredAlready: Bool
    var options = step.options
    options.expectedInStore = replaceable.expectations(step.expected)
    do {
      isStoredAlready = try write(step.values, options: options).isEmpty
      try flush(options)
    } catch Defaults.WriteError.outdated(let keys) {
      throw Defaults.UndoError.changedSince(restoring: step.values.filter { keys.contains($0.key) })
    } catch let error as Defaults.StoreError {
      guard case .outdated(let keys) = error.cause,
        case let values = step.values.filter({ keys.contains($0.key) }), !values.isEmpty
      else { throw error }
      throw Defaults.UndoError.changedSince(restoring: values)
    }
    if isStoredAlready, !core.capabilities.keepsHistory {
      for repair in try journal.record(step.options.cause) { core.diagnostics.report(repair) }
    }
    return entry
  }

  /// Takes back the last write if its commit has failed, so that the keys have the store's values
  /// again.
  ///
  /// The history has no entry of such a write, so ``undo(_:force:)`` cannot take it back. The
  /// changes are empty if all edits are in the store.
  package func takeBackLastFailedWrite() -> [Defaults.StoredChange] {
    core.takeBackLastFailedWrite()
  }

  /// Returns the entry with the last change of a key by this process; nil if none was recorded.
  ///
  /// After a write was flushed, this is the entry that was made for it, the one that it was joined with, or
  /// the one that it took back.
  package func ownHistoryEntry(forKey key: Defaults.KeyName) -> Defaults.HistoryEntry.Own? {
    guard core.capabilities.keepsHistory else {
      return core.journal.withLock { $0 }?.ownEntry(forKey: key)
    }
    let entries = try? core.store.history()
    return entries?.last { $0.changes.contains { $0.key == key } }.map(
      Defaults.HistoryEntry.Own.init
    )
  }

  /// Returns the entries that were added or changed since a position in the history, the oldest
  /// first.
  ///
  /// The position is nil for none, and is replaced by the present end. The result says whether
  /// these are all that there are. A store that keeps a history itself returns all entries.
  package func history(
    since position: inout Defaults.HistoryPosition?
  ) throws(Defaults.StoreError) -> (entries: [Defaults.HistoryEntry], areAll: Bool) {
    guard !core.capabilities.keepsHistory else { return (try core.store.history(), true) }
    return try openJournal().entries(since: &position)
  }

  private func openJournal() -> HistoryJournal {
    core.journal.withLock { $0 }
      ?? HistoryJournal(suiteName: name, location: location, options: .init())
  }
}

extension Defaults {
  /// The stored values that an undo or redo may overwrite.
  package enum ReplaceableValues: Sendable {
    /// Those that the change has stored.
    case unchanged
    /// Those that the change has stored; for some keys these values instead, nil for none stored.
    case shown([KeyName: StoredValue?])
    /// All.
    case any

    /// Whether keys whose values are not in the history are left out.
    var skipsOmitted: Bool {
      switch self {
      case .unchanged, .shown: false
      case .any: true
      }
    }

    /// Returns the values that must be stored, by key, given those that the change has stored.
    func expectations(_ changed: [KeyName: StoredValue?]) -> [KeyName: StoredValue?] {
      switch self {
      case .unchanged: changed
      case .shown(let values):
        changed.merging(values.filter { changed.keys.contains($0.key) }) { $1 }
      case .any: [:]
      }
    }
  }
}
