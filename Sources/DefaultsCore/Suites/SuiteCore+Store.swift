import Synchronization

// The use of the store: performs what `SuiteState` decides.
extension SuiteCore {
  /// Loads the suite if it is not loaded yet; blocks until the store has been read.
  func loadIfNeeded() {
    guard !isLoaded else { return }
    withStore {
      guard !isLoaded else { return }
      for (variable, reason) in environment.ignored {
        diagnostics.report(.variableIgnored(variable: variable, reason: reason))
      }
      perform(.start)
    }
  }

  /// Commits all edits made so far, including no-op writes, and waits until they are stored.
  ///
  /// It fails also when the store has rejected an edit since the last call. Failed edits stay
  /// pending, and the commit is tried again. If the suite does not work in the background, they are
  /// taken back instead.
  func flush() throws(Defaults.StoreError) {
    // A suite that was never used has nothing to commit.
    guard isLoaded else { return }
    state.withLock { $0.claimAssertions() }
    let failure = withStore { perform(.commit) ?? state.withLock { $0.rejection.take() } }
    if let failure { throw failure }
  }

  /// Takes back the last write if it could not be stored; see `SuiteState.takeBackLastFailedWrite`.
  func takeBackLastFailedWrite() -> [Defaults.StoredChange] {
    let changes = withStore { update { $0.takeBackLastFailedWrite(in: self) }.changes }
    // As after a write, observers know of the changes when the caller does.
    outbox.finish()
    return changes
  }

  /// Reads the store and the layers again, and merges the changes of other processes.
  func reload() {
    loadIfNeeded()
    withStore {
      if hasLayers { perform(.loadLayers) }
      perform(.load)
    }
  }

  /// Whether there may be values of other layers than the user's.
  private var hasLayers: Bool { layerFiles != nil || store is any Defaults.LayeredStore }

  /// Reads the layers again after the launch arguments or an added suite changed.
  ///
  /// Called without a lock, because it waits for a commit that is being made.
  func refreshVolatileLayers() {
    withStore { _ = perform(.loadLayers) }
  }

  /// Whether changes by other processes are detected by polling.
  var isPolling: Bool {
    loadIfNeeded()
    withStore { watch() }
    return watches.withLock { $0?.contains(where: \.isPolling) ?? false }
  }

  /// Changes the state for a reason other than a write, and performs the effects, except for the step.
  ///
  /// The caller may be inside `withStore`, so the outbox calls the observers.
  @discardableResult
  func update(_ change: (inout SuiteState) -> SuiteState.Effects) -> SuiteState.Effects {
    let (effects, deliveries) = state.withLock { state in
      let effects = change(&state)
      // From the first load on, other threads read without loading.
      if state.isLoaded { sequence.store(state.sequence, ordering: .releasing) }
      // Under the lock of the state, so that updates of several threads are kept in their order.
      unstored.withLock { $0 = state.hasFailedEdits ? self : nil }
      return (effects, observers.append(effects.changes))
    }
    if !effects.changes.isEmpty {
      outbox.send {
        for change in effects.changes { self.trackedKeys.report(change) }
        deliveries?.deliver()
      }
    }
    for diagnostic in effects.diagnostics { diagnostics.report(diagnostic) }
    if let (commit, edits) = effects.commit { record(commit, of: edits) }
    for (work, delay) in effects.scheduled { performLater(work, after: delay) }
    return effects
  }

  /// Performs work that the state has scheduled, on the queue.
  func performLater(_ work: SuiteState.Work, after delay: Double? = nil) {
    // A commit retains the suite, so that its edits are stored even without a handle.
    let perform: @Sendable () -> Void =
      switch work {
      case .commit, .commitAgain: { self.performScheduled(work) }
      case .start, .watch, .load, .loadAgain, .loadLayers:
        { [weak self] in self?.performScheduled(work) }
      }
    if let delay { commitQueue.async(after: delay, perform) } else { commitQueue.async(perform) }
  }

  /// Performs work that the state has scheduled, unless another thread has done it.
  func performScheduled(_ work: SuiteState.Work) {
    withStore {
      // A thread that waited may have done it already.
      guard state.withLock({ $0.scheduled.contains(work) }) else { return }
      _ = perform(work)
    }
  }

