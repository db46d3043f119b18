import Synchronization

extension SuiteCore {
  /// What is to be stored under one key.
  struct Edit {
    /// The name of the key.
    var key: Defaults.KeyName
    /// The value, or nil to remove what is stored.
    var value: Defaults.StoredValue?
    /// The rule that has accepted the value already; nil when none was asked.
    var acceptedBy: RuleBook.Rule?
  }
}

// MARK: - The one way to change a suite

extension SuiteCore {
  /// Changes the values of several keys: all of them, or none.
  ///
  /// Every change of a stored value, by whatever public function, is a call of this one. It checks
  /// an edit in two steps, because the checks need different things.
  ///
  /// First, without a lock: that the store can hold the value, and that the key's rule accepts it.
  /// A rule is code of others, which may read or write this suite, so no lock may be held. Then,
  /// under the lock of `state` and together with the change itself: that the key is not locked,
  /// that no opaque value would be lost, and that the key still has the expected value. These can
  /// change at any moment, so a check before taking the lock would prove nothing.
  ///
  /// A rule that is declared between the two steps has not been asked. So the sequence number of
  /// the rules is read before the first step and compared in the second; if they differ, both steps
  /// are repeated, and then only the rules of the edited keys are compared: a rule may declare a
  /// key with a rule each time it is asked.
  ///
  /// The edits are sorted by key, at most one of each key. The result has the changes, without
  /// edits that leave a value as it is. It is nil when a key's value has another sequence number
  /// than the options expect. The error is for the first edit that is not allowed, or for all keys
  /// whose stored values are not those that the options expect.
  func write(
    _ edits: some Collection<Edit>,
    _ options: Defaults.WriteOptions = Defaults.WriteOptions()
  ) throws(Defaults.WriteError) -> [Defaults.StoredChange]? {
    guard hasOtherForms else { return try writeAny(edits, options) }
    let edits = edits.map { edit in
      var edit = edit
      edit.value = edit.value.map { normalized($0, forKey: edit.key) }
      return edit
    }
    return try writeAny(edits, options)
  }

  private func writeAny(
    _ edits: some Collection<Edit>,
    _ options: Defaults.WriteOptions
  ) throws(Defaults.WriteError) -> [Defaults.StoredChange]? {
    guard !OverrideScope.areThereAny else {
      return try writeRespectingOverrides(edits, options)
    }
    return try writeStored(edits, options)
  }

  /// Makes edits where an override exists somewhere in the process, perhaps in another task.
  ///
  /// Not inlined, so that other writes make no room for what only this one needs.
  @inline(never)
  private func writeRespectingOverrides(
    _ edits: some Collection<Edit>,
    _ options: Defaults.WriteOptions
  ) throws(Defaults.WriteError) -> [Defaults.StoredChange]? {
    // An override has no sequence number to compare.
    var options = options
    options.expected = options.expected.filter {
      OverrideScope.value(forKey: $0.key, in: self) == nil
    }
    options.expectedStored = options.expectedStored.filter {
      OverrideScope.value(forKey: $0.key, in: self) == nil
    }
    var stored: [Edit] = []
    var overridden: [Edit] = []
    for edit in edits {
      if case .some = OverrideScope.value(forKey: edit.key, in: self) {
        try check(edit, options)
        overridden.append(edit)
      } else {
        stored.append(edit)
      }
    }
    let changes = stored.isEmpty ? [] : try writeStored(stored, options)
    guard changes != nil else { return nil }
    for edit in overridden { OverrideScope.write(edit.value, forKey: edit.key, in: self) }
    return changes
  }

