import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

extension Effect {
  /// Store a value, or check one that is staged, and report the outcome.
  static func write(_ request: WriteRequest) -> Effect {
    let verb = request.isStaged ? "check" : request.purpose == .reset ? "reset" : "write"
    return Effect("\(verb) \(request.logText)", request, changesValues: true) { $0.write(request) }
  }
}

extension Action {
  /// A requested write has been performed or rejected.
  static func written(_ request: WriteRequest, _ outcome: WriteOutcome) -> Action {
    // The reason of a refusal can quote the value.
    Action("\(request.logText): \(caseName(of: outcome))") { $0.finish(request, outcome) }
  }
}

// The static functions run on the work queue. The session itself is used by the thread of the loop at the
// same time, so each function gets all it needs as arguments.
extension EditorSession {
  fileprivate func write(_ request: WriteRequest) {
    guard let suite = openedSuite(request.suite) else {
      return dispatch(.written(request, .rejected("its file cannot be opened")))
    }
    guard !request.isStaged else {
      let schema = schema(of: suite, request.suite)
      return report { .written(request, Self.outcome(ofStaging: request, schema, suite)) }
    }
    // An undeclared key has no entry to check against: any value may replace its value.
    let item = state.document.item(request.key)
    let entry =
      source.catalog.registry.schema(for: suite)?.entry(forKey: request.key.string)
      ?? (item?.isDeclared == true ? item?.entry : nil)
    let results = writeResults
    let isShown = request.suite == ScopedSuite(name: self.suite.name)
    report(writingTo: request.scope) {
      .written(request, Self.outcome(of: request, entry, suite, isShown: isShown, results))
    }
  }

  /// Performs a write, and records its result for the writes that follow.
  static func outcome(
    of request: WriteRequest,
    _ entry: Entry?,
    _ suite: Defaults.Suite,
    isShown: Bool,
    _ results: WriteResults
  ) -> WriteOutcome {
    let expected: Defaults.StoredValue??
    switch (request.base, results[request.target]) {
    case (nil, _): expected = nil
    case (.requested, .outdated): return outdated(request, entry, suite)
    case (.requested, .left(let value, _)): expected = .some(value)
    case (.requested(let value), nil), (.stored(let value), _): expected = .some(value)
    }
    let written = outcome(of: request, entry, suite, expecting: expected)
    let outcome = isShown ? written : written.takenBack(in: suite)
    results[request.target] =
      switch outcome {
      case .saved(_, let new, _): .left(new, isSaved: true)
      case .pending:
        .left(suite.storedValue(forKey: request.key.string), isSaved: false)
      case .unchanged:
        .left(expected ?? suite.storedValue(forKey: request.key.string), isSaved: true)
      case .rejected, .staged:
        .left(expected ?? suite.storedValue(forKey: request.key.string), isSaved: false)
      case .outdated: .outdated
      }
    return outcome
  }

  /// Writes a value, waits until it is on disk, and returns what happened.
  ///
  /// The value is written with the entry, which checks its limits and uses its typed key; without an
  /// entry, any value is stored.
  private static func outcome(
    of request: WriteRequest,
    _ entry: Entry?,
    _ suite: Defaults.Suite,
    expecting expected: Defaults.StoredValue??
  ) -> WriteOutcome {
    var options = request.options
    if let expected { options.expectedInStore.updateValue(expected, forKey: request.key) }
    let changes: [Defaults.StoredChange]
    do throws(Defaults.WriteError) {
      changes = try write(request, entry, suite, options)
    } catch {
      if case .outdated = error { return outdated(request, entry, suite) }
      return .rejected(suite.reason(of: error, request.key, in: entry))
    }
    var failure: Defaults.StoreError?
    do throws(Defaults.StoreError) {
      try suite.flush(options)
    } catch {
      failure = error
      // So that the value that was taken back is shown when the outcome is.
      suite.finishTelling()
    }
    if case .outdated(let keys) = failure?.cause, keys.contains(request.key) {
      return outdated(request, entry, suite)
    }
    // `flush` can fail because of another key's edit, and a later commit may have succeeded by now.
    // So the status of this key decides, and not the error.
    if suite.storeStatus.uncommittedKeys.contains(request.key) { return .pending }
    guard let change = changes.last else { return .unchanged }
    // The key is not pending although the commit failed: the store has dropped the edit.
    if let failure, suite.storedValue(forKey: request.key.string) != change.new {
      return .rejected(failure.briefReason)
    }
    let historyEntry = suite.ownHistoryEntry(forKey: request.key)
    return .saved(old: change.old, new: change.new, entry: historyEntry)
  }

  /// Writes a value into memory.
  ///
  /// The suite of another file may not have noticed a change of that file which the shown suite has.
  /// So before a value counts as newer than the expected one, the file is read again.
  private static func write(
    _ request: WriteRequest,
    _ entry: Entry?,
    _ suite: Defaults.Suite,
    _ options: Defaults.WriteOptions
  ) throws(Defaults.WriteError) -> [Defaults.StoredChange] {
    let write = { () throws(Defaults.WriteError) -> [Defaults.StoredChange] in
      guard let entry else {
        return try suite.write([request.key: request.value], options: options)
      }
      return try entry.write(request.value, to: suite, options: options)
    }
    do throws(Defaults.WriteError) {
      return try write()
    } catch {
      guard case .outdated = error else { throw error }
      suite.reload()
      return try write()
    }
  }

  /// Checks a value that is staged, and returns whether it may be stored.
  private static func outcome(
    ofStaging request: WriteRequest,
    _ schema: Schema?,
    _ suite: Defaults.Suite
  ) -> WriteOutcome {
    let plan = Plan([request.key: request.value], for: suite, schema: schema)
    let entry = schema?.entry(forKey: request.key.string)
    return plan.refusals.first?.refusal
      .map { .rejected(suite.reason(of: $0, request.key, in: entry)) } ?? .staged
  }

  /// Returns the outcome of a write that was not made because of a newer value.
  private static func outdated(
    _ request: WriteRequest,
    _ entry: Entry?,
    _ suite: Defaults.Suite
  ) -> WriteOutcome {
    .outdated(newerValue(of: request.key, entry, wanted: request.value, in: suite))
  }

  static func newerValue(
    of key: Defaults.KeyName,
    _ entry: Entry?,
    wanted: Defaults.StoredValue?,
    in suite: Defaults.Suite
  ) -> NewerValue {
    let now = suite.storedValue(forKey: key.string)
    let author = lastEntry(storing: now, forKey: key, in: suite)?.author.brief
    let isSecret =
      entry?.holdsSecret == true || [now, wanted].contains { suite.hides(key, $0, in: nil) }
    return NewerValue(key: key, wanted: wanted, now: now, author: author, isSecret: isSecret)
  }
}

extension WriteOutcome {
  /// Takes back what is in memory but not on disk, so that the input of the edit is kept.
  ///
  /// It would be lost: only the shown file has a status line, and a question before the editor ends.
  fileprivate func takenBack(in suite: Defaults.Suite) -> WriteOutcome {
    guard self == .pending, let failure = suite.storeStatus.commitError,
      !suite.takeBackLastFailedWrite().isEmpty
    else { return self }
    return .rejected(failure.briefReason)
  }
}
