import DefaultsCore
import DefaultsSchema
import Terminal

/// A suite to show.
struct OpenRequest: Hashable, Sendable {
  let suiteName: String
}

extension Effect {
  /// Show the suite of this name.
  static func open(suiteName name: String) -> Effect {
    Effect("open \(name)", OpenRequest(suiteName: name)) { $0.open(name) }
  }

  /// Read the stored values again and redraw every cell of the screen.
  static let reload: Effect = Effect("read everything again") { session in
    session.screen.invalidate()
    let (suite, inbox) = (session.suite, session.inbox)
    session.work {
      suite.reload()
      inbox.postStatus()
    }
  }
}

extension Action {
  /// A suite was opened, first without its values, then with them.
  static func opened(_ document: Document) -> Action {
    Action(logLines: { _ in document.logLines }) { $0.show(document) }
  }
}

// The suites that are open in this session.
extension EditorSession {
  /// Shows an empty document for another suite and begins to load its values.
  fileprivate func open(_ name: String) {
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
      let secrets = opened.secrets(in: schema)
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
    if var history = historyOptions(of: opened, schema(of: opened, scoped)) {
      // The process that acts as another user records the changes for that user.
      if scoped.isOfOtherUser { history.isOnDisk = false }
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

  // MARK: - Reading a suite

  /// Observes the suite and reads its values on the work queue.
  ///
  /// The observation must begin before `document(of:_:)` reads the values; see the type's comment.
  func loadSuite() {
    let (suite, catalog, inbox) = (suite, source.catalog, inbox)
    let history = historyOptions(of: suite)
    let opened = source.opened
    let load: @Sendable () -> Void = {
      opened(suite.name)
      if let history { suite.keepHistory(history) }
      let observation = suite.observeLayers { change in
        let change = Action.Change(
          suiteName: suite.name,
          key: change.key,
          layers: KeyLayers(of: change.key, in: suite),
          isElsewhere: change.origin == .elsewhere
        )
        inbox.post(.change(change))
      }
      let schema = catalog.registry.schema(for: suite)
      let diagnostics = suite.observeDiagnostics { diagnostic in
        inbox.post(diagnostic) { suite.hides($0, in: schema) }
      }
      var document = Self.document(of: suite, catalog)
      let (memory, failure) =
        SuiteMemoryFile(of: suite, history)?.read() ?? (SuiteMemory(), nil)
      document.place = memory.place
      let conditions = ConditionWatch(catalog.registry.schema(for: suite)) {
        inbox.post(isNews: true) { $0.evaluateConditions() }
      }
      inbox.post { [document] session in
        // The user may have chosen another suite since the request.
        guard suite == session.suite else { return }
        session.observation = observation
        session.diagnostics = diagnostics
        session.conditions = conditions
        session.dispatch(.opened(document))
        // Values may have changed between the evaluation for the document and the first observed change.
        session.evaluateConditions()
      }
      inbox.post(.remembered(suiteName: suite.name, memory))
      if let failure {
        let text = "What earlier sessions kept for this one cannot be read"
        inbox.post(.diagnosed("\(text): \(failure)"))
      }
    }
    logged("read \(suite.name) in \(suite.location)") { work(load) }
  }

  /// Evaluates the conditions of the schema on the work queue, because they are closures of the app.
  func evaluateConditions() {
    guard conditions?.turn.begin() == true, let schema = conditions?.schema else { return }
    let (name, inbox) = (suite.name, inbox)
    logged("conditions of \(name)") {
      work {
        let keys = KeyAvailability(of: schema)
        inbox.post { $0.showAvailability(keys, ofSuite: name) }
      }
    }
  }

  private func showAvailability(_ keys: KeyAvailability, ofSuite name: String) {
    dispatch(.availability(suiteName: name, keys))
    if name == suite.name, conditions?.turn.end() == true { evaluateConditions() }
  }

  /// Returns the document that is shown while the suite's values are being read.
  static func openingDocument(of suite: Defaults.Suite, _ catalog: SuiteCatalog) -> Document {
    Document.opening(
      suiteName: suite.name,
      title: catalog.registry.schema(for: suite)?.title ?? suite.name
    )
  }

  /// Reads the values of a suite; takes as long as reading the suite's files.
  static func document(of suite: Defaults.Suite, _ catalog: SuiteCatalog) -> Document {
    catalog.registry.schema(for: suite)?.declareKeys(in: suite)
    let contents = SuiteContents(of: suite)
    var document =
      catalog.registry.schema(for: suite).map { Document(schema: $0, contents) }
      ?? Document(suiteName: suite.name, holdsSecrets: suite.capabilities.holdsSecrets, contents)
    if let schema = catalog.registry.schema(for: suite), schema.hasConditions {
      document.setAvailability(KeyAvailability(of: schema))
    }
    document.status = StoreStatus(of: suite)
    document.writeObstacle = suite.writeObstacle.map(StoreStatus.Failure.init)
    document.remark = catalog.remarks[suite.name]
    document.isPolling = suite.isPolling
    document.location = suite.location
    document.layer = catalog.layer
    return document
  }
}

extension Document {
  /// What was read, for the log.
  var logLines: [String] {
    guard !isLoading else { return [] }
    let schema = hasSchema ? "" : ", no schema"
    return ["\(suiteName): \(counts.keys) keys, \(counts.set) set\(schema)"] + status.logLines
  }
}
