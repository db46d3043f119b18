import DefaultsCore

/// The input of closed edits that is not on the disk: parked, being written, or waiting in memory.
///
/// Parked input of earlier sessions is read when a suite is opened. Secrets are never parked.
struct UnfinishedInput: Sendable {
  /// The input of edits that were closed without saving.
  private(set) var parked: [SuiteKey: ParkedEdit] = [:]
  /// The keys whose parked input differs from the input on disk.
  private var unsaved: Set<SuiteKey> = []
  /// The closed edits whose value is being written; they are parked if the write is rejected.
  var saving: [SuiteKey: OpenEdit] = [:]
  /// The last text of each prompt, by its title; it is for this session only.
  var prompts: [String: Defaults.StoredValue] = [:]
  /// The closed edits whose value waits in memory for the store, which can still refuse it.
  var uncommitted: [SuiteKey: OpenEdit] = [:]
  /// The staged edits of this session whose values could not be written.
  var unwritten: Set<StagedEdits.Target> = []

  /// Parks the input of a key, or discards it if `edit` is nil.
  mutating func setParked(_ edit: ParkedEdit?, _ key: SuiteKey) {
    guard edit != nil || parked[key] != nil else { return }
    parked[key] = edit
    unsaved.insert(key)
  }

  /// Adds input that was read from disk, for keys without input of this session, which is newer.
  mutating func merge(_ inputs: [Defaults.KeyName: Defaults.StoredValue], ofSuite name: String) {
    for (key, input) in inputs {
      let key = SuiteKey(suiteName: name, key: key)
      if parked[key] == nil { parked[key] = KeptInput(stored: input).map { .kept($0) } }
    }
  }

  /// Returns the parked input that differs from the input on disk, by suite; nil for a key that has none
  /// any more.
  mutating func takeUnsaved() -> [String: [Defaults.KeyName: Defaults.StoredValue?]] {
    defer { unsaved = [] }
    return Dictionary(grouping: unsaved, by: \.suiteName).mapValues { keys in
      Dictionary(keys.map { ($0.key, parked[$0]?.input) }) { $1 }
    }
  }
}
