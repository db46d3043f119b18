import Synchronization

/// The state that all handles of one suite share: its values in memory and its store.
///
/// Its code runs in three contexts:
///
/// - A write changes `state` under its lock. Then, without the lock, it calls the observers on the
///   writer's thread (`SuiteCore+Writing.swift`).
/// - Loads and commits run in ``withStore(_:)``, on the commit queue or on a thread that waits for
///   the commit (`SuiteCore+Commit.swift`).
/// - The delivery queue calls observers for changes by other processes.
///
/// Rules and observers are code of the app. They are never called while a lock is held or inside
/// `withStore`, so an observer may flush, read, write, or wait for another thread that does.
final class SuiteCore: Sendable {
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

  /// Whether a key that is declared with `iCloud: true` was reported.
  let hasReportedSynchronization = Atomic<Bool>(false)

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
  let diagnostics: DiagnosticLog

  /// The sequence number of the last change; 0 until the suite is loaded.
  ///
  /// A key whose cached value has this sequence number is read without locking `state`.
  let sequence = Atomic<UInt64>(0)

  /// The values in memory; no code of the app is called while this lock is held.
  let state = Mutex(State())

  /// The last snapshot of the store; changed only inside ``withStore(_:)``.
  let base = Mutex<Defaults.StoreSnapshot?>(nil)

  /// Foundation's copy of the same values; nil if Foundation has none.
  let foundation: FoundationDomain?

  /// The first and the longest delay before a failed commit or load is tried again, in seconds.
  let retryDelays: ClosedRange<Double>

  /// How long the suite has been loaded before its files are watched, in seconds.
  ///
  /// A process that ends while files are watched waits some 15 ms for the kernel to remove the watches,
  /// and a short-lived one has no use for them.
  private let watchDelay: Double

  /// Whether the suite watches its files, and commits without being flushed.
  ///
  /// If not, it uses no thread but those of its callers, as
  /// ``Defaults/disableBackgroundWork()`` describes.
  let worksInBackground: Bool

  /// The journal of commits; nil while no history is kept.
  let journal = Mutex<HistoryJournal?>(nil)

  /// The queue for loads and commits that no thread waits for.
  let commitQueue: SerialQueue

  private let storeAccess = Mutex<Void>(())

  /// Whether a thread is inside ``withStore(_:)``.
  private let isInStore = Atomic<Bool>(false)

  /// The calls of observers that wait until no lock is held; empty if the suite works in the
  /// background, where the delivery queue makes them.
  private let waitingDeliveries = Mutex<[@Sendable () -> Void]>([])

  /// The queue for observers of changes by other processes, and for diagnostics.
  let deliveryQueue: SerialQueue

  /// The watches of the store and of the layers' files; nil until they are set.
  let watches = Mutex<[any Defaults.StoreWatch]?>(nil)

  /// Whether another load of the store is scheduled.
  let isRefreshScheduled = Atomic<Bool>(false)
  /// Whether another load of the layers is scheduled.
  let isLayerRefreshScheduled = Atomic<Bool>(false)

  /// Creates a core; it loads its store when it is first read or written.
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
    layerFiles = layerDirectories.map { LayerFiles(directories: $0, suiteName: name) }
    self.arguments = arguments
    self.environment =
      layerDirectories == nil
      ? EnvironmentVariables() : EnvironmentVariables(ofSuite: name, in: environment)
    self.foundation = foundation
    self.retryDelays = retryDelays
    self.watchDelay = watchDelay
    self.worksInBackground = worksInBackground
    commitQueue = SerialQueue("defaults.commit")
    deliveryQueue = SerialQueue("defaults.tell")
    diagnostics = DiagnosticLog(suiteName: name, queue: deliveryQueue)
    let variables = self.environment
    state.withLock { $0.setProcess(arguments: arguments, environment: variables) }
    if let store = store as? any Defaults.ReportingStore { receiveReports(of: store) }
  }

  /// Calls a closure that uses the store; only one such closure of the suite runs at a time.
  ///
  /// This is a lock and not a queue, so that a thread which waits for a commit that has not begun
  /// can make the commit itself.
  func withStore<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !worksInBackground else {
      return try storeAccess.withLock { _ throws(Failure) in try body() }
    }
    defer { makeWaitingDeliveries() }
    return try storeAccess.withLock { _ throws(Failure) in
      isInStore.store(true, ordering: .releasing)
      defer { isInStore.store(false, ordering: .releasing) }
      return try body()
    }
  }

  /// Calls a closure that calls observers, on the delivery queue; if the suite does not work in the
  /// background, as soon as no thread is inside ``withStore(_:)``.
  func deliver(_ closure: @escaping @Sendable () -> Void) {
    guard !worksInBackground else { return deliveryQueue.async(closure) }
    deliverLater(closure)
    // A thread that is inside makes the delivery when it leaves.
    if !isInStore.load(ordering: .acquiring) { makeWaitingDeliveries() }
  }

  /// Calls a closure that calls observers, but not on this thread before it has returned to its
  /// caller; if the suite does not work in the background, with the next delivery or use of the store.
  func deliverLater(_ closure: @escaping @Sendable () -> Void) {
    guard !worksInBackground else { return deliveryQueue.async(closure) }
    waitingDeliveries.withLock { $0.append(closure) }
  }

  private func makeWaitingDeliveries() {
    while let closure = waitingDeliveries.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      closure()
    }
  }
}

