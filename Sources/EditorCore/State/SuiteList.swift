import DefaultsCore

/// The suites to choose from, and facts about the suites that are not shown.
struct SuiteList: Sendable {
  /// The suites to choose from.
  var suites: [SuiteSummary]
  /// The counts of keys of the suites that are not shown.
  var overviews: SuiteOverviews = SuiteOverviews()
  /// The suites of the pane of suites, as they were shown last.
  var cursor: ListCursor = ListCursor()
  /// The search in all suites that was left last; nil for none.
  var search: LeftSearch?
  /// The places in the suites of this session, as they were saved last, by suite.
  var places: [String: RememberedPlace] = [:]
  /// The keys that have changed while their suite was shown, by suite, for the suites shown before.
  var recentKeys: [String: Set<Defaults.KeyName>] = [:]
  /// The marked keys of the suites that were shown before.
  var marked: [String: MarkedKeys] = [:]
}

extension EditorState {
  /// Removes the marks of keys, in whatever suites they are, also in the search in all suites.
  mutating func removeMarks(of keys: [SuiteKey]) {
    for key in keys {
      if key.suiteName == document.suiteName {
        suite.marked.remove(CollectionOfOne(key.key))
      } else {
        catalog.marked[key.suiteName]?.remove(CollectionOfOne(key.key))
      }
    }
    change(SuiteSearchScreen.self) { $0.unmark(keys) }
    catalog.search?.screen.unmark(keys)
  }
}
