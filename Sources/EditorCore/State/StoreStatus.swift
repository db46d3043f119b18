import Defaults

/// Whether the values of the shown suite can be read and written, in words.
public struct StoreStatus: Hashable, Sendable {
  /// A failure of the store.
  struct Failure: Hashable, Sendable {
    /// The cause in a few words, for one line.
    var briefReason: String
    /// The cause, the place and the advice, in sentences.
    var description: String
  }

  /// Why the stored values cannot be read; nil when they can.
  var loadFailure: Failure?
  /// Why the last commit failed; nil when it succeeded.
  var commitFailure: Failure?
  /// The keys whose edits are not on disk, because the last commit failed.
  var uncommittedKeys: Set<Defaults.KeyName> = []
  /// What was done with unreadable content last, in sentences; nil for nothing.
  var setAside: String?

  /// Creates the status of a store without problems.
  public init() {}

  /// Creates the present status of a suite's store.
  init(of suite: Defaults.Suite) {
    let status = suite.storeStatus
    loadFailure = status.loadError.map(Failure.init)
    commitFailure = status.commitError.map(Failure.init)
    uncommittedKeys = status.uncommittedKeys
    setAside = status.setAside.map { setAside in
      """
      "\(suite.location)" could not be read: \(setAside.reason.briefReason). Its content was kept as

      \(setAside.location)

      A new file was started. It has only what was changed since.
      """
    }
  }
}

extension StoreStatus {
  /// Returns whether it has a failure that an older status has not.
  func hasFailure(newerThan other: Self) -> Bool {
    (loadFailure != nil && loadFailure != other.loadFailure)
      || (commitFailure != nil && commitFailure != other.commitFailure)
  }
}

extension StoreStatus.Failure {
  fileprivate init(_ error: Defaults.StoreError) {
    self.init(briefReason: error.briefReason, description: "\(error)")
  }
}
