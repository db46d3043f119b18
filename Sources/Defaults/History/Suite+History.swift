import Synchronization

// What was changed, by whom, and how to take it back.
extension Defaults.Suite {
  /// Remembers from now on what the commits of this process change, so that it can be undone.
  ///
  /// The journal is `prefs/<suite>.history` in `$XDG_STATE_HOME`, default `~/.local/state`. Keys
  /// that hold secrets are in it without their values. The last of several calls counts.
  public func keepHistory(_ options: Defaults.HistoryOptions = .init()) {
    let journal = HistoryJournal(suiteName: name, location: location, options: options)
    core.journal.withLock { $0 = journal }
  }

  /// Gives what is remembered, the oldest change first, whoever kept it.
  ///
  /// - Throws: ``Defaults/StoreError`` when the journal cannot be read.
  public func history() throws(Defaults.StoreError) -> [Defaults.HistoryEntry] {
    try openJournal().entries()
  }

  /// Takes back the last change that has not been taken back, and waits until that is stored.
  ///
  /// Called again it takes back the one before. What it does is remembered like any change.
  ///
  /// - Parameter force: whether to overwrite a value that is another one by now than after the
  ///   change, and to pass over changes whose values are not in the history.
  /// - Returns: the entry that was taken back.
  /// - Throws: ``Defaults/UndoError`` when nothing can be taken back, ``Defaults/WriteError`` when
  ///   a key is locked, ``Defaults/StoreError`` when the journal or the suite cannot be read or
  ///   written.
  @discardableResult
  public func undo(force: Bool = false) throws -> Defaults.HistoryEntry {
    if core.journal.withLock({ $0 == nil }) { keepHistory() }
    let journal = openJournal()
    try flush()
    let entries = try journal.entries()
    let undone = Set(entries.compactMap(\.undoes))
    let candidates = entries.filter {
      $0.undoes == nil && !undone.contains($0.id) && ($0.isComplete || !force)
    }
    guard let entry = candidates.last else { throw Defaults.UndoError.nothingToUndo }
    for change in entry.changes {
      if let omission = change.omission {
        throw Defaults.UndoError.valuesOmitted(key: change.key, omission)
      }
    }
    reload()
    let edits = Dictionary(uniqueKeysWithValues: entry.changes.map { ($0.key, $0.old) })
    journal.expectUndo(of: entry.id, edits)
    defer { journal.expectNoUndo() }
    try transaction { values in
      for change in entry.changes {
        guard force || values.storedValue(forKey: change.key.string) == change.new else {
          throw Defaults.UndoError.changedSince(key: change.key)
        }
        values.setStoredValue(change.old, forKey: change.key.string)
      }
    }
    try flush()
    return entry
  }

  private func openJournal() -> HistoryJournal {
    core.journal.withLock { $0 }
      ?? HistoryJournal(suiteName: name, location: location, options: .init())
  }
}
