import Synchronization

/// The state that all handles of one suite share: its values in memory and its store.
///
/// What is true of the suite, and what is to be done, is decided by ``state``, a value; this class has
/// the lock, the threads and the objects, and does it in three contexts:
///
/// - A write changes the state under its lock. Then, without the lock, it calls the observers on the
///   writer's thread (`SuiteCore+Writing.swift`).
/// - Loads and commits run in ``withStore(_:)``, on the commit queue or on a thread that waits for
///   the commit (`SuiteCore+Store.swift`).
/// - The outbox calls observers for changes by other processes.
///
/// Rules and observers are code of the app. They are never called while a lock is held or inside
/// `withStore`, so an observer may flush, read, write, or wait for another thread that does.
package final class SuiteCore: Sendable {
  /// The name of the suite.
  let name: String

  /// The store of the user's values.
  let store: any Defaults.Store

  /// The store's capabilities, which never change.
  let capabilities: Defaults.StoreCapabilities

  /// The files of the other layers; nil for a suite without them.
  let layerFiles: LayerFiles?

  /// The launch arguments of the process; nil for a suite that does not read them.
  let arguments: LaunchArguments?

  /// The suites whose values are a layer of this one, the highest first.
  let addedSuites = Mutex<[AddedSuite]>([])

  /// The handle that was created first of those that still exist.
  let firstHandle = Mutex(WeakHandle())

  /// The environment variables that set values of the suite.
  let environment: EnvironmentVariables

  /// The observers of the suite.
  let observers = ObserverList()

  /// The keys that Swift's Observation tracks.
  let trackedKeys = TrackedKeys()

  /// The types that keys were declared with.
  let keyTypes = KeyTypes()

  /// The validation rules of the keys.
  let rules = RuleBook()

  /// The diagnostics of the suite.
  package let diagnostics: DiagnosticLog

  /// The sequence number of the last change; 0 until the suite is loaded.
  ///
  /// A key whose cached value has this sequence number is read without locking `state`.
  let sequence = Atomic<UInt64>(0)

  /// The store, if it returns some values in another form; nil otherwise.
  private let normalizing: (any Defaults.NormalizingStore)?

  /// The values in memory; no code of the app is called while this lock is held.
  let state: Mutex<SuiteState>

  /// Foundation's copy of the same values; nil if Foundation has none.
  let foundation: FoundationDomain?

  /// Whether the suite watches its files, and commits without being flushed.
  ///
  /// If not, it uses no thread but those of its callers, as
  /// ``Defaults/disableBackgroundWork()`` describes.
  let worksInBackground: Bool

  /// The journal of commits; nil while no history is kept.
  let journal = Mutex<HistoryJournal?>(nil)

  /// The queue for loads and commits that no thread waits for.
  let commitQueue = SerialQueue("defaults.commit")

  /// Calls the observers of changes by other processes.
  let outbox: Outbox

  /// The watches of the store and of the layers' files; nil until they are set.
  let watches = Mutex<[any Defaults.StoreWatch]?>(nil)

  /// The suite itself while edits wait that the last commit could not store.
  ///
  /// They outlive the handles, because an event of the store, a flush or a normal exit may still store them.
  let unstored = Mutex<SuiteCore?>(nil)

  private let storeAccess = Mutex<Void>(())

  /// Creates a core; it loads its store when it is first read or written.
  ///
  /// A suite of a file has been loaded for `watchDelay` seconds before the file is watched. A process that
  /// ends while files are watched waits some 15 ms for the kernel to remove the watches, and a short-lived
  /// one has no use for them. A store of another kind is watched before it is loaded, so that no change in
  /// between is missed.
  init(
    name: String,
    store: any Defaults.Store,
    layerDirectories: Defaults.LayerDirectories? = nil,
    arguments: LaunchArguments? = nil,
    environment: [String: String] = EnvironmentVariables.ofProcess,
    foundation: FoundationDomain? = nil,
    retryDelays: ClosedRange<Double> = 1...60,
    watchDelay: Double = 0.05,
    worksInBackground: Bool = true
  ) {
    self.name = name
    self.store = store
    capabilities = store.capabilities
    layerFiles = layerDirectories.map {
      LayerFiles(directories: $0, suiteName: name, ownFile: store.location)
    }
    self.arguments = arguments
    self.environment =
      layerDirectories == nil
      ? EnvironmentVariables() : EnvironmentVariables(ofSuite: name, in: environment)
    self.foundation = foundation
    self.worksInBackground = worksInBackground
    outbox = Outbox(usesQueue: worksInBackground)
    diagnostics = DiagnosticLog(suiteName: name, queue: outbox.queue)
    var state = SuiteState(
      policy: SuiteState.Policy(
        transactionLimit: capabilities.transactionLimit,
        worksInBackground: worksInBackground,
        retryDelays: retryDelays,
        watchDelay: store is Defaults.FileStore ? watchDelay : nil
      )
    )
    state.setProcess(arguments: arguments, environment: self.environment)
    self.state = Mutex(state)
    normalizing = store as? any Defaults.NormalizingStore
    if let store = store as? any Defaults.ReportingStore { receiveReports(of: store) }
  }

  /// Whether the store may return a value in another form than it was given in.
  var hasOtherForms: Bool { capabilities.holdsJSON || normalizing != nil }

  /// Returns the form in which the store will return a value.
  func normalized(
    _ value: Defaults.StoredValue,
    forKey key: Defaults.KeyName
  ) -> Defaults.StoredValue {
    capabilities.holdsJSON
      ? value.withOneKindOfNumbers : normalizing?.normalized(value, forKey: key) ?? value
  }

  /// Calls a closure that uses the store; only one such closure of the suite runs at a time.
  ///
  /// This is a lock and not a queue, so that a thread which waits for a commit that has not begun
  /// can make the commit itself.
  func withStore<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try outbox.hold { () throws(Failure) in
      try storeAccess.withLock { _ throws(Failure) in try body() }
    }
  }
}

// MARK: - Reading

extension SuiteCore {
  /// Whether the suite has been loaded.
  var isLoaded: Bool { sequence.load(ordering: .acquiring) != 0 }

  /// Returns the state of a key, including overrides of the present task; with an edit, the state that
  /// the key would have after that edit of the user layer.
  func keyState(
    forKey key: Defaults.KeyName,
    replacing edit: Defaults.StoredValue?? = nil
  ) -> KeyState {
    if let override = OverrideScope.value(forKey: key, in: self) {
      return KeyState(value: edit ?? override, sequence: 0, suiteSequence: 0)
    }
    loadIfNeeded()
    return state.withLock { state in
      var keyState = state.keyState(forKey: key)
      if let edit { keyState.value = state.effectiveValue(forKey: key, replacing: edit) }
      return keyState
    }
  }

  /// Returns the user's values.
  func values() -> [Defaults.KeyName: Defaults.StoredValue] {
    loadIfNeeded()
    return state.withLock { $0.slots }.values
  }

  /// Returns the values that all keys have, without registered defaults.
  package func effectiveValues() -> [Defaults.KeyName: Defaults.StoredValue] {
    loadIfNeeded()
    return state.withLock { state in
      state.resolveEnvironment()
      return state.effectiveValues
    }
  }
}
