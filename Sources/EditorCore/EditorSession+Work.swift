import Defaults
import DefaultsSchema
import DefaultsTransfer

// The functions that run on the work queue. They are static, because the session itself is used by
// the thread of the loop at the same time: each function gets all it needs as arguments and returns
// what the session passes to `update`.
extension EditorSession {
  // MARK: - Writes

  /// Performs a write, and records its result for the writes that follow.
  static func outcome(
    of request: WriteRequest,
    _ entry: Entry?,
    _ suite: Defaults.Suite,
    _ results: WriteResults
  ) -> WriteOutcome {
    let expected: Defaults.StoredValue??
    switch (request.base, results[request.target]) {
    case (nil, _): expected = nil
    case (.requested, .outdated): return outdated(request, entry, suite)
    case (.requested, .left(let value, _)): expected = .some(value)
    case (.requested(let value), nil), (.stored(let value), _): expected = .some(value)
    }
    let outcome = outcome(of: request, entry, suite, expecting: expected)
    results[request.target] =
      switch outcome {
      case .saved(_, let new, _, _): .left(new, isSaved: true)
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
    let lastEntry = suite.lastEntryOfThisProcess
    let changes: [Defaults.StoredChange]
    do throws(Defaults.WriteError) {
      changes = try write(request, entry, suite, options)
    } catch {
      if case .outdated = error { return outdated(request, entry, suite) }
      let isSecret = entry?.holdsSecret == true || suite.hides(request.key, in: nil)
      return .rejected(error.reason(isSecret: isSecret))
    }
    var failure: Defaults.StoreError?
    do throws(Defaults.StoreError) {
      try suite.flush()
    } catch {
      failure = error
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
    let isJoined = lastEntry != nil && lastEntry == suite.lastEntryOfThisProcess
    let isChecked = change.new.flatMap { entry?.checksCompletely($0) } ?? true
    return .saved(old: change.old, new: change.new, isJoined: isJoined, isChecked: isChecked)
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

  /// Returns the outcome of a write that was not made because of a newer value.
  private static func outdated(
    _ request: WriteRequest,
    _ entry: Entry?,
    _ suite: Defaults.Suite
  ) -> WriteOutcome {
    .outdated(newerValue(of: request.key, entry, wanted: request.value, in: suite))
  }

  private static func newerValue(
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

  /// Undoes or redoes a change and returns what happened.
  static func outcome(
    of request: RestoreRequest,
    _ schema: Schema?,
    _ suite: Defaults.Suite
  ) -> RestoreOutcome {
    do {
      let replaceable: Defaults.ReplaceableValues =
        request.overwrites.isEmpty ? .unchanged : .shown(request.overwrites)
      let entry =
        switch request.direction {
        case .undo: try suite.undo(.thisProcess, replacing: replaceable)
        case .redo: try suite.redo(.thisProcess, replacing: replaceable)
        }
      let secrets = entry.changes.filter { change in
        [change.old, change.new].contains { suite.hides(change.key, $0, in: schema) }
      }
      return .restored(
        entry,
        canUndo: try suite.undoAvailability(.thisProcess).canUndo,
        secretKeys: Set(secrets.map(\.key))
      )
    } catch let error as Defaults.UndoError {
      switch error {
      case .changedSince(let values):
        return .changedSince(
          values.sorted { $0.key < $1.key }
            .map { key, value in
              let entry = schema?.entry(forKey: key.string)
              return newerValue(of: key, entry, wanted: value, in: suite)
            }
        )
      case .nothingToUndo, .nothingToRedo: return .nothing
      case .valuesOmitted: return .refused("\(error)")
      }
    } catch let error as Defaults.WriteError {
      let isSecret = error.key.map { suite.hides($0, in: schema) } ?? false
      return .refused(error.text(isSecret: isSecret))
    } catch {
      return .failed("\(error)")
    }
  }

  /// Checks a value that is staged, and returns whether it may be stored.
  static func outcome(
    ofStaging request: WriteRequest,
    _ schema: Schema?,
    _ suite: Defaults.Suite
  ) -> WriteOutcome {
    let plan = Plan([request.key: request.value], for: suite, schema: schema)
    let isSecret = suite.hides(request.key, in: schema)
    return plan.refusals.first?.refusal.map { .rejected($0.reason(isSecret: isSecret)) }
      ?? .staged(isChecked: plan.rows.allSatisfy(\.isChecked))
  }

  /// Returns the last recorded change that stored a value; nil if there is none, or if the history
  /// cannot be read.
  static func lastEntry(
    storing value: Defaults.StoredValue?,
    forKey key: Defaults.KeyName,
    in suite: Defaults.Suite
  ) -> Defaults.HistoryEntry? {
    guard suite.keepsHistory, let entries = try? suite.history() else { return nil }
    let last = entries.last { $0.changes.contains { $0.key == key } }
    return last.flatMap { entry in
      entry.changes.contains { $0.key == key && $0.new == value } ? entry : nil
    }
  }

  /// Returns the authors of keys whose present value the history has as the last change.
  static func authors(
    of keys: [Defaults.KeyName],
    in suite: Defaults.Suite
  ) -> [Defaults.KeyName: ChangeAuthor] {
    guard let entries = try? suite.history() else { return [:] }
    var authors: [Defaults.KeyName: ChangeAuthor] = [:]
    for key in keys {
      guard let entry = entries.last(where: { $0.changes.contains { $0.key == key } }),
        let change = entry.changes.first(where: { $0.key == key }),
        change.omission != nil || change.new == suite.storedValue(forKey: key.string)
      else { continue }
      authors[key] = ChangeAuthor(name: entry.author.brief, date: entry.date)
    }
    return authors
  }

  // MARK: - Reading a suite

  /// Reads the recorded changes of a suite, the newest first.
  static func history(of suite: Defaults.Suite) -> KeyHistory {
    do throws(Defaults.StoreError) {
      return .entries(suite.keepsHistory ? try suite.history().reversed() : [])
    } catch {
      return .failed("\(error)")
    }
  }

  /// Reads the recorded changes of a key, the newest first.
  static func history(of key: Defaults.KeyName, in suite: Defaults.Suite) -> KeyHistory {
    do throws(Defaults.StoreError) {
      let entries = suite.keepsHistory ? try suite.history() : []
      let changes = entries.reversed().filter { $0.changes.contains { $0.key == key } }
      return .entries(Array(changes.prefix(Outline.changeLimit)))
    } catch {
      return .failed("\(error)")
    }
  }

  /// Reads the last change of each key from the history.
  ///
  /// - Throws: `Defaults.StoreError` when the history cannot be read.
  static func lastChanges(
    in suite: Defaults.Suite,
    program: String
  ) throws(Defaults.StoreError) -> LastChanges {
    let entries = suite.keepsHistory ? try suite.history() : []
    let user = Defaults.HistoryEntry.Author.currentUser
    return LastChanges(entries, user: user, program: program)
  }

  /// Returns the document that is shown while the suite's values are being read.
  static func openingDocument(
    of suite: Defaults.Suite,
    _ catalog: SuiteCatalog
  ) -> Document {
    Document.opening(
      suiteName: suite.name,
      title: catalog.registry.schema(for: suite)?.title ?? suite.name
    )
  }

  /// Reads the values of a suite; takes as long as reading the suite's files.
  static func document(
    of suite: Defaults.Suite,
    _ catalog: SuiteCatalog
  ) -> Document {
    catalog.registry.schema(for: suite)?.declareKeys(in: suite)
    let contents = SuiteContents(of: suite)
    var document =
      catalog.registry.schema(for: suite).map { Document(schema: $0, contents) }
      ?? Document(
        suiteName: suite.name,
        holdsSecrets: suite.capabilities.holdsSecrets,
        contents
      )
    if let schema = catalog.registry.schema(for: suite), schema.hasConditions {
      document.setAvailability(KeyAvailability(of: schema))
    }
    document.status = StoreStatus(of: suite)
    document.remark = catalog.remarks[suite.name]
    document.isPolling = suite.isPolling
    document.location = suite.location
    document.layer = catalog.layer
    return document
  }
}