  private func writeStored(
    _ edits: some Collection<Edit>,
    _ options: Defaults.WriteOptions
  ) throws(Defaults.WriteError) -> [Defaults.StoredChange]? {
    loadIfNeeded()
    if let limit = capabilities.transactionLimit, edits.count > limit {
      throw .tooManyKeys(count: edits.count, limit: limit)
    }
    let isTold = !Propagation.isSuppressed
    for attempt in 0..<Self.ruleAttemptLimit {
      let ruleSequence = rules.sequence
      let asked = attempt == 0 ? [] : edits.map { rules.rule(forKey: $0.key) }
      for edit in edits { try check(edit, options) }
      let announcement =
        switch (isTold, options.callsObserversLater) {
        case (false, _): UInt64(0)
        case (true, false): announce(edits, options)
        case (true, true): observers.skipAnnouncement()
        }
      let outcome = try state.withLock { state throws(Defaults.WriteError) in
        guard rules.sequence == ruleSequence || attempt > 0 && rulesAre(asked, of: edits) else {
          return Outcome.rulesChanged
        }
        guard let changes = try state.write(edits, options, in: self) else { return .conflict }
        sequence.store(state.sequence, ordering: .releasing)
        let needsCommit = state.scheduleCommit(of: edits, changes)
        let deliveries = isTold ? observers.append(changes, announcement: announcement) : nil
        return .changed(changes, deliveries, needsCommit: needsCommit)
      }
      switch outcome {
      case .rulesChanged: continue
      case .conflict: return nil
      case .changed(let changes, let deliveries, let needsCommit):
        if needsCommit {
          let isLate = SuiteRegistry.shared.isExiting.load(ordering: .acquiring)
          if isLate { performScheduled(.commit) } else { performLater(.commit) }
        }
        if !changes.isEmpty { ChangeScope.note(changes, in: self) }
        guard isTold else { return changes }
        if options.callsObserversLater {
          outbox.sendLater { self.tell(changes, deliveries) }
        } else {
          tell(changes, deliveries)
        }
        return changes
      }
    }
    throw .overtaken(key: edits.first?.key ?? "")
  }

  /// How often the rules of edits are asked while other rules are declared.
  private static var ruleAttemptLimit: Int { 100 }

  /// Returns whether the rules of edits are still those that were asked.
  private func rulesAre(_ asked: [RuleBook.Rule?], of edits: some Collection<Edit>) -> Bool {
    zip(edits, asked).allSatisfy { rules.rule(forKey: $0.key) === $1 }
  }

  private func tell(_ changes: [Defaults.StoredChange], _ deliveries: ObserverList.Deliveries?) {
    for change in changes { trackedKeys.report(change) }
    deliveries?.deliver()
    if !changes.isEmpty { ChangeNotification.post(for: self) }
  }

  private enum Outcome {
    /// A rule was declared after the values had been checked.
    case rulesChanged
    /// A key's value has another sequence number than the options expect.
    case conflict
    /// The edits are in memory; the changes are to be delivered, and may need a commit.
    case changed([Defaults.StoredChange], ObserverList.Deliveries?, needsCommit: Bool)
  }

  /// Checks what can be checked without the lock.
  private func check(_ edit: Edit, _ options: Defaults.WriteOptions) throws(Defaults.WriteError) {
    if let reason = capabilities.refusal(ofKey: edit.key) {
      throw .unsupported(key: edit.key, reason: reason)
    }
    guard let value = edit.value else { return }
    let allowsAnyKind = options.replacesOpaque || options.cause.restoresOldValues
    if let reason = capabilities.refusal(of: value, allowsAnyKind: allowsAnyKind) {
      throw .unsupported(key: edit.key, reason: reason)
    }
    if let reason = rules.refusesSecret?(edit.key, value) {
      throw .exposed(key: edit.key, reason: reason)
    }
    guard let rule = rules.rule(forKey: edit.key), rule !== edit.acceptedBy else { return }
    if let rejection = rule.rejection(value) { throw .invalid(key: edit.key, rejection) }
  }