// MARK: - Reading

extension SuiteCore {
  /// Whether changes by other processes are detected by polling.
  var isPolling: Bool {
    loadIfNeeded()
    withStore { watch() }
    return watches.withLock { $0?.contains(where: \.isPolling) ?? false }
  }

  /// Returns the state of a key, including overrides of the present task.
  func keyState(forKey key: Defaults.KeyName) -> KeyState {
    if let override = OverrideScope.value(forKey: key, in: self) {
      return KeyState(value: override, sequence: 0, suiteSequence: 0)
    }
    loadIfNeeded()
    return state.withLock { $0.keyState(forKey: key) }
  }

  /// Returns the state that a key would have after an edit of the user layer; nil means no edit.
  func keyState(forKey key: Defaults.KeyName, replacing edit: Defaults.StoredValue??) -> KeyState {
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
  func effectiveValues() -> [Defaults.KeyName: Defaults.StoredValue] {
    loadIfNeeded()
    return state.withLock { state in
      state.resolveEnvironment()
      return state.effectiveValues
    }
  }
}

// MARK: - Loading

extension SuiteCore {
  /// Whether the suite has been loaded.
  var isLoaded: Bool { sequence.load(ordering: .acquiring) != 0 }

  /// Loads the suite if it is not loaded yet; blocks until the store has been read.
  func loadIfNeeded() {
    guard !isLoaded else { return }
    withStore { loadFirst() }
  }

  private func loadFirst() {
    guard !isLoaded else { return }
    let isFile = store is Defaults.PropertyListStore
    // A store of another kind is watched before it is loaded, so that no change in between is missed.
    if !isFile { watch() }
    let result = Result { () throws(Defaults.StoreError) in try store.load(unlike: nil) }
    var contents = PropertyListDocument()
    var loadError: Defaults.StoreError?
    switch result {
    case .success(let snapshot):
      base.withLock { $0 = snapshot }
      if let snapshot { contents = snapshot.contents }
    case .failure(let error):
      loadError = error
    }
    state.withLock { state in
      state.start(with: contents)
      state.loadError = loadError
    }
    loadLayers()
    // From now on, other threads read without loading.
    state.withLock { sequence.store($0.sequence, ordering: .releasing) }
    if let loadError {
      diagnostics.report(.loadFailed(loadError))
      reloadLater(after: loadError, delay: retryDelays.lowerBound)
    }
    if isFile { watchLater() }
  }

  private func watchLater() {
    guard worksInBackground else { return }
    commitQueue.async(after: watchDelay) { [weak self] in
      guard let self else { return }
      withStore {
        watch()
        // The files may have changed since they were read.
        refresh()
        refreshLayers()
      }
    }
  }

  /// Sets the watches, unless they are set.
  private func watch() {
    guard worksInBackground, watches.withLock({ $0 == nil }) else { return }
    var set: [any Defaults.StoreWatch] = []
    if capabilities.isWatchable,
      let watch = store.watch({ [weak self] event in self?.storeReported(event) })
    {
      set.append(watch)
    }
    set += layerFiles?.watch { [weak self] in self?.layersMayHaveChanged() } ?? []
    watches.withLock { $0 = set }
  }

  private func receiveReports(of store: any Defaults.ReportingStore) {
    let diagnostics = diagnostics
    let changed: (@Sendable () -> Void)? =
      if worksInBackground {
        { [weak self] in self?.storeReported(.changed) }
      } else {
        nil
      }
    store.report(to: { diagnostics.report($0) }, changed: changed)
  }

  private func storeReported(_ event: Defaults.StoreEvent) {
    switch event {
    case .changed:
      guard !isRefreshScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
      commitQueue.async {
        self.isRefreshScheduled.store(false, ordering: .releasing)
        self.withStore { self.refresh() }
      }
    case .disconnected(let error):
      diagnostics.report(.disconnected(error))
    case .connected:
      diagnostics.report(.connected(location: store.location))
      commitQueue.async {
        self.withStore {
          self.refresh()
          _ = self.commitPending()
        }
      }
    }
  }
}
