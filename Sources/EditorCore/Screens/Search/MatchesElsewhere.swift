/// The number of keys of other suites that match a filter, which matches none of the shown suite.
///
/// To count them, all suites are read, so it is done when the filter is kept and not at each letter. The
/// suites are read one at a time on the work queue, and each is searched as it arrives, in slices between
/// events like a ``FilterPass``.
struct MatchesElsewhere: Sendable {
  private let query: Query
  /// The names of the suites that have not been read yet.
  private var missing: Set<String>
  /// The suites that have been read, and not searched completely.
  private var suites: [SearchedSuite] = []
  /// The suites with keys that match.
  private var names: [String] = []
  private var keyCount = 0

  /// Creates the count for suites, of which none has been read.
  init(_ query: Query, in names: [String]) {
    self.query = query
    missing = Set(names)
  }

  /// Whether keys have been read and not searched.
  var hasWork: Bool { !suites.isEmpty }

  /// The result in words.
  var text: String {
    guard missing.isEmpty, suites.isEmpty else { return "The other suites are being searched." }
    let place = names.count == 1 ? names[0] : "\(names.count.counted("other suite"))"
    switch keyCount {
    case 0: return "No key of another suite matches either."
    case 1: return "1 key matches in \(place)."
    default: return "\(keyCount.counted("key")) match in \(place)."
    }
  }

  /// Adds a suite that has been read, if it is one of those.
  mutating func add(_ document: Document) {
    if missing.remove(document.suiteName) != nil { suites.append(SearchedSuite(document)) }
  }

  /// Searches keys until the budget of a slice is used up.
  mutating func proceed() {
    var budget = FilterPass.slice
    while budget > 0, var suite = suites.popLast() {
      suite.search(query, &budget)
      guard suite.isComplete else { return suites.append(suite) }
      guard !suite.found.isEmpty else { continue }
      names.append(suite.document.suiteName)
      keyCount += suite.found.count
    }
  }
}

extension EditorState {
  /// Begins to count the matches in other suites of a filter that is kept and matches nothing in this one.
  mutating func countElsewhere() {
    guard suite.elsewhere == nil, suite.pass == nil, suite.listing.shown.isEmpty,
      !document.isLoading, canSearchElsewhere, !(screen is FilterScreen)
    else { return }
    let names = catalog.suites.map(\.name).filter { $0 != document.suiteName }
    suite.elsewhere = MatchesElsewhere(suite.filter.query, in: names)
    send(.readSuites(suiteNames: names))
  }
}