  /// Returns why edits would be refused at this moment, by key, without making them.
  func refusals(
    of edits: some Collection<Edit>,
    _ options: Defaults.WriteOptions
  ) -> [Defaults.KeyName: Defaults.WriteError] {
    loadIfNeeded()
    var refusals: [Defaults.KeyName: Defaults.WriteError] = [:]
    for edit in edits {
      do throws(Defaults.WriteError) {
        try check(edit, options)
        _ = try state.withLock { state throws(Defaults.WriteError) in
          try state.check(CollectionOfOne(edit), options)
        }
      } catch {
        refusals[edit.key] = error
      }
    }
    return refusals
  }

  /// Calls the observers that want to know of a change before it is made.
  ///
  /// Returns the number of the announcement; 0 when no observer was called.
  private func announce(_ edits: some Collection<Edit>, _ options: Defaults.WriteOptions) -> UInt64
  {
    guard observers.mayWantPrior else { return 0 }
    let changes = state.withLock { state -> [Defaults.StoredChange] in
      // What will be refused is not announced; the write itself says why it is refused.
      guard (try? state.check(edits, options)) == true else { return [] }
      return edits.compactMap { edit in
        let slot = state.slots[edit.key]
        let change = state.change(from: slot, of: edit.key, to: edit.value, .thisProcess, in: self)
        return change.old == change.new ? nil : change
      }
    }
    return changes.isEmpty ? 0 : observers.announce(changes)
  }
}

extension Defaults.Cause {
  /// Whether the values come from a store, which may have held values of any kind.
  fileprivate var restoresOldValues: Bool {
    switch self {
    case .undo, .redo, .import: true
    case .edit, .reset, .migration: false
    }
  }
}

// MARK: - Faces of the way to change a suite

extension SuiteCore {
  /// Changes one key, for callers that cannot throw: a refusal is reported.
  ///
  /// Returns whether the value was written or was there already.
  @discardableResult
  func writeOrReport(
    _ value: Defaults.StoredValue?,
    forKey key: Defaults.KeyName,
    cause: Defaults.Cause = .edit
  ) -> Bool {
    do throws(Defaults.WriteError) {
      let edit = Edit(key: key, value: value)
      _ = try write(CollectionOfOne(edit), Defaults.WriteOptions(cause: cause))
      return true
    } catch {
      diagnostics.report(.refusedWrite(error))
      return false
    }
  }

  /// Removes the stored values of keys in one write, for callers that cannot throw.
  func removeOrReport(_ keys: some Sequence<Defaults.KeyName>) {
    writeOrReport(Set(keys).map { Edit(key: $0, value: nil) }, cause: .reset)
  }

  /// Makes edits, at most one of each key, in one write, for callers that cannot throw.
  ///
  /// An edit that is refused is reported, and the others are made nevertheless. A store that changes
  /// a limited number of keys in one commit gets one write for each part of that size.
  func writeOrReport(_ edits: [Edit], cause: Defaults.Cause) {
    let options = Defaults.WriteOptions(cause: cause)
    var rest = edits.sorted { $0.key < $1.key }[...]
    while !rest.isEmpty {
      let part = rest.prefix(capabilities.transactionLimit ?? rest.count)
      let refusals = refusals(of: part, options)
      for edit in part {
        if let refusal = refusals[edit.key] { diagnostics.report(.refusedWrite(refusal)) }
      }
      do throws(Defaults.WriteError) {
        _ = try write(part.filter { refusals[$0.key] == nil }, options)
        rest = rest.dropFirst(part.count)
      } catch {
        // A key was locked after it was checked, so the part is checked again.
        rest = part.filter { refusals[$0.key] == nil } + rest.dropFirst(part.count)
      }
    }
  }

  /// Changes several keys, given in any order, as `write` does for sorted edits.
  func write(
    _ values: [Defaults.KeyName: Defaults.StoredValue?],
    _ options: Defaults.WriteOptions = Defaults.WriteOptions()
  ) throws(Defaults.WriteError) -> [Defaults.StoredChange]? {
    let edits = values.map { Edit(key: $0.key, value: $0.value) }
    return try write(edits.sorted { $0.key < $1.key }, options)
  }
}
