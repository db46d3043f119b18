extension Defaults {
  /// A store of another program's settings, whose keys an administrator can lock for all users.
  package protocol LockableStore: LayeredStore {
    /// Returns the path of the file in which keys are locked; throws when there is no place for it.
    func fileForLocks() throws(StoreError) -> String

    /// Returns what locks a key so that a lock in that file would have no effect; nil if nothing
    /// does.
    func lockOfOthers(_ key: KeyName) throws(StoreError) -> String?

    /// Locks a key at a value; fails also when the lock would have no effect.
    func lock(_ key: KeyName, at value: StoredValue) throws(StoreError)

    /// Returns the paths of the files that lock a key.
    func files(locking key: KeyName) throws(StoreError) -> [String]

    /// Unlocks a key; returns whether a value for all users stays, which they can change.
    ///
    /// It fails when a file locks more than this key, or cannot be written.
    func unlock(_ key: KeyName) throws(StoreError) -> Bool
  }
}
