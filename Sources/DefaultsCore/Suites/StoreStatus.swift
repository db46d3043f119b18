import Synchronization

extension Defaults {
  /// Whether a suite's store could be read and written, as of its last load and commit.
  package struct StoreStatus: Sendable {
    /// The error of the last load; nil when it succeeded.
    package var loadError: StoreError?

    /// The error of the last commit; nil when it succeeded.
    package var commitError: StoreError?

    /// The keys with edits that the store does not have, because the last commit failed.
    ///
    /// Empty after a successful commit, even if a later edit still waits for its first one.
    package var uncommittedKeys: Set<KeyName> = []

    /// The values that the store has for these keys, without those that it does not have; nil if it has never been
    /// read.
    package var committedValues: [KeyName: StoredValue]?

    /// The lock of every key, because a managed file cannot be read or trusted; nil otherwise.
    package var lockOfAll: Lock?

    /// The unreadable content that a commit of this process moved away last; nil for none.
    package var setAside: StoreCommit.SetAside?
  }
}

extension Defaults.Suite {
  /// Why this process cannot write the suite's file, as far as permissions tell before a commit; nil if it
  /// can, or if the values are not in a file of text.
  ///
  /// Each access makes system calls, which can take long on a slow disk.
  package var writeObstacle: Defaults.StoreError? {
    (core.store as? any Defaults.TextStore)?.writeObstacle()
  }

  /// The status of the suite's store, all parts of it as of the same moment.
  ///
  /// It changes before a flush returns, and before the diagnostic that reports the change.
  package var storeStatus: Defaults.StoreStatus {
    core.loadIfNeeded()
    return core.state.withLock { state in
      let uncommitted = state.commitFailure == nil ? [:] : state.pending
      return Defaults.StoreStatus(
        loadError: state.loadError,
        commitError: state.commitFailure,
        uncommittedKeys: Set(uncommitted.keys),
        committedValues: state.base.map { base in
          Dictionary(uncommitted.keys.compactMap { key in base.contents[key].map { (key, $0) } }) {
            $1
          }
        },
        lockOfAll: state.stack.lockOfAll,
        setAside: state.setAside
      )
    }
  }
}
