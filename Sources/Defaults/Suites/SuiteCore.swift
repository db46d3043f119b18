import Dispatch
import Synchronization

/// What all handles of one suite share: its values in memory and its way to the store.
///
/// Three places run code:
///
/// - A writer changes the memory under the lock of `state` and, after leaving it, calls the
///   observers on its own thread (`SuiteCore+Writing.swift`).
/// - Code that reads from or commits to the store runs in ``withStore(_:)``: the commit queue soon
///   after a write, or a thread that waits for the commit (`SuiteCore+Commit.swift`).
/// - The delivery queue calls observers for changes that came from elsewhere.
///
/// Code of others (rules, observers) never runs while a lock is held or the store is in use, so an
/// observer may flush, read, write, or wait for another thread that does.
final class SuiteCore: Sendable {
  /// The name of the suite.
  let name: String

  /// Where the user's values are kept.
  let store: any Defaults.Store

  /// The store's capabilities, which never change.
  let capabilities: Defaults.StoreCapabilities

  /// The files of the other layers; nil for a suite that has none.
  let layerFiles: LayerFiles?

  /// The values that the process was started with, where they concern the suite.
  let arguments: [Defaults.KeyName: Defaults.StoredValue]

  /// The observers of the suite.
  let observers = ObserverList()

  /// The keys that Swift's Observation tracks.
  let trackedKeys = TrackedKeys()

  /// The types that keys were declared with.
  let keyTypes = KeyTypes()

  /// The rules that values must follow.
  let rules = RuleBook()

  /// What went wrong.
  let diagnostics: DiagnosticLog

  /// The sequence number of the last change; 0 until the suite is loaded.
  ///
  /// A key whose cached value has this sequence number is read without locking `state`.
  let sequence = Atomic<UInt64>(0)

  /// The values in memory; nothing is called while this lock is held.
  let state = Mutex(State())

  /// What the store held when it was last read or written; changed in ``withStore(_:)`` alone.
  let base = Mutex<Defaults.StoreSnapshot?>(nil)

  /// Foundation's view of the same values, when it has one.
  let foundation: FoundationDomain?

  /// How long a failed commit or load waits before it is tried again, from first to last, in
  /// seconds.
  let retryDelays: ClosedRange<Double>

  /// The journal of commits; nil while no history is kept.
  let journal = Mutex<HistoryJournal?>(nil)

  /// The queue that reads from and commits to the store when no thread waits for it.
  let commitQueue: DispatchQueue

  private let storeAccess = Mutex<Void>(())

  /// The queue that calls observers and diagnostic handlers for what happens elsewhere.
  let deliveryQueue: DispatchQueue

  /// The watches of the store and of the layers' files.
  let watches = Mutex<[any Defaults.StoreWatch]>([])

  /// Whether the store is going to be read again.
  let isRefreshScheduled = Atomic<Bool>(false)
  /// Whether the layers are going to be read again.
  let isLayerRefreshScheduled = Atomic<Bool>(false)

  /// Creates a core, which uses its store when it is first read or written.
  init(
    name: String,
    store: any Defaults.Store,
    layerDirectories: Defaults.LayerDirectories? = nil,
    arguments: [Defaults.KeyName: Defaults.StoredValue] = [:],
    foundation: FoundationDomain? = nil,
    retryDelays: ClosedRange<Double> = 1...60
  ) {
    self.name = name
    self.store = store
    capabilities = store.capabilities
    layerFiles = layerDirectories.map { LayerFiles(directories: $0, suiteName: name) }
    self.arguments = arguments
    self.foundation = foundation
    self.retryDelays = retryDelays
    commitQueue = DispatchQueue(label: "defaults.commit.\(name)")
    deliveryQueue = DispatchQueue(label: "defaults.delivery.\(name)")
    diagnostics = DiagnosticLog(suiteName: name, queue: deliveryQueue)
  }

  /// Runs code that uses the store; no other such code of the suite runs meanwhile.
  ///
  /// It is a lock and not a queue, because a thread that waits for a commit which has not begun yet
  /// makes the commit itself.
  func withStore<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storeAccess.withLock { _ throws(Failure) in try body() }
  }
}

// MARK: - Reading

extension SuiteCore {
  /// Whether changes by others are noticed by polling.
  var isPolling: Bool {
    loadIfNeeded()
    return watches.withLock { $0.contains(where: \.isPolling) }
  }

  /// Returns what a key has now, overrides of the present task included.
  func keyState(forKey key: Defaults.KeyName) -> KeyState {
    if let override = OverrideScope.value(forKey: key, in: self) {
      return KeyState(value: override, sequence: 0, suiteSequence: 0)
    }
    loadIfNeeded()
    return state.withLock { $0.keyState(forKey: key) }
  }

  /// Returns what a key would have if its user's value were another one; nil for the present one.
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

  /// Returns the values of all layers but the registered defaults.
  func effectiveValues() -> [Defaults.KeyName: Defaults.StoredValue] {
    loadIfNeeded()
    return state.withLock { $0.effectiveValues }
  }
}

// MARK: - Loading

extension SuiteCore {
  /// Whether the suite has been loaded.
  var isLoaded: Bool { sequence.load(ordering: .acquiring) != 0 }

  /// Loads the suite unless that has happened; blocks for as long as the store takes.
  func loadIfNeeded() {
    guard !isLoaded else { return }
    withStore { loadFirst() }
  }

  private func loadFirst() {
    guard !isLoaded else { return }
    // The watch comes first, so that no change falls between the two.
    let watch = store.watch { [weak self] event in self?.storeReported(event) }
    watches.withLock { $0 = watch.map { [$0] } ?? [] }
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
    // Only now may other threads read without loading.
    state.withLock { sequence.store($0.sequence, ordering: .releasing) }
    if let loadError {
      diagnostics.report(.loadFailed(loadError))
      reloadLater(after: loadError, delay: retryDelays.lowerBound)
    }
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
