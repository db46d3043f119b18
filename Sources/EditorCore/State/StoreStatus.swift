import DefaultsCore

/// The status of the shown suite's store, with its failures as texts.
struct StoreStatus: Hashable, Sendable {
  /// A failure of the store.
  struct Failure: Hashable, Sendable {
    /// The cause in a few words, for the status line.
    var briefReason: String
    /// The cause, the file and what to do, in sentences.
    var description: String
  }

  /// The reason why the stored values cannot be read; nil if they can.
  var loadFailure: Failure?
  /// The reason why the last commit failed; nil if it succeeded.
  var commitFailure: Failure?
  /// The keys whose edits are not on disk, because the last commit failed.
  var uncommittedKeys: Set<Defaults.KeyName> = []
  /// The values that the store has for these keys, without those that it does not have; nil if it has never been
  /// read.
  var committedValues: [Defaults.KeyName: Defaults.StoredValue]?
  /// The lock of every key, because the locks of an administrator cannot be read; nil otherwise.
  var lockOfAll: Defaults.Lock?
  /// Where the last unreadable content was kept, in sentences; nil if there was none.
  var setAside: String?
}

extension StoreStatus {
  /// Creates the present status of a suite's store.
  init(of suite: Defaults.Suite) {
    let status = suite.storeStatus
    self.init()
    loadFailure = status.loadError.map(Failure.init)
    commitFailure = status.commitError.map(Failure.init)
    uncommittedKeys = status.uncommittedKeys
    committedValues = status.committedValues
    lockOfAll = status.lockOfAll
    setAside = status.setAside.map { setAside in
      """
      "\(suite.location)" could not be read: \(setAside.reason.briefReason). Its content was kept as

      \(setAside.location)

      A new file was created with \(setAside.keepsValues
        ? "the values that were read last." : "only what was changed since.")
      """
    }
  }

  /// The failures in full, for the log.
  var logLines: [String] {
    (failures.map(\.description) + [setAside].compactMap(\.self)).map { "error: \($0)" }
      + (uncommittedKeys.isEmpty ? [] : ["not on disk: \(uncommittedKeys.sorted().logText)"])
  }

  /// The present failures.
  var failures: [Failure] { [loadFailure, commitFailure].compactMap(\.self) }

  /// Returns whether this status has a failure that an older status does not have.
  func hasFailure(newerThan other: Self) -> Bool {
    (loadFailure != nil && loadFailure != other.loadFailure)
      || (commitFailure != nil && commitFailure != other.commitFailure)
  }
}

extension StoreStatus.Failure {
  init(_ error: Defaults.StoreError) {
    self.init(briefReason: error.briefReason, description: "\(error)")
  }
}
