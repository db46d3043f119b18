import DefaultsCore

/// An undo or redo that `update` requests.
struct RestoreRequest: Hashable, Sendable {
  /// The suite whose history is used.
  var suiteName: String
  /// Whether to undo or to redo.
  var direction: Defaults.RestoreDirection
  /// The newer values of other programs that the user allowed to overwrite, by key; nil for none
  /// stored.
  var overwrites: [Defaults.KeyName: Defaults.StoredValue?] = [:]
  /// The file in which the change was made.
  var scope: WriteScope = .user

  /// The suite with the file.
  var suite: ScopedSuite { ScopedSuite(name: suiteName, scope: scope) }
}

/// The outcome of an undo or redo.
enum RestoreOutcome: Hashable, Sendable {
  /// The changes of the entry were undone or redone; the values of the secret keys must be hidden.
  case restored(Defaults.HistoryEntry, secretKeys: Set<Defaults.KeyName> = [])
  /// A write that could not be stored was taken back, the last one of its file or not; the values of the secret
  /// keys must be hidden.
  case takenBack([Defaults.HistoryEntry.Change], secretKeys: Set<Defaults.KeyName>, isLast: Bool)
  /// Nothing was changed, because these keys have been changed since.
  case changedSince([NewerValue])
  /// There is nothing to undo or redo.
  case nothing
  /// Nothing was changed: the reason as a sentence.
  case refused(String)
  /// The store or the history could not be read or written: the reason as a sentence.
  case failed(String)
}
