import DefaultsCore

/// A write that `update` requests.
struct WriteRequest: Hashable, Sendable {
  /// The reasons for a write.
  enum Purpose: Hashable, Sendable {
    /// A value was edited; `extendsLast` merges it with the last entry of the history, so that one
    /// undo reverts a series of steps.
    case edit(extendsLast: Bool)
    /// The key is to be unset.
    case reset
  }

  /// The suite to write to.
  var suiteName: String
  /// The key to write.
  var key: Defaults.KeyName
  /// The value to store; nil removes the stored value.
  var value: Defaults.StoredValue?
  /// The reason for the write.
  var purpose: Purpose
  /// Whether the value is only checked, because the edit is staged.
  var isStaged: Bool = false
  /// The file to write to.
  var scope: WriteScope = .user
  /// What the store must have; nil if any value may be replaced.
  var base: WriteBase?

  /// The suite with the file.
  var suite: ScopedSuite { ScopedSuite(name: suiteName, scope: scope) }

  /// The key and the file.
  var target: StagedEdits.Target { StagedEdits.Target(suite: suite, key: key) }

  /// The options for the write: the cause that the history records.
  var options: Defaults.WriteOptions {
    switch purpose {
    case .edit(let extendsLast): Defaults.WriteOptions(cause: .edit, extendsLastEntry: extendsLast)
    case .reset: Defaults.WriteOptions(cause: .reset)
    }
  }

  /// The key, the suite and the file, for the log.
  var logText: String { "\(key) of \(suiteName)\(scope.suffix)" }
}

/// The outcome of a write.
enum WriteOutcome: Hashable, Sendable {
  /// The change is on disk: the values before and after it; nil where the key was unset.
  ///
  /// `entry` is the one that the history has made for the change or joined it with, or that the change has
  /// taken back; nil if there is none.
  case saved(
    old: Defaults.StoredValue?,
    new: Defaults.StoredValue?,
    entry: Defaults.HistoryEntry.Own? = nil
  )
  /// The same value was stored already, so nothing was changed.
  case unchanged
  /// The value was refused: the reason as a phrase without a full stop.
  case rejected(String)
  /// The change is in memory but not on disk; the suite retries the commit.
  case pending
  /// The value may be stored; nothing was stored, because the edit is only staged.
  case staged
  /// Nothing was written, because the store has another value than the base of the request.
  case outdated(NewerValue)
}

/// A value of another program that a change would overwrite.
struct NewerValue: Hashable, Sendable {
  /// The key.
  var key: Defaults.KeyName
  /// The value that would be stored; nil to remove the newer one.
  var wanted: Defaults.StoredValue?
  /// The newer value; nil if the key is unset.
  var now: Defaults.StoredValue?
  /// The program that stored it; nil if that is not known.
  var author: String?
  /// Whether the values must be hidden; the shown suite need not be that of the key.
  var isSecret: Bool = false
}
