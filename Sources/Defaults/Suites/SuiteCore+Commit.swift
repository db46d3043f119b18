import Synchronization

// The code that uses the store, except for the first load. It runs in `withStore`.
//
// A commit sends the edits that are pending when it starts to the store, which applies them to its
// present values. The result is then merged into memory. Edits that are made meanwhile stay
// pending; they have a higher write number. The steps of a merge must be in this order:
//
// 1. The committed edits are removed from `pending`. A pending edit wins over a change of another
//    process, so otherwise later changes of the same keys would be ignored.
// 2. The changes of other processes are merged, each with its own sequence number.
// 3. The base document is replaced. `SlotTable` creates the slots of keys that were not read yet
//    from it, so a replacement before step 2 would hide which values changed.
extension SuiteCore {
  /// Commits all edits made so far, including no-op writes, and waits until they are stored.
  ///
  /// - Throws: ``Defaults/StoreError`` when the store fails, or has rejected an edit since the last
  ///   call; failed edits stay pending, and the commit is tried again. If the suite does not work in
  ///   the background, they are taken back instead.
  func flush() throws(Defaults.StoreError) {
    // A suite that was never used has nothing to commit.
    guard isLoaded else { return }
    state.withLock { $0.claimAssertions() }
    var failure = commitAndTakeRejection()
    if !worksInBackground, let first = failure { failure = commitAgainOrRevert(after: first) }
    if let failure { throw failure }
  }

  private func commitAndTakeRejection() -> Defaults.StoreError? {
    withStore { commitPending() ?? state.withLock { $0.rejection.take() } }
  }

  /// Tries a failed commit once more, and takes the edits back if that fails as well.
  ///
  /// A one-time error of the system should not make a command fail. But a command that has reported
  /// a failure must not store the value afterwards, for example when the process exits.
  private func commitAgainOrRevert(
    after failure: Defaults.StoreError
  ) -> Defaults.StoreError? {
    var failure: Defaults.StoreError? = failure
    switch failure?.cause {
    case .system, .notDurable: failure = commitAndTakeRejection()
    // For a lock, for example, the first attempt has waited as long as it may.
    default: break
    }
    guard let failure else { return nil }
    // The store has the new values, so they are not taken back.
    if case .notDurable = failure.cause { return failure }
    let committed = base.withLock { $0?.contents }
    changeElsewhere { state in
      state.commitFailure = nil
      return state.pending.compactMap { key, edit in
        state.revert(key, edit: edit, to: committed?[key], in: self)
      }
    }
    return failure
  }

  /// Reads the store and the layers again, and merges the changes of other processes.
  func reload() {
    loadIfNeeded()
    withStore {
      refreshLayers()
      refresh()
    }
  }

  /// Reads the store again, and merges the changes of other processes.
  func refresh(retryDelay: Double? = nil) {
    let known = base.withLock { $0?.version }
    let lastWrite = state.withLock { $0.lastWrite }
    do {
      let snapshot = try store.load(unlike: known)
      let (wasUnreadable, hasFailedEdits) = state.withLock { state in
        state.forgetAssertions(upTo: lastWrite)
        return (state.loadError.take() != nil, state.commitFailure?.isTemporary == false)
      }
      defer { if wasUnreadable { diagnostics.report(.loaded(location: store.location)) } }
      guard let snapshot else { return }
      merge(snapshot, committed: [:])
      // The change may have removed the cause of the failed commit.
      if hasFailedEdits { _ = commitPending() }
    } catch {
      let isNew = state.withLock { state in
        defer { state.loadError = error }
        return state.loadError != error
      }
      if isNew { diagnostics.report(.loadFailed(error)) }
      reloadLater(after: error, delay: retryDelay ?? retryDelays.lowerBound)
    }
  }

  /// Schedules another load after a failure that can end without an event of the store's watch.
  func reloadLater(after error: Defaults.StoreError, delay: Double) {
    guard error.isTemporary, worksInBackground else { return }
    let isScheduled = state.withLock { state in
      defer { state.isReloadScheduled = true }
      return state.isReloadScheduled
    }
    guard !isScheduled else { return }
    commitQueue.async(after: delay) { [weak self] in
      guard let self else { return }
      state.withLock { $0.isReloadScheduled = false }
      withStore { refresh(retryDelay: min(delay * 2, retryDelays.upperBound)) }
    }
  }

