import Defaults
import DefaultsSchema
import DequeModule
import Terminal

// What the session does for the effects that `update` returns.
extension EditorSession {
  func perform(_ effect: Effect) {
    switch effect {
    case .write(let request): write(request)
    case .restore(let request): restore(request)
    case .open(let name): open(name)
    case .examine(let names): examine(names)
    case .readSuites(let names):
      searchedSuites = names
      examine(names, isSearched: true)
    case .remember(let name, let change): remember(change, ofSuite: name)
    case .parkIfRefused(let name, let inputs): parkIfRefused(inputs, ofSuite: name)
    case .plan(let request): plan(request)
    case .apply(let request): apply(request)
    case .export(let request): export(request)
    case .findAuthors(let name, let keys): findAuthors(of: keys, inSuite: name, isRetry: false)
    case .readSuiteHistory(let name): readHistory(ofSuite: name)
    case .reload: reload()
    case .readHistory(let name, let key): readHistory(of: key, inSuite: name)
    case .readChanges(let name): readChanges(ofSuite: name)
    case .copy(let text): screen.copy(text)
    case .copyToFile(let text): copyToFile(text)
    case .ask(let question): answers.find(question)
    case .readClock: dispatch(.clock(now()))
    case .editText(let text):
      let outcome = screen.lendTerminal { editText(text) }
      dispatch(.textEdited(text, outcome))
    case .stampMessages: dispatch(.messagesStamped(now()))
    case .useMouse(let isUsed, let isStored): useMouse(isUsed, isStored: isStored)
    case .suspend: screen.suspend()
    }
  }

  /// Writes a value on the work queue; the outcome arrives as `Action.written`.
  func write(_ request: WriteRequest) {
    guard let suite = openedSuite(request.suite) else {
      return dispatch(.written(request, .rejected("its file cannot be opened")))
    }
    let (inbox, results, report) = (inbox, writeResults, reporting(after: request.scope))
    guard !request.isStaged else {
      let schema = schema(of: suite, request.suite)
      return work {
        inbox.post(.action(.written(request, Self.outcome(ofStaging: request, schema, suite))))
      }
    }
    // An undeclared key has no entry to check against: any value may replace its value.
    let item = state.document.item(request.key)
    let entry =
      source.catalog.registry.schema(for: suite)?.entry(forKey: request.key.string)
      ?? (item?.isDeclared == true ? item?.entry : nil)
    work {
      let outcome = Self.outcome(of: request, entry, suite, results)
      report { inbox.post(.action(.written(request, outcome))) }
    }
  }

  /// Undoes or redoes a change on the work queue; the outcome arrives as `Action.restored`.
  private func restore(_ request: RestoreRequest) {
    guard let suite = openedSuite(request.suite) else {
      return dispatch(.restored(request, .nothing))
    }
    let (inbox, report) = (inbox, reporting(after: request.scope))
    let schema = schema(of: suite, request.suite)
    work {
      let outcome = Self.outcome(of: request, schema, suite)
      report { inbox.post(.action(.restored(request, outcome))) }
    }
  }

  /// Reads the recorded changes of a key on the work queue; they arrive as `Action.history`.
  private func readHistory(of key: Defaults.KeyName, inSuite name: String) {
    let (suite, inbox) = (suite, inbox)
    guard name == suite.name else { return }
    work {
      let history = Self.history(of: key, in: suite)
      inbox.post(.action(.history(suiteName: name, key: key, history)))
    }
  }

  /// Reads all recorded changes of a suite on the work queue; they arrive as `Action.suiteHistory`.
  private func readHistory(ofSuite name: String) {
    guard let suite = openedSuite(name) else { return }
    let inbox = inbox
    work { inbox.post(.action(.suiteHistory(suiteName: name, Self.history(of: suite)))) }
  }

  /// Exports values on the work queue; the outcome arrives as `Action.exported`.
  private func export(_ request: ExportRequest) {
    guard let suite = openedSuite(request.suiteName) else { return }
    let (inbox, schema) = (inbox, source.catalog.registry.schema(for: suite))
    work { inbox.post(.action(.exported(request, request.run(suite, schema)))) }
  }

  /// Finds out on the work queue who has changed keys; the answer arrives as `Action.authors`.
  ///
  /// The program that made the change records it after its commit, so the keys that are not found are
  /// looked for once more a second later.
  private func findAuthors(of keys: [Defaults.KeyName], inSuite name: String, isRetry: Bool) {
    guard source.history?.isOnDisk == true, let suite = openedSuite(name) else { return }
    let inbox = inbox
    work {
      let authors = Self.authors(of: keys, in: suite)
      if !authors.isEmpty { inbox.post(.action(.authors(suiteName: name, authors))) }
      let missing = keys.filter { authors[$0] == nil }
      if !isRetry, !missing.isEmpty { inbox.post(.authorsMissing(suiteName: name, missing)) }
    }
  }

  /// Looks for authors again in a second.
  func findAuthorsLater(of keys: [Defaults.KeyName], inSuite name: String) {
    let inbox = inbox
    later(1) { inbox.post(.authorsDue(suiteName: name, keys)) }
  }

  /// Looks for authors that were not found at first.
  func findAuthorsAgain(of keys: [Defaults.KeyName], inSuite name: String) {
    findAuthors(of: keys, inSuite: name, isRetry: true)
  }

