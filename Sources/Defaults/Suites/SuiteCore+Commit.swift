import Dispatch
import Synchronization

// The only code that talks to the store, but for loading it first; it all runs in `withStore`.
extension SuiteCore {
  /// Commits all edits made until now, writes of what was there already included, and returns
  /// when the store has them.
  ///
  /// - Throws: ``Defaults/StoreError`` when the store fails, or rejected an edit since the last
  ///   call; edits that failed are kept and tried again.
  func flush() throws(Defaults.StoreError) {
    // A suite that was never used has nothing to commit.
    guard generation.load(ordering: .acquiring) != 0 else { return }
    state.withLock { $0.claimAssertions() }
    let failure = withStore {
      commitPending() ?? state.withLock { $0.rejection.take() }
    }
    if let failure { throw failure }
  }

  /// Looks whether the store has changed, and takes over what did.
  func reload() {
    loadIfNeeded()
    withStore {
      refreshLayers()
      refresh()
    }
  }

  /// Takes over what others stored.
  func refresh(retryDelay: Double? = nil) {
    let known = base.withLock { $0?.version }
    let lastEdit = state.withLock { $0.lastEdit }
    do {
      let snapshot = try store.load(unlike: known)
      state.withLock { state in
        state.loadError = nil
        state.forgetAssertions(upTo: lastEdit)
      }
      guard let snapshot else { return }
      adopt(snapshot, settling: [:])
    } catch {
      let isNew = state.withLock { state in
        defer { state.loadError = error }
        return state.loadError != error
      }
      if isNew { diagnostics.report(.loadFailed(error)) }
      lookAgain(after: error, delay: retryDelay ?? retryDelays.lowerBound)
    }
  }

  /// Looks again after a failure that may pass without a change that the watch would tell of.
  func lookAgain(after error: Defaults.StoreError, delay: Double) {
    guard case .system = error.cause else { return }
    let isScheduled = state.withLock { state in
      defer { state.isLookScheduled = true }
      return state.isLookScheduled
    }
    guard !isScheduled else { return }
    commitQueue.asyncAfter(deadline: .now() + delay) { [weak self] in
      guard let self else { return }
      state.withLock { $0.isLookScheduled = false }
      withStore { refresh(retryDelay: min(delay * 2, retryDelays.upperBound)) }
    }
  }

  /// Commits the pending edits, all in one.
  ///
  /// - Returns: why the store failed, or nil.
  func commitPending(retryDelay: Double? = nil) -> Defaults.StoreError? {
    while true {
      let edits = state.withLock { state in
        state.isCommitScheduled = false
        return state.pending
      }
      guard !edits.isEmpty, !isStored(edits) else { return nil }
      do {
        let commit = try store.commit(edits.mapValues(\.value))
        finish(commit, of: edits)
        return nil
      } catch {
        // One value that can never be stored must not hold up all the others.
        if case .unsupportedValue(let key, _) = error.cause, let edit = edits[key] {
          reject(edit, forKey: key, error: error)
          continue
        }
        keepTrying(after: error, edits: edits, delay: retryDelay ?? retryDelays.lowerBound)
        return error
      }
    }
  }

  /// Answers whether edits are what is stored already, and forgets them if so.
  ///
  /// This costs a look at the store at most, and none when an edit changes what was there.
  private func isStored(_ edits: [Defaults.KeyName: Edit]) -> Bool {
    func agree() -> Bool {
      base.withLock { base in
        guard let base else { return false }
        return edits.allSatisfy { base.contents[$0.key] == $0.value.value }
      }
    }
    guard agree() else { return false }
    refresh()
    guard state.withLock({ $0.loadError == nil }), agree() else { return false }
    state.withLock { state in
      state.settle(edits)
      state.commitFailure = nil
    }
    return true
  }

