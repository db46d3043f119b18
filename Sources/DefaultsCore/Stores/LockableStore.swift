extension Defaults {
  /// A store of another program's settings, whose keys an administrator can lock for all users.
  package protocol LockableStore: LayeredStore {
    /// Returns the path of the file in which keys are locked.
    ///
    /// - Throws: ``StoreError`` when there is no place for it.
    func fileForLocks() throws(StoreError) -> String

    /// Locks a key at a value.
    ///
    /// - Throws: ``StoreError`` when the lock cannot be stored, or would have no effect.
    func lock(_ key: KeyName, at value: StoredValue) throws(StoreError)

    /// Returns the path of the file that locks a key; nil if none does.
    ///
    /// - Throws: ``StoreError`` when a file cannot be read.
    func file(locking key: KeyName) throws(StoreError) -> String?

    /// Unlocks a key in a file.
    ///
    /// - Returns: whether the file still has the value, for users who have no own.
    /// - Throws: ``StoreError`` when the file locks more than this key, or cannot be written.
    func unlock(_ key: KeyName, in file: String) throws(StoreError) -> Bool
  }
}
