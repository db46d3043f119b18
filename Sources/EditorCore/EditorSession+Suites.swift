import Defaults
import DefaultsSchema
import DequeModule

/// The suites whose numbers are wanted, one of which is examined at a time.
///
/// To examine a suite means to read its files. All of them in one closure would make a write wait for
/// all of them; as one closure after another, a write waits for one.
struct SuiteExaminations {
  private var waiting: Deque<String> = []
  private var isRunning = false

  /// Adds suites, and returns the one to examine now; nil if another one is being examined.
  mutating func begin(with names: [String]) -> String? {
    waiting += names.filter { !waiting.contains($0) }
    guard !isRunning else { return nil }
    return next()
  }

  /// Ends an examination, and returns the suite to examine next; nil for none.
  mutating func end() -> String? {
    isRunning = false
    return next()
  }

  private mutating func next() -> String? {
    let name = waiting.popFirst()
    isRunning = name != nil
    return name
  }
}

extension EditorSession {
  /// Replaces the catalog, and reads the shown suite again if its schema or remark has changed.
  func replaceCatalog(_ catalog: SuiteCatalog) {
    let (old, new) = (source.catalog, withSettings(catalog))
    source.catalog = new
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

  /// Reads the numbers of suites on the work queue; they arrive as `Action.examined`.
  func examine(_ names: [String]) {
    examine(examinations.begin(with: names))
  }

  /// Passes the numbers of a suite to the state, and examines the next suite.
  func finishExamination(_ overview: SuiteOverview?) {
    if let overview { dispatch(.examined(overview)) }
    examine(examinations.end())
  }

  private func examine(_ name: String?) {
    guard let name else { return }
    let (source, inbox) = (source, inbox)
    work { inbox.post(.examined(Self.overview(ofSuite: name, source))) }
  }

  /// Reads the numbers of a suite; nil if it cannot be opened.
  private static func overview(ofSuite name: String, _ source: Source) -> SuiteOverview? {
    guard let suite = source.suite(name) else { return nil }
    return SuiteOverview(
      document(of: suite, source.catalog),
      changed: DocumentFile.modified(suite.location)
    )
  }
}