  /// Commits the pending edits, all in one commit if the store has no limit.
  ///
  /// - Returns: the error of the store; nil when it succeeded.
  func commitPending(retryDelay: Double? = nil) -> Defaults.StoreError? {
    // Edits that are made from now on schedule a new commit.
    let lastWrite = state.withLock { state in
      state.isCommitScheduled = false
      state.lastCommittingWrite = state.lastWrite
      return state.lastWrite
    }
    while true {
      let edits = state.withLock { state in
        state.pending.firstWrites(until: lastWrite, limit: capabilities.transactionLimit)
      }
      guard !edits.isEmpty else { return nil }
      if isStored(edits) { continue }
      let expected = edits.expectedInStore
      do throws(Defaults.StoreError) {
        if let error = damage() { throw error }
        let commit =
          expected.isEmpty
          ? try store.commit(edits.mapValues(\.value))
          : try store.commit(edits.mapValues(\.value), expecting: expected)
        finish(commit, of: edits)
      } catch {
        // The other edits must not wait because of one that was made for another value.
        if case .outdated(let keys) = error.cause, keys.contains(where: { expected[$0] != nil }) {
          takeBack(writesWithConditionOn: keys, error: error)
          continue
        }
        // A value that can never be stored must not prevent the commit of all others.
        if case .unsupportedValue(let key, _) = error.cause, let edit = edits[key] {
          reject(edit, forKey: key, error: error)
          continue
        }
        keepTrying(after: error, edits: edits, delay: retryDelay ?? retryDelays.lowerBound)
        return error
      }
    }
  }

  /// Returns the error of a store that a process without background work must not replace.
  ///
  /// Such a process is a command that has never read good values. Its commit would set the unreadable
  /// content aside and leave the edit alone in a new file, and the user, who sees only the outcome of
  /// the command, would take the other values for lost.
  private func damage() -> Defaults.StoreError? {
    guard !worksInBackground, base.withLock({ $0 == nil }) else { return nil }
    refresh()
    guard let error = state.withLock(\.loadError), case .unreadable = error.cause else {
      return nil
    }
    return error
  }

  /// Returns whether the store has the values of all edits already, and removes them if so.
  ///
  /// It reads the store at most once, and not at all if an edit differs from the base.
  private func isStored(_ edits: [Defaults.KeyName: PendingEdit]) -> Bool {
    func agree() -> Bool {
      base.withLock { base in
        guard let base else { return false }
        return edits.allSatisfy { base.contents[$0.key] == $0.value.value }
      }
    }
    // After a failure, the store may have the values already, but not durably.
    guard state.withLock({ $0.commitFailure == nil }), agree() else { return false }
    refresh()
    guard state.withLock({ $0.loadError == nil }), agree() else { return false }
    state.withLock { state in
      state.removePending(edits)
      state.commitFailure = nil
    }
    return true
  }

  private func finish(_ commit: Defaults.StoreCommit, of edits: [Defaults.KeyName: PendingEdit]) {
    // Before the merge, so that nobody sees the new values together with the old error.
    let (wasUnreadable, wasFailing) = state.withLock { state in
      if let setAside = commit.setAside { state.setAside = setAside }
      return (state.loadError.take() != nil, state.commitFailure.take() != nil)
    }
    merge(commit.snapshot, previousVersion: commit.previousVersion, committed: edits)
    if let setAside = commit.setAside {
      diagnostics.report(
        .contentSetAside(
          location: setAside.location,
          reason: setAside.reason,
          keepsValues: setAside.keepsValues
        )
      )
    } else if wasUnreadable {
      diagnostics.report(.loaded(location: store.location))
    }
    if wasFailing { diagnostics.report(.committed(keys: edits.keys.sorted())) }
    foundation?.dropCachedValues()
    record(commit, of: edits)
  }

  /// Adds a commit to the journal; an error there is reported and does not fail the commit.
  private func record(_ commit: Defaults.StoreCommit, of edits: [Defaults.KeyName: PendingEdit]) {
    guard let journal = journal.withLock({ $0 }) else { return }
    do throws(Defaults.StoreError) {
      for repair in try journal.record(edits, replaced: commit.replaced) {
        diagnostics.report(repair)
      }
    } catch {
      diagnostics.report(.historyFailed(error))
    }
  }

  /// Merges a snapshot of the store into memory, and delivers the changes of other processes.
  ///
  /// - Parameters:
  ///   - snapshot: the snapshot.
  ///   - previousVersion: the version to which the commit applied the edits; nil after a load.
  ///   - edits: the committed edits that the snapshot contains.
  private func merge(
    _ snapshot: Defaults.StoreSnapshot,
    previousVersion: Defaults.StoreVersion? = nil,
    committed edits: [Defaults.KeyName: PendingEdit]
  ) {
    let old = base.withLock { base in
      defer { base = snapshot }
      return base
    }
    // Compared before the lock is taken: keys that are equal in both snapshots need no merge.
    let keys = Self.keysThatOthersChanged(
      in: snapshot,
      since: old,
      previousVersion: previousVersion
    )
    changeElsewhere { state in
      state.removePending(edits)
      let changes = keys.compactMap { state.merge(snapshot.contents[$0], forKey: $0, in: self) }
      state.rebase(onto: snapshot.contents)
      return changes
    }
  }