  /// Performs work in the store, from the first step to the last; called in ``withStore(_:)``.
  ///
  /// Returns the error with which the work ended; nil when it succeeded.
  @discardableResult
  private func perform(_ work: SuiteState.Work) -> Defaults.StoreError? {
    var effects = update { $0.begin(work) }
    while let step = effects.step {
      let outcome = perform(step)
      let location = store.location
      effects = update { $0.finish(outcome, at: location, in: self) }
    }
    return effects.failure
  }

  private func perform(_ step: SuiteState.Step) -> SuiteState.Outcome {
    switch step {
    case .watch:
      watch()
      return .watching
    case .read(let known):
      return .read(
        Result { () throws(Defaults.StoreError) in
          try store.load(unlike: known?.version).map { contents($0, since: known) }
        }
      )
    case .commit(let edits, let known):
      return .committed(
        Result { () throws(Defaults.StoreError) in
          let commit = try store.commit(edits.mapValues(\.value), expecting: edits.expectedInStore)
          // Then nobody else has changed a key.
          let isNext = commit.previousVersion != nil && commit.previousVersion == known?.version
          return (commit, contents(commit.snapshot, since: isNext ? commit.snapshot : known))
        }
      )
    case .readLayers:
      return .layers(
        readLayers(),
        arguments == nil ? nil : SuiteRegistry.shared.volatileDomains.arguments
      )
    }
  }

  /// Returns a snapshot with the keys that differ from the one before.
  ///
  /// They are found without the lock of the state, which readers need: it takes as long as the suite is
  /// large.
  private func contents(
    _ snapshot: Defaults.StoreSnapshot,
    since known: Defaults.StoreSnapshot?
  ) -> SuiteState.Contents {
    guard isLoaded, snapshot.version != known?.version else {
      return SuiteState.Contents(snapshot: snapshot, changedKeys: [])
    }
    let before = known?.contents ?? PropertyListDocument()
    let keys = snapshot.contents.keysThatDiffer(from: before)
    return SuiteState.Contents(snapshot: snapshot, changedKeys: keys.sorted())
  }

  private func readLayers() -> LayerFiles.Contents {
    var contents = layerFiles?.load() ?? LayerFiles.Contents(of: store)
    let added = addedSuites.withLock { $0 }.map { added in
      LayerValues(
        layer: .global,
        location: added.core.store.location,
        values: added.core.values()
      )
    }
    let place = contents.layers.firstIndex { $0.layer > .user } ?? contents.layers.endIndex
    contents.layers.insert(contentsOf: added.filter { !$0.values.isEmpty }, at: place)
    return contents
  }

  /// Drops Foundation's copy of the values, and adds the commit to the history.
  ///
  /// An error of the history is reported and does not fail the commit.
  private func record(_ commit: Defaults.StoreCommit, of edits: SuiteState.Edits) {
    foundation.map(LinkedFoundation.shared.dropCachedValues)
    guard let journal = journal.withLock({ $0 }) else { return }
    var edits = edits
    for (key, value) in commit.otherForms { edits[key]?.value = value }
    do throws(Defaults.StoreError) {
      for repair in try journal.record(edits, in: commit) {
        diagnostics.report(repair)
      }
    } catch {
      diagnostics.report(.historyFailed(error))
    }
  }
}

// MARK: - Events of the store

extension SuiteCore {
  /// Sets the watches, unless they are set.
  private func watch() {
    guard worksInBackground, watches.withLock({ $0 == nil }) else { return }
    var set: [any Defaults.StoreWatch] = []
    if capabilities.isWatchable,
      let watch = store.watch({ [weak self] event in self?.storeReported(event) })
    {
      set.append(watch)
    }
    set += layerFiles?.watch { [weak self] in self?.update { $0.schedule(.loadLayers) } } ?? []
    watches.withLock { $0 = set }
  }

  /// Receives the reports of a store that makes some without being watched.
  func receiveReports(of store: any Defaults.ReportingStore) {
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
      update { $0.schedule(.load) }
      if store is any Defaults.LayeredStore { update { $0.schedule(.loadLayers) } }
    case .disconnected(let error):
      diagnostics.report(.disconnected(error))
    case .connected:
      diagnostics.report(.connected(location: store.location))
      update { $0.schedule(.load, .commit) }
    }
  }
}