  private func finish(_ commit: Defaults.StoreCommit, of edits: [Defaults.KeyName: Edit]) {
    adopt(commit.snapshot, basis: commit.basis, settling: edits)
    state.withLock { state in
      state.loadError = nil
      state.commitFailure = nil
    }
    if let setAside = commit.setAside {
      diagnostics.report(
        .contentSetAside(location: setAside.location, reason: setAside.reason)
      )
    }
    foundation?.dropCachedValues()
    remember(commit, of: edits)
  }

  /// Adds a commit to the journal; a failure there is no failure of the commit.
  private func remember(_ commit: Defaults.StoreCommit, of edits: [Defaults.KeyName: Edit]) {
    guard let journal = journal.withLock({ $0 }) else { return }
    do throws(Defaults.StoreError) {
      try journal.record(edits.mapValues(\.value), replaced: commit.replaced)
    } catch {
      diagnostics.report(.historyFailed(error))
    }
  }

  /// Takes over a state of the store and tells of what others changed in it.
  ///
  /// - Parameters:
  ///   - snapshot: the state.
  ///   - basis: the version to which nothing but edits of this process was applied, if any.
  ///   - edits: the edits that are in it.
  private func adopt(
    _ snapshot: Defaults.StoreSnapshot,
    basis: Defaults.StoreVersion? = nil,
    settling edits: [Defaults.KeyName: Edit]
  ) {
    let old = base.withLock { base in
      defer { base = snapshot }
      return base
    }
    // Compared before the lock is taken: what is equal here needs no look at the memory.
    let keys = Self.keysThatOthersChanged(in: snapshot, since: old, basis: basis)
    let changes = state.withLock { state in
      state.settle(edits)
      let changes = keys.compactMap { state.absorb(snapshot.contents[$0], forKey: $0) }
      state.rebase(onto: snapshot.contents)
      generation.store(state.sequence, ordering: .releasing)
      return changes
    }
    publish(changes)
  }

  private func reject(_ edit: Edit, forKey key: Defaults.KeyName, error: Defaults.StoreError) {
    let committed = base.withLock { $0?.contents[key] }
    let change = state.withLock { state in
      state.rejection = error
      let change = state.revert(key, edit: edit, to: committed)
      generation.store(state.sequence, ordering: .releasing)
      return change
    }
    diagnostics.report(.rejectedByStore(key: key, error: error))
    publish(change.map { [$0] } ?? [])
  }

  private func keepTrying(
    after error: Defaults.StoreError,
    edits: [Defaults.KeyName: Edit],
    delay: Double
  ) {
    let (isNew, needsRetry) = state.withLock { state in
      defer {
        state.commitFailure = error
        state.isRetryScheduled = true
      }
      return (state.commitFailure != error, !state.isRetryScheduled)
    }
    if isNew {
      diagnostics.report(.commitFailed(error, keys: edits.keys.sorted()))
    }
    guard needsRetry else { return }
    // Holds on to the suite, so that edits outlive the last handle while they are not safe.
    commitQueue.asyncAfter(deadline: .now() + delay) {
      self.state.withLock { $0.isRetryScheduled = false }
      self.withStore {
        _ = self.commitPending(retryDelay: min(delay * 2, self.retryDelays.upperBound))
      }
    }
  }

  /// Tells observers of changes that others made, on the delivery queue.
  func publish(_ changes: [Change]) {
    guard !changes.isEmpty, untold.add(changes) else { return }
    deliveryQueue.async {
      for change in self.untold.take() {
        self.deliver(change, isPrior: false)
      }
    }
  }

  private static func keysThatOthersChanged(
    in snapshot: Defaults.StoreSnapshot,
    since old: Defaults.StoreSnapshot?,
    basis: Defaults.StoreVersion?
  ) -> [Defaults.KeyName] {
    if let basis, basis == old?.version { return [] }
    // Without order in a dictionary; those who are told should see one order.
    return snapshot.contents.keysThatDiffer(from: old?.contents ?? PropertyListDocument()).sorted()
  }
}
