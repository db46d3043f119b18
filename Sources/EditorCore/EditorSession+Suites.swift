import DefaultsCore
import DefaultsSchema
import DequeModule

/// The suites whose numbers or keys are wanted, one of which is examined at a time.
///
/// To examine a suite means to read its files. All of them in one closure would make a write wait for
/// all of them; as one closure after another, a write waits for one.
struct SuiteExaminations {
  /// A suite that is wanted.
  struct Request: Hashable {
    var name: String
    /// Whether its keys are searched, and not only counted.
    var isSearched: Bool
  }

  private var waiting: Deque<Request> = []
  private var isRunning = false

  /// Adds requests, and returns the one to begin with; nil if a suite is being examined.
  mutating func begin(with requests: [Request]) -> Request? {
    waiting += requests.filter { !waiting.contains($0) }
    guard !isRunning else { return nil }
    return next()
  }

  /// Ends an examination, and returns the next request; nil for none.
  mutating func end() -> Request? {
    isRunning = false
    return next()
  }

  private mutating func next() -> Request? {
    let request = waiting.popFirst()
    isRunning = request != nil
    return request
  }
}

extension Effect {
  /// Read suites for the search in all of them, one suite at a time, and report each.
  static func readSuites(suiteNames names: [String]) -> Effect {
    Effect("search \(names.count) suites", names) { session in
      session.searchedSuites.formUnion(names)
      session.examine(names, isSearched: true)
    }
  }

  /// Read some of the searched suites again.
  static func readAgain(suiteNames names: [String]) -> Effect {
    Effect("read \(names.count) suites again", names) { $0.examine(names, isSearched: true) }
  }

  /// Read the numbers of suites, one suite at a time, and report each.
  static func examine(suiteNames names: [String]) -> Effect {
    Effect("count the keys of \(names.count) suites", names) { $0.examine(names) }
  }
}

extension Action {
  /// A suite has been read for the search in all suites.
  static func searched(_ document: Document) -> Action {
    Action("searched \(document.suiteName)") { $0.addSearched(document) }
  }

  /// The numbers of a suite have been read.
  static func examined(_ overview: SuiteOverview) -> Action {
    Action("counted \(overview.name)") { $0.catalog.overviews.set(overview) }
  }

  /// The list of suites has changed.
  ///
  /// If the schema of the shown suite has changed too, the document is the suite with its new schema; nil
  /// if it has not.
  static func described(_ document: Document?, suites: [SuiteSummary]) -> Action {
    Action(logLines: { _ in ["\(suites.count) suites"] + (document?.logLines ?? []) }) {
      $0.replaceSuites(suites, document)
      $0.searchNewSuites()
    }
  }
}

extension EditorSession {
  /// Begins to watch the catalog, until the returned object is released; nil if it never changes.
  func watchCatalog() -> AnyObject? {
    let inbox = inbox
    return source.watch { catalog in inbox.post { $0.replaceCatalog(catalog) } }
  }

  /// Replaces the catalog, and reads the shown suite again if its schema or remark has changed, and
  /// searched suites if theirs has.
  private func replaceCatalog(_ catalog: SuiteCatalog) {
    let (old, new) = (source.catalog, withSettings(catalog))
    source.catalog = new
    let known = Set(old.suites.map(\.name))
    loadStagedEdits(of: new.suites.filter { !known.contains($0.name) })
    let described = searchedSuites.filter {
      old.registry.schema(named: $0) != new.registry.schema(named: $0)
    }
    examine(described.sorted(), isSearched: true)
    let isSame =
      old.registry.schema(for: suite) == new.registry.schema(for: suite)
      && old.remarks[suite.name] == new.remarks[suite.name]
    guard !isSame else { return dispatch(.described(nil, suites: new.suites)) }
    let (suite, history) = (suite, historyOptions(of: suite))
    report {
      if let history { suite.keepHistory(history) }
      return .described(Self.document(of: suite, new), suites: new.suites)
    }
  }

  /// Reads suites, one after the other, and reports their numbers, and those that are searched.
  fileprivate func examine(_ names: [String], isSearched: Bool = false) {
    let requests = names.map { SuiteExaminations.Request(name: $0, isSearched: isSearched) }
    examine(examinations.begin(with: requests))
  }

  private func examine(_ request: SuiteExaminations.Request?) {
    guard let request else { return }
    let (source, inbox) = (source, inbox)
    let read: @Sendable () -> Void = {
      let suite = source.suite(request.name)
      var document = suite.map { Self.document(of: $0, source.catalog) }
      if request.isSearched, let suite {
        document?.annotations = Self.annotations(of: suite, source.history)
      }
      let overview = document.map {
        SuiteOverview($0, changed: $0.location.flatMap(DocumentFile.modified))
      }
      inbox.post { [document] session in
        if let overview { session.dispatch(.examined(overview)) }
        // A suite that cannot be opened has no keys, but is not waited for.
        if request.isSearched {
          session.dispatch(.searched(document ?? Document(suiteName: request.name, stored: [:])))
        }
        session.examine(session.examinations.end())
      }
    }
    logged("read \(request.name)") { work(read) }
  }

  /// Reads the bookmarks and the last changes of a suite that is searched.
  ///
  /// What cannot be read is reported when the suite is opened.
  private static func annotations(
    of suite: Defaults.Suite,
    _ history: Defaults.HistoryOptions?
  ) -> KeyAnnotations {
    var annotations = KeyAnnotations()
    guard let history else { return annotations }
    if !suite.keepsHistory { suite.keepHistory(history) }
    annotations.bookmarks =
      SuiteMemoryFile(of: suite, history)?.read().memory.place?.bookmarks ?? []
    if let changes = try? KnownHistory(of: suite, program: history.program).lastChanges() {
      annotations.replace(changes)
    }
    return annotations
  }
}
