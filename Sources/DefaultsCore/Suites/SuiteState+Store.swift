// How a suite uses its store.
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
extension SuiteState {
  /// Begins work on the store; the thread that does it has the store for itself until the last step.
  mutating func begin(_ work: Work) -> Effects {
    guard case .idle = phase else { preconditionFailure("The store is being used.") }
    scheduled.remove(work)
    // Before the first load, there is nothing to compare and nothing to commit.
    guard isLoaded || work == .start else { return Effects() }
    switch work {
    case .start where policy.watchDelay != nil: read(.start)
    case .start, .watch: next(.watching, .watch)
    case .load, .loadAgain: read(.merge)
    case .loadLayers: next(.readingLayers, .readLayers)
    case .commit, .commitAgain:
      isSecondAttempt = false
      beginCommit()
    }
    return takeEffects()
  }

  /// Continues the work after a step; returns the effects, with the next step if there is one.
  ///
  /// The location of the store is for diagnostics.
  mutating func finish(_ outcome: Outcome, at location: String, in core: SuiteCore) -> Effects {
    let ended = phase
    phase = .idle
    switch (ended, outcome) {
    case (.watching, .watching):
      read(isLoaded ? .mergeAll : .start)
    case (.reading(let purpose, let lastWrite), .read(let result)):
      merge(result, for: purpose, lastWrite: lastWrite, at: location, in: core)
      continueAfterReading(purpose, hasChanged: (try? result.get()) != nil, in: core)
    case (.committing(let edits), .committed(.success((let commit, let contents)))):
      finish(commit, contents, of: edits, at: location, in: core)
      commitNext()
    case (.committing(let edits), .committed(.failure(let error))):
      resolve(error, of: edits, in: core)
    case (.readingLayers, .layers(let contents, let volatileArguments)):
      effects.diagnostics = contents.diagnostics.filter { !layerDiagnostics.contains($0) }
      layerDiagnostics = contents.diagnostics
      effects.changes = replaceLayers(by: contents, volatileArguments: volatileArguments, in: core)
      if !isLoaded { finishStart() }
    default:
      preconditionFailure("This is the outcome of another step.")
    }
    return takeEffects()
  }

  /// Schedules work that an event of the store asks for.
  mutating func schedule(_ work: Work...) -> Effects {
    for work in work where scheduled.insert(work) { effects.scheduled.append((work, nil)) }
    return takeEffects()
  }

  /// Returns the effects of the event that was handled.
  private mutating func takeEffects() -> Effects {
    defer { effects = Effects() }
    return effects
  }

  private mutating func next(_ phase: Phase, _ step: Step) {
    self.phase = phase
    effects.step = step
  }

  private mutating func read(_ purpose: Purpose) {
    next(.reading(purpose, lastWrite: lastWrite), .read(since: base))
  }

  /// Schedules another attempt after a failure that can end without an event of the store's watch.
  ///
  /// Each delay is twice the one before, until one succeeds.
  private mutating func tryAgain(
    _ work: Work,
    after error: Defaults.StoreError,
    _ delay: WritableKeyPath<Self, Double>
  ) {
    guard error.isTemporary, policy.worksInBackground, scheduled.insert(work) else { return }
    effects.scheduled.append((work, self[keyPath: delay]))
    self[keyPath: delay] = min(self[keyPath: delay] * 2, policy.retryDelays.upperBound)
  }
}

// MARK: - Loading

extension SuiteState {
  private mutating func merge(
    _ result: Result<Contents?, Defaults.StoreError>,
    for purpose: Purpose,
    lastWrite: UInt64,
    at location: String,
    in core: SuiteCore
  ) {
    switch result {
    case .success(let contents):
      forgetAssertions(upTo: lastWrite)
      if loadError.take() != nil { effects.diagnostics.append(.loaded(location: location)) }
      delays.load = policy.retryDelays.lowerBound
      if case .start = purpose {
        base = contents?.snapshot
      } else if let contents {
        adopt(contents, committed: [:], in: core)
      }
    case .failure(let error):
      if loadError != error { effects.diagnostics.append(.loadFailed(error)) }
      loadError = error
      tryAgain(.loadAgain, after: error, \.delays.load)
    }
  }

  private mutating func continueAfterReading(
    _ purpose: Purpose,
    hasChanged: Bool,
    in core: SuiteCore
  ) {
    switch purpose {
    case .start:
      sequence = 1
      slots.rebase(onto: base?.contents ?? PropertyListDocument())
      next(.readingLayers, .readLayers)
    case .merge:
      // The change may have removed the cause of the failed commit.
      if hasChanged, commitFailure?.isTemporary == false { beginCommit() }
    case .mergeAll:
      next(.readingLayers, .readLayers)
    case .compare(let edits):
      if loadError == nil, hasStored(edits) {
        removePending(edits)
        commitNext()
      } else {
        commit(edits)
      }
    case .examine(let edits):
      if let loadError, case .unreadable = loadError.cause {
        fail(loadError, edits, in: core)
      } else {
        commit(edits)
      }
    case .goOn:
      commitNext()
    }
  }

