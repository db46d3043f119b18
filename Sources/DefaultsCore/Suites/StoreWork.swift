// What a suite does with its store, step by step.
extension SuiteState {
  /// Work on the store, which one thread at a time does from its first step to its last.
  enum Work: UInt8, CaseIterable, Sendable {
    /// Reads the store and the other layers for the first time.
    case start
    /// Watches the store, and reads everything again, because it may have changed meanwhile.
    case watch
    /// Reads the store again, and merges the changes of other processes.
    case load
    /// Does the same after a failed load.
    case loadAgain
    /// Reads the other layers again.
    case loadLayers
    /// Commits the pending edits.
    case commit
    /// Does the same after a failed commit.
    case commitAgain
  }

  /// A set of kinds of work.
  struct WorkSet {
    private var bits: UInt8 = 0

    /// Returns whether work is in the set.
    func contains(_ work: Work) -> Bool { bits & 1 << work.rawValue != 0 }

    /// Adds work; returns false when it was in the set.
    mutating func insert(_ work: Work) -> Bool {
      defer { bits |= 1 << work.rawValue }
      return !contains(work)
    }

    /// Removes work.
    mutating func remove(_ work: Work) { bits &= ~(1 << work.rawValue) }
  }

  /// One call of the store, or of the files of the other layers.
  enum Step {
    /// Sets the watches.
    case watch
    /// Reads the store, which had this snapshot before.
    case read(since: Defaults.StoreSnapshot?)
    /// Commits edits to the store, which had this snapshot before.
    case commit(Edits, since: Defaults.StoreSnapshot?)
    /// Reads the other layers.
    case readLayers
  }

  /// The outcome of a step.
  enum Outcome {
    /// The watches are set.
    case watching
    /// The store was read; nil when its version was the same.
    case read(Result<Contents?, Defaults.StoreError>)
    /// The edits were committed.
    case committed(Result<(Defaults.StoreCommit, Contents), Defaults.StoreError>)
    /// The other layers were read, and the launch arguments of the process, if the suite uses them.
    case layers(LayerFiles.Contents, [Defaults.KeyName: Defaults.StoredValue]?)
  }

  /// What a store has.
  struct Contents {
    /// The values.
    var snapshot: Defaults.StoreSnapshot
    /// The keys that others changed since the snapshot before, sorted, so that observers receive the
    /// changes in a fixed order.
    var changedKeys: [Defaults.KeyName]
  }

  /// What the thread that uses the store is doing.
  enum Phase {
    /// No thread uses the store.
    case idle
    /// It sets the watches.
    case watching
    /// It reads the store; the sequence number is that of the last write before.
    case reading(Purpose, lastWrite: UInt64)
    /// It reads the other layers.
    case readingLayers
    /// It commits edits.
    case committing(Edits)
  }

  /// Why the store is read.
  enum Purpose {
    /// It was not read before.
    case start
    /// It may have changed.
    case merge
    /// It and the other layers may have changed.
    case mergeAll
    /// It may have the values of these edits already.
    case compare(Edits)
    /// It may be unreadable, and was never read; the edits are committed if it is not.
    case examine(Edits)
    /// Writes of a commit were made for other values; the rest is committed afterwards.
    case goOn
  }

  /// What the suite must do after an event, in this order.
  struct Effects {
    /// Call the observers for these changes.
    var changes: [Defaults.StoredChange] = []
    /// Report these diagnostics.
    var diagnostics: [Defaults.Diagnostic.Kind] = []
    /// Record this commit in the history.
    var commit: (Defaults.StoreCommit, Edits)?
    /// Do this work later; after a number of seconds, or as soon as the queue can.
    var scheduled: [(work: Work, delay: Double?)] = []
    /// Perform this step, and tell its outcome; nil when the work is done.
    var step: Step?
    /// The error with which the work ended.
    var failure: Defaults.StoreError?
  }
}