  /// Takes back writes that were made for other values than the store has, and reads the store.
  ///
  /// Nothing is taken back, and nothing is an error, where later writes have replaced all of them.
  /// Otherwise the next flush throws the error. After an earlier failure, the flush of these writes has
  /// returned already, so the error is reported instead.
  private func takeBack(
    writesWithConditionOn keys: [Defaults.KeyName],
    error: Defaults.StoreError
  ) {
    let committed = base.withLock { $0?.contents }
    var flushedBefore: [Defaults.KeyName] = []
    changeElsewhere { state in
      let edits = state.pending.writes(withConditionOn: keys)
      if state.commitFailure != nil {
        flushedBefore = edits.keys.sorted()
      } else if !edits.isEmpty {
        state.rejection = error
      }
      return edits.sorted { $0.key < $1.key }.compactMap { key, edit in
        state.revert(key, edit: edit, to: committed?[key], in: self)
      }
    }
    for key in flushedBefore { diagnostics.report(.rejectedByStore(key: key, error: error)) }
    refresh()
  }

  private func reject(_ edit: PendingEdit, forKey key: Defaults.KeyName, error: Defaults.StoreError)
  {
    let committed = base.withLock { $0?.contents[key] }
    changeElsewhere { state in
      state.rejection = error
      return state.revert(key, edit: edit, to: committed, in: self).map { [$0] } ?? []
    }
    diagnostics.report(.rejectedByStore(key: key, error: error))
  }

  private func keepTrying(
    after error: Defaults.StoreError,
    edits: [Defaults.KeyName: PendingEdit],
    delay: Double
  ) {
    let (isNew, needsRetry) = state.withLock { state in
      let isNew = state.commitFailure != error
      let needsRetry = error.isTemporary && worksInBackground && !state.isRetryScheduled
      state.commitFailure = error
      state.lastCommittingWrite = 0
      state.isRetryScheduled = state.isRetryScheduled || needsRetry
      return (isNew, needsRetry)
    }
    if isNew {
      diagnostics.report(.commitFailed(error, keys: edits.keys.sorted()))
    }
    guard needsRetry else { return }
    // The closure retains the suite, so that its edits are stored even without a handle.
    commitQueue.async(after: delay) {
      self.state.withLock { $0.isRetryScheduled = false }
      self.withStore {
        _ = self.commitPending(retryDelay: min(delay * 2, self.retryDelays.upperBound))
      }
    }
  }

  /// Changes the state for a reason other than a write, and delivers the changes.
  ///
  /// The caller may be inside `withStore`, so observers are called on the delivery queue.
  func changeElsewhere(_ change: (inout State) -> [Defaults.StoredChange]) {
    let (changes, deliveries) = state.withLock { state in
      let changes = change(&state)
      // Before the first load, the sequence must stay 0, which means "not loaded".
      if isLoaded { sequence.store(state.sequence, ordering: .releasing) }
      return (changes, observers.append(changes))
    }
    guard !changes.isEmpty else { return }
    deliver {
      for change in changes { self.trackedKeys.report(change) }
      deliveries?.deliver()
    }
  }

  private static func keysThatOthersChanged(
    in snapshot: Defaults.StoreSnapshot,
    since old: Defaults.StoreSnapshot?,
    previousVersion: Defaults.StoreVersion?
  ) -> [Defaults.KeyName] {
    if let previousVersion, previousVersion == old?.version { return [] }
    // Sorted, so that observers receive the changes in a fixed order.
    return snapshot.contents.keysThatDiffer(from: old?.contents ?? PropertyListDocument()).sorted()
  }
}

extension [Defaults.KeyName: SuiteCore.PendingEdit] {
  /// Returns the edits of the first writes that together change at most `limit` keys.
  ///
  /// All edits of one write are in the same commit.
  ///
  /// - Parameters:
  ///   - lastWrite: the sequence number of the last write to include.
  ///   - limit: the number of keys; nil for no limit.
  /// - Returns: the edits.
  fileprivate func firstWrites(until lastWrite: UInt64, limit: Int?) -> Self {
    let edits =
      allSatisfy { $0.value.write <= lastWrite }
      ? self : filter { $0.value.write <= lastWrite }
    guard let limit, edits.count > limit else { return edits }
    var chosen: Self = [:]
    for (_, edits) in Dictionary<UInt64, [Element]>(grouping: edits, by: \.value.write)
      .sorted(by: { $0.key < $1.key })
    {
      guard chosen.count + edits.count <= limit || chosen.isEmpty else { break }
      chosen.merge(edits.map { ($0.key, $0.value) }) { $1 }
    }
    return chosen
  }
}