  private mutating func finishStart() {
    isLoaded = true
    guard policy.worksInBackground, let delay = policy.watchDelay, scheduled.insert(.watch) else {
      return
    }
    effects.scheduled.append((.watch, delay))
  }

  /// Discards no-op writes, because the store was loaded after them.
  private mutating func forgetAssertions(upTo write: UInt64) {
    if !asserted.isEmpty { asserted = asserted.filter { $0.value.write > write } }
  }

  /// Merges what the store has now into memory.
  ///
  /// A change by another process of a key with a pending edit is left out: that edit will be committed
  /// later and wins. A committed value that the store has in another form is no change from elsewhere.
  private mutating func adopt(_ contents: Contents, committed edits: Edits, in core: SuiteCore) {
    base = contents.snapshot
    removePending(edits)
    for key in contents.changedKeys where pending[key] == nil {
      let (old, new) = (slots[key], contents.snapshot.contents[key])
      guard old?.value != new else { continue }
      let origin: Defaults.StoredChange.Origin = edits[key] == nil ? .elsewhere : .thisProcess
      effects.changes.append(replace(old, of: key, with: new, origin, in: core))
    }
    slots.rebase(onto: contents.snapshot.contents)
  }
}

// MARK: - Committing

extension SuiteState {
  /// Makes no-op writes pending, so that the next commit includes them.
  mutating func claimAssertions() {
    // A pending edit has a slot, also one that removes what was not there: another process may store
    // the key before the commit.
    for key in asserted.keys where slots[key] == nil { slots[key] = nil }
    // An ordinary edit is not replaced by a conditional one of the same value, which may be refused.
    pending.merge(asserted) { waiting, asserted in waiting.conditions.isEmpty ? waiting : asserted }
    asserted = [:]
  }

  /// Schedules a commit after a write, if it needs one and none is; returns whether it did so.
  mutating func scheduleCommit(
    of edits: some Collection<SuiteCore.Edit>,
    _ changes: [Defaults.StoredChange]
  ) -> Bool {
    guard policy.worksInBackground, !scheduled.contains(.commit) else { return false }
    guard !changes.isEmpty || edits.contains(where: { pending[$0.key]?.write == lastWrite }) else {
      return false
    }
    return scheduled.insert(.commit)
  }

  private mutating func beginCommit() {
    // Edits that are made from now on schedule a new commit.
    scheduled.remove(.commit)
    lastCommittingWrite = lastWrite
    commitNext()
  }

  /// Goes on with the next edits: all of them, if the store has no limit.
  private mutating func commitNext() {
    let edits = pending.firstWrites(until: lastCommittingWrite, limit: policy.transactionLimit)
    if edits.isEmpty {
      // The edits that had failed may have been taken back since.
      if pending.isEmpty { commitFailure = nil }
    } else if base == nil, !policy.worksInBackground {
      // A command that has never read good values must not replace unreadable ones: the edit would be
      // alone in a new file, and the user, who sees only the outcome of the command, would take the
      // other values for lost.
      read(.examine(edits))
    } else if commitFailure == nil, hasStored(edits) {
      read(.compare(edits))
    } else {
      // After a failure, the store may have the values already, but not durably.
      commit(edits)
    }
  }

  private mutating func commit(_ edits: Edits) {
    next(.committing(edits), .commit(edits, since: base))
  }

  private func hasStored(_ edits: Edits) -> Bool {
    guard let base else { return false }
    return edits.allSatisfy { base.contents[$0.key] == $0.value.value }
  }

  private mutating func finish(
    _ commit: Defaults.StoreCommit,
    _ contents: Contents,
    of edits: Edits,
    at location: String,
    in core: SuiteCore
  ) {
    adopt(contents, committed: edits, in: core)
    let wasUnreadable = loadError.take() != nil
    if let setAside = commit.setAside {
      self.setAside = setAside
      effects.diagnostics.append(
        .contentSetAside(
          location: setAside.location,
          reason: setAside.reason,
          keepsValues: setAside.keepsValues
        )
      )
    } else if wasUnreadable {
      effects.diagnostics.append(.loaded(location: location))
    }
    if commitFailure.take() != nil {
      effects.diagnostics.append(.committed(keys: edits.keys.sorted()))
    }
    delays.commit = policy.retryDelays.lowerBound
    effects.commit = (commit, edits)
  }

  /// Removes committed edits; later edits of the same keys stay pending.
  private mutating func removePending(_ edits: Edits) {
    for (key, edit) in edits where pending[key]?.write == edit.write {
      pending[key] = nil
    }
    for (write, conditions) in pending.conditions(afterCommitOf: edits) {
      for (key, edit) in pending where edit.write == write { pending[key]?.conditions = conditions }
    }
  }
}

