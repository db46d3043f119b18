import Dispatch
import Synchronization

/// What all handles of one suite share: its values in memory and its way to the store.
///
/// Three places run code. A **writer** changes the memory under the lock and, after leaving it,
/// tells the observers on its own thread. Whoever **talks to the store** does so in ``withStore(_:)``:
/// the commit queue soon after a write, or a thread that wants to wait for it. The **delivery
/// queue** tells observers of changes that came from elsewhere. Code of others never runs while
/// the store is held, so that an observer may flush, read, write or wait for another thread that
/// does.
final class SuiteCore: Sendable {
  /// The name of the suite.
  let name: String

  /// Where the user's values are kept.
  let store: any Defaults.Store

  /// The files of the other layers; nil for a suite that has none.
  let layerFiles: LayerFiles?

  /// What the process was started with, where that concerns the suite.
  let arguments: [Defaults.KeyName: Defaults.StoredValue]

  /// Whoever wants to know of changes.
  let observers = ObserverList()

  /// What is tracked in the place of keys.
  let trackedKeys = TrackedKeys()

  /// What types the values of keys have.
  let keyTypes = KeyTypes()

  /// Which values keys may have.
  let rules = RuleBook()

  /// What went wrong.
  let diagnostics: DiagnosticLog

  /// Grows with every change of a value; 0 until the suite is loaded.
  ///
  /// A key whose cached value bears this number reads without asking for the lock.
  let generation = Atomic<UInt64>(0)

  /// The values in memory; nothing is ever called while this lock is held.
  let state = Mutex(State())

  /// What the store held when it was last read or written; changed by who holds the store alone.
  let base = Mutex<Defaults.StoreSnapshot?>(nil)

  /// Foundation's view of the same values, when it has one.
  let foundation: FoundationDomain?

  /// How long a failed commit or load waits before it is tried again, from first to last, in
  /// seconds.
  let retryDelays: ClosedRange<Double>

  /// Where commits are remembered; nil while nobody wants that.
  let journal = Mutex<HistoryJournal?>(nil)

  /// The queue that talks to the store when nobody waits for it.
  let commitQueue: DispatchQueue

  private let storeAccess = Mutex<Void>(())

  /// The queue on which code of others runs.
  let deliveryQueue: DispatchQueue

  /// Changes that the delivery queue is going to tell of.
  let untold = UntoldChanges()

  /// What keeps notices of changes coming.
  let watches = Mutex<[any Defaults.StoreWatch]>([])

  private let isRefreshScheduled = Atomic<Bool>(false)
  /// Whether the layers are going to be read again.
  let isLayerRefreshScheduled = Atomic<Bool>(false)

  /// Creates a core, which touches its store when it is first used.
  init(
    name: String,
    store: any Defaults.Store,
    places: Defaults.LayerPlaces? = nil,
    arguments: [Defaults.KeyName: Defaults.StoredValue] = [:],
    foundation: FoundationDomain? = nil,
    retryDelays: ClosedRange<Double> = 1...60
  ) {
    self.name = name
    self.store = store
    layerFiles = places.map { LayerFiles(places: $0, suiteName: name) }
    self.arguments = arguments
    self.foundation = foundation
    self.retryDelays = retryDelays
    commitQueue = DispatchQueue(label: "defaults.commit.\(name)")
    deliveryQueue = DispatchQueue(label: "defaults.delivery.\(name)")
    diagnostics = DiagnosticLog(suiteName: name, queue: deliveryQueue)
  }

