import Defaults
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

extension EditorSession {
  /// Replaces the catalog, and reads the shown suite again if its schema or remark has changed, and
  /// searched suites if theirs has.
  func replaceCatalog(_ catalog: SuiteCatalog) {
    let (old, new) = (source.catalog, withSettings(catalog))
    source.catalog = new
    let described = searchedSuites.filter {
      old.registry.schema(named: $0) != new.registry.schema(named: $0)
    }
    examine(described, isSearched: true)
    let isSame =
      old.registry.schema(for: suite) == new.registry.schema(for: suite)
      && old.remarks[suite.name] == new.remarks[suite.name]
    guard !isSame else { return dispatch(.described(nil, suites: new.suites)) }
    let (suite, inbox, history) = (suite, inbox, historyOptions(of: suite))
    work {
      if let history { suite.keepHistory(history) }
      let document = Self.document(of: suite, new)
      inbox.post(.action(.described(document, suites: new.suites)))
    }
  }

  /// Reads suites on the work queue; their numbers arrive as `Action.examined`, and those that are
  /// searched also as `Action.searched`.
  func examine(_ names: [String], isSearched: Bool = false) {
    let requests = names.map { SuiteExaminations.Request(name: $0, isSearched: isSearched) }
    examine(examinations.begin(with: requests))
  }

  /// Passes a suite that was read to the state, and examines the next one.
  func finishExamination(_ overview: SuiteOverview?, _ document: Document?) {
    if let overview { dispatch(.examined(overview)) }
    if let document { dispatch(.searched(document)) }
    examine(examinations.end())
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
      inbox.post(.examined(overview, request.isSearched ? document : nil))
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
    if let changes = try? lastChanges(in: suite, program: history.program) {
      annotations.replace(changes)
    }
    return annotations
  }
}