// MARK: - Failed commits

extension SuiteState {
  private mutating func resolve(
    _ error: Defaults.StoreError,
    of edits: Edits,
    in core: SuiteCore
  ) {
    switch error.cause {
    // The other edits must not wait because of one that was made for another value.
    case .outdated(let keys) where edits.expects(keys):
      takeBack(writesWithConditionOn: keys, error, in: core)
      read(.goOn)
    // A value that can never be stored must not prevent the commit of other writes; its own is made as
    // a whole or not at all.
    case .unsupportedValue(let key, _):
      guard let edit = edits[key] else { return fail(error, edits, in: core) }
      let refused = edits.filter { other, otherEdit in
        other == key || otherEdit.write == edit.write && pending[other]?.write == edit.write
      }
      refuse(refused, error, in: core)
    // Several writes are committed in several parts; one that is too large alone can never be stored.
    case .commitTooLarge:
      let first = edits.firstWrites(until: .max, limit: edits.count / 2)
      if first.count < edits.count { commit(first) } else { refuse(edits, error, in: core) }
    default:
      fail(error, edits, in: core)
    }
  }

  /// Takes back edits that the store can never hold, and goes on with the others.
  private mutating func refuse(_ edits: Edits, _ error: Defaults.StoreError, in core: SuiteCore) {
    for edit in edits.values { edit.refusal?.error = error }
    if edits.values.contains(where: { $0.refusal == nil }) { rejection = error }
    revert(edits, in: core)
    effects.diagnostics += edits.keys.sorted().map { .rejectedByStore(key: $0, error: error) }
    commitNext()
  }

  /// Takes back writes that were made for other values than the store has.
  ///
  /// Nothing is taken back, and nothing is an error, where later writes have replaced all of them.
  /// Otherwise the flush of these writes throws the error. After an earlier failure, it may have returned already,
  /// so the error is reported too.
  private mutating func takeBack(
    writesWithConditionOn keys: [Defaults.KeyName],
    _ error: Defaults.StoreError,
    in core: SuiteCore
  ) {
    let edits = pending.writes(withConditionOn: keys)
    for edit in edits.values { edit.refusal?.error = error }
    if commitFailure != nil {
      effects.diagnostics += edits.keys.sorted().map { .rejectedByStore(key: $0, error: error) }
    }
    revert(edits, in: core)
  }

  /// Takes back the edits of the last write, if the last commit failed: its keys have the values of the
  /// store again, and not those of earlier writes that it has replaced.
  ///
  /// Where the store has the values but could not make them durable, there is nothing to take back.
  mutating func takeBackLastFailedWrite(in core: SuiteCore) -> Effects {
    guard case .idle = phase, let failure = commitFailure else { return Effects() }
    if case .notDurable = failure.cause { return Effects() }
    let last = pending.values.map(\.write).max()
    revert(pending.filter { $0.value.write == last }, in: core)
    if pending.isEmpty {
      commitFailure = nil
      delays.commit = policy.retryDelays.lowerBound
    }
    return takeEffects()
  }

  /// Reverts edits that the store can never hold, except those that later ones have replaced.
  private mutating func revert(_ edits: Edits, in core: SuiteCore) {
    for (key, edit) in edits.sorted(by: { $0.key < $1.key })
    where pending[key]?.write == edit.write {
      pending[key] = nil
      let stored = base?.contents[key]
      effects.changes.append(replace(slots[key], of: key, with: stored, .thisProcess, in: core))
    }
  }

  /// Ends a commit that failed; it is made again later, or at once if the suite does not work in the
  /// background.
  ///
  /// Such a suite is one of a command. A one-time error of the system should not make a command fail.
  /// But a command that has reported a failure must not store the value afterwards, for example when
  /// the process exits, so the edits are taken back after the second failure.
  private mutating func fail(
    _ error: Defaults.StoreError,
    _ edits: Edits,
    in core: SuiteCore
  ) {
    if commitFailure != error {
      effects.diagnostics.append(.commitFailed(error, keys: edits.keys.sorted()))
    }
    commitFailure = error
    lastCommittingWrite = 0
    guard !policy.worksInBackground else {
      effects.failure = error
      return tryAgain(.commitAgain, after: error, \.delays.commit)
    }
    switch error.cause {
    case .system where !isSecondAttempt, .notDurable where !isSecondAttempt:
      isSecondAttempt = true
      beginCommit()
    // The store has the new values, so they are not taken back.
    case .notDurable:
      effects.failure = error
    // For a lock, for example, the first attempt has waited as long as it may.
    default:
      effects.failure = error
      commitFailure = nil
      revert(pending, in: core)
    }
  }
}