  /// Runs code that talks to the store; no other such code of the suite runs meanwhile.
  ///
  /// Not a queue, because who waits for a commit that has yet to begin is faster to make it.
  func withStore<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storeAccess.withLock { _ throws(Failure) in try body() }
  }

  // MARK: - Reading

  /// Whether changes by others are noticed by looking again and again.
  var isPolling: Bool {
    loadIfNeeded()
    return watches.withLock { $0.contains(where: \.isPolling) }
  }

  /// Gives what a key has now.
  func reading(forKey key: Defaults.KeyName) -> Reading {
    if let override = OverrideScope.value(forKey: key, in: self) {
      return Reading(value: override, ticket: 0, generation: 0)
    }
    loadIfNeeded()
    return state.withLock { $0.reading(forKey: key) }
  }

  /// Gives what a key would have if its user's value were another one; nil for the present one.
  func reading(forKey key: Defaults.KeyName, replacing edit: Defaults.StoredValue??) -> Reading {
    if let override = OverrideScope.value(forKey: key, in: self) {
      return Reading(value: edit ?? override, ticket: 0, generation: 0)
    }
    loadIfNeeded()
    return state.withLock { state in
      var reading = state.reading(forKey: key)
      if let edit {
        reading.value = state.change(of: key, to: edit, origin: .thisProcess).newEffective
      }
      return reading
    }
  }

  /// Gives the user's values.
  func values() -> [Defaults.KeyName: Defaults.StoredValue] {
    loadIfNeeded()
    return state.withLock { $0.slots }.values
  }

  /// Gives the values of all layers but the registered defaults.
  func effectiveValues() -> [Defaults.KeyName: Defaults.StoredValue] {
    loadIfNeeded()
    return state.withLock { $0.effectiveValues }
  }

  /// Loads the values when that has not happened yet.
  func loadIfNeeded() {
    guard generation.load(ordering: .acquiring) == 0 else { return }
    withStore { loadFirst() }
  }

  private func loadFirst() {
    guard generation.load(ordering: .acquiring) == 0 else { return }
    // The watch comes first, so that no change falls between the two.
    let watch = store.watch { [weak self] in self?.storeMayHaveChanged() }
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
    // Only now may anybody read.
    state.withLock { generation.store($0.sequence, ordering: .releasing) }
    if let loadError {
      diagnostics.report(.loadFailed(loadError))
      lookAgain(after: loadError, delay: retryDelays.lowerBound)
    }
  }

  private func storeMayHaveChanged() {
    guard !isRefreshScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    commitQueue.async {
      self.isRefreshScheduled.store(false, ordering: .releasing)
      self.withStore { self.refresh() }
    }
  }

  // MARK: - Writing

  /// Stores or removes a value: in memory now, in the store soon.
  ///
  /// - Parameters:
  ///   - new: the value, or nil to remove what is stored.
  ///   - key: the name of the key.
  ///   - expected: the ticket that the key must still have, or nil for any.
  /// - Returns: false when the key's ticket is another one by now, and nothing was done. A write
  ///   that a rule or a lock forbids is reported instead.
  @discardableResult
  func write(
    _ new: Defaults.StoredValue?,
    forKey key: Defaults.KeyName,
    expecting expected: UInt64? = nil
  ) -> Bool {
    if let violation = rules.violation(of: new, forKey: key) {
      diagnostics.report(.invalidValue(key: key, violation: violation))
      return true
    }
    if OverrideScope.write(new, forKey: key, in: self) { return true }
    loadIfNeeded()
    announce(new, forKey: key, expecting: expected)
    let outcome = state.withLock { state in
      let outcome = state.write(new, forKey: key, expecting: expected)
      generation.store(state.sequence, ordering: .releasing)
      return outcome
    }
    switch outcome {
    case .unchanged:
      return true
    case .conflict:
      return false
    case .locked(let lock):
      diagnostics.report(.lockedKey(key: key, lock: lock))
      return true
    case .changed(let change, let needsCommit):
      if needsCommit {
        scheduleCommit()
      }
      deliver(change, isPrior: false)
      return true
    }
  }

  /// Stores or removes several values at once, or none of them.
  ///
  /// - Parameters:
  ///   - edits: by key, the value to store, or nil to remove what is stored.
  ///   - expected: the tickets that keys must still have.
  /// - Returns: false when a ticket is another one by now, and nothing was done.
  /// - Throws: ``Defaults/WriteError`` for the first key, by name, that cannot be written.
  func write(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: UInt64]
  ) throws(Defaults.WriteError) -> Bool {
    loadIfNeeded()
    // What is overridden here has no ticket to compare.
    let expected = expected.filter { OverrideScope.value(forKey: $0.key, in: self) == nil }
    let edits = edits.filter { !OverrideScope.write($0.value, forKey: $0.key, in: self) }
    for (key, edit) in edits.sorted(by: { $0.key < $1.key }) {
      if let reason = edit?.refusal() { throw .unsupported(key: key, reason: reason) }
      if let violation = rules.violation(of: edit, forKey: key) {
        throw .invalid(key: key, violation)
      }
      announce(edit, forKey: key, expecting: expected[key])
    }
    let outcome = state.withLock { state in
      let outcome = state.write(edits, expecting: expected)
      generation.store(state.sequence, ordering: .releasing)
      return outcome
    }
    switch outcome {
    case .conflict:
      return false
    case .locked(let key, let lock):
      throw .locked(key: key, by: lock)
    case .changed(let changes, let needsCommit):
      if needsCommit {
        scheduleCommit()
      }
      for change in changes { deliver(change, isPrior: false) }
      return true
    }
  }

  private func scheduleCommit() {
    commitQueue.async {
      self.withStore {
        // Somebody who waited has made it already, or has failed to, and it is tried again later.
        guard self.state.withLock(\.isCommitScheduled) else { return }
        _ = self.commitPending()
      }
    }
  }

  /// Calls the observers of a change; on the writer's thread or the delivery queue.
  func deliver(_ change: Change, isPrior: Bool) {
    guard !Propagation.isSuppressed else { return }
    if !isPrior { trackedKeys.tell(of: change) }
    guard observers.mayBeInterested else { return }
    let change = Defaults.StoredChange(
      suite: Defaults.Suite(core: self),
      key: change.key,
      old: change.old,
      new: change.new,
      oldEffective: change.oldEffective,
      newEffective: change.newEffective,
      origin: change.origin,
      sequence: change.sequence,
    )
    observers.deliver(change, isPrior: isPrior)
  }

  private func announce(
    _ new: Defaults.StoredValue?,
    forKey key: Defaults.KeyName,
    expecting expected: UInt64?
  ) {
    guard observers.wantsPrior(forKey: key) else { return }
    let change: Change? = state.withLock { state in
      guard state.stack.locks[key] == nil,
        expected.map({ state.reading(forKey: key).ticket == $0 }) ?? true
      else { return nil }
      let change = state.change(of: key, to: new, origin: .thisProcess)
      return change.old == change.new ? nil : change
    }
    if let change { deliver(change, isPrior: true) }
  }
}