  /// Returns the suite of a name: the shown one, or one that was shown before in this session.
  ///
  /// Suites that were shown are kept, because only the same object knows which changes are its own.
  func openedSuite(_ name: String) -> Defaults.Suite? {
    name == suite.name ? suite : openedSuites[ScopedSuite(name: name)] ?? source.suite(name)
  }

  /// Returns the suite whose values are in the file of a scope.
  ///
  /// If every user can read the file, the suite refuses secrets, by whatever way they are written.
  func openedSuite(_ scoped: ScopedSuite) -> Defaults.Suite? {
    let opened = suite(of: scoped)
    // Each time, because the schema may have changed.
    if let opened, let command = source.sharedFiles[scoped.scope] {
      let schema = schema(of: opened, scoped)
      let secrets = Defaults.HistoryOptions(program: "").hidingSecrets(of: opened, schema)
      opened.refuseSecrets { key, value in
        secrets.hidesFromOtherUsers(key, value, in: schema)
          ? EditorState.refusalOfSecrets(command) : nil
      }
    }
    return opened
  }

  private func suite(of scoped: ScopedSuite) -> Defaults.Suite? {
    guard scoped.scope != .user else { return openedSuite(scoped.name) }
    if let opened = openedSuites[scoped] { return opened }
    guard let opened = source.scoped(scoped.name, scoped.scope) else { return nil }
    if let history = historyOptions(of: opened, schema(of: opened, scoped)) {
      opened.keepHistory(history)
    }
    openedSuites[scoped] = opened
    return opened
  }

  /// Returns the schema of the keys in a file of a suite; the files of all scopes have the same keys.
  func schema(of opened: Defaults.Suite, _ scoped: ScopedSuite) -> Schema? {
    let registry = source.catalog.registry
    return registry.schema(for: opened) ?? registry.schema(named: scoped.name)
  }

  /// Returns a closure that reports the outcome of a write.
  ///
  /// A write to another file than the user's is reported to the shown suite like a change of another
  /// program. The outcome must come after this report: a change without a pending write is taken for
  /// someone else's.
  func reporting(after scope: WriteScope) -> @Sendable (@escaping @Sendable () -> Void) -> Void {
    let suite = suite
    return { report in
      guard scope != .user else { return report() }
      suite.reload()
      suite.afterReports(report)
    }
  }

  /// Shows an empty document for another suite and begins to load its values.
  private func open(_ name: String) {
    openedSuites[ScopedSuite(name: suite.name)] = suite
    guard let next = openedSuite(name) else {
      return dispatch(.diagnosed("The suite \(name) cannot be opened."))
    }
    suite = next
    observation?.invalidate()
    diagnostics?.invalidate()
    conditions = nil
    dispatch(.opened(Self.openingDocument(of: suite, source.catalog)))
    loadSuite()
  }

  /// Saves for the next session a part of what is remembered of a suite.
  private func remember(_ change: SuiteMemory.Change, ofSuite name: String) {
    if case .place = change, !source.keepsPlaces { return }
    save(ofSuite: name) { change }
  }

  /// Saves the input of edits for the next session, except where the write before has stored it.
  ///
  /// The work queue performs that write first, so its result is known then.
  private func parkIfRefused(
    _ inputs: [Defaults.KeyName: Defaults.StoredValue],
    ofSuite name: String
  ) {
    let results = writeResults
    save(ofSuite: name) {
      let refused = inputs.filter { key, input in
        let suite = ScopedSuite(name: name, scope: KeptInput(stored: input).scope)
        let result = results[StagedEdits.Target(suite: suite, key: key)]
        return if case .left(_, isSaved: true) = result { false } else { true }
      }
      return .parked(refused.mapValues(Optional.some))
    }
  }

  private func save(ofSuite name: String, _ change: @escaping @Sendable () -> SuiteMemory.Change) {
    // What is saved may be of the suite that was shown before this one.
    guard let suite = openedSuite(name),
      let file = SuiteMemoryFile(of: suite, historyOptions(of: suite))
    else { return }
    let inbox = inbox
    work {
      do throws(Defaults.StoreError) {
        try file.save(change())
      } catch {
        let text = "What is kept for the next session could not be saved"
        inbox.post(.action(.diagnosed("\(text): \(error)")))
      }
    }
  }

  /// Reads the history of a suite on the work queue; the result arrives as `Action.lastChanges`.
  private func readChanges(ofSuite name: String) {
    let (suite, inbox, program) = (suite, inbox, source.history?.program ?? "")
    guard name == suite.name else { return }
    work {
      do throws(Defaults.StoreError) {
        let changes = try Self.lastChanges(in: suite, program: program)
        inbox.post(.action(.lastChanges(suiteName: name, changes)))
      } catch {
        inbox.post(.action(.diagnosed("The history cannot be read: \(error)")))
      }
    }
  }

  /// Writes a text to a file on the work queue; its path arrives as `Action.copiedToFile`.
  private func copyToFile(_ text: String) {
    let (inbox, writeCopy) = (inbox, writeCopy)
    work {
      do throws(CopyFailure) {
        inbox.post(.action(.copiedToFile(try writeCopy(text))))
      } catch {
        inbox.post(.action(.diagnosed("The text could not be copied: \(error.reason)")))
      }
    }
  }

  /// Redraws the whole screen and reads the suite's files again on the work queue.
  private func reload() {
    screen.invalidate()
    let (suite, inbox) = (suite, inbox)
    work {
      suite.reload()
      inbox.post(.storeStatus)
    }
  }
}
