import DefaultsCore

/// The locks of other programs' keys, which these programs obey.
enum OthersLocks {
  /// Checks that a lock would have an effect.
  ///
  /// - Throws: ``Failure`` when another file or database locks the key already.
  static func check(_ key: Defaults.KeyName, _ store: any Defaults.LockableStore) throws {
    guard let other = try store.lockOfOthers(key) else { return }
    throw Failure(.locked, "\(key) is locked by \(path: other) already. Nothing was changed.")
  }

  /// Locks a key of a suite, and tells the log of this system.
  ///
  /// - Throws: ``Failure`` when something else locks it already, `Defaults.StoreError` when the lock
  ///   cannot be stored.
  static func lock(
    _ key: Defaults.KeyName,
    at value: Defaults.StoredValue,
    in suite: Defaults.Suite,
    _ store: any Defaults.LockableStore
  ) throws {
    try check(key, store)
    try store.lock(key, at: value)
    SystemLog.note("\(Defaults.HistoryEntry.Author.currentUser) locked \(key) of \(suite.name)")
  }

  /// Unlocks a key of a suite, and tells the log of this system.
  ///
  /// - Returns: whether a value for all users stays.
  /// - Throws: `Defaults.StoreError` when it cannot be unlocked.
  static func unlock(
    _ key: Defaults.KeyName,
    in suite: Defaults.Suite,
    _ store: any Defaults.LockableStore
  ) throws -> Bool {
    let keepsValue = try store.unlock(key)
    SystemLog.note(
      "\(Defaults.HistoryEntry.Author.currentUser) unlocked \(key) of \(suite.name)"
    )
    return keepsValue
  }

  /// Returns the locked keys that have a value, sorted.
  ///
  /// - Throws: `Defaults.StoreError` when a file cannot be read.
  static func locks(
    in store: any Defaults.LockableStore
  ) throws -> [(key: Defaults.KeyName, value: Defaults.StoredValue)] {
    try store.layers().filter { $0.layer == .managed }
      .reduce(into: [Defaults.KeyName: Defaults.StoredValue]()) {
        $0.merge($1.values) { first, _ in first }
      }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
