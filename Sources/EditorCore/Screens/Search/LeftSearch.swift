import Terminal

/// The search in all suites that was left last, to which the user can return.
struct LeftSearch: Sendable {
  /// The search as it was left, or before its text was cleared.
  var screen: SuiteSearchScreen
  /// Whether going back leads to it; not once more after going back has led there and nothing was chosen,
  /// so that the places before it can be reached.
  var isEarlierPlace: Bool
  /// Whether no filter was typed since, so that the next match is one of the search.
  var isLastFilter: Bool = true
  /// The number of earlier suites that come after it on the way back.
  let suites: Int
  /// The number of visited places of the suite that come after it on the way back.
  let places: Int
}

extension EditorState {
  /// Keeps a search that is left; `name` is the suite that was chosen, or that has the chosen key.
  mutating func keep(_ search: SuiteSearchScreen, choosing name: String? = nil) {
    let opensSuite = name.map { $0 != document.suiteName } ?? false
    catalog.search = LeftSearch(
      screen: search,
      isEarlierPlace: name != nil || !search.isRevisited,
      suites: earlierSuites.count + (opensSuite ? 1 : 0),
      places: opensSuite ? 0 : suite.visited.count
    )
  }

  /// Whether the search that was left last is the place before the present one.
  var isSearchPreviousPlace: Bool {
    catalog.search.map {
      $0.isEarlierPlace && earlierSuites.count <= $0.suites && suite.visited.count <= $0.places
    } ?? false
  }

  /// Returns to the search that was left last, with its text, row and marks, and reads the suites again.
  mutating func resumeSearch(goingBack isGoingBack: Bool) {
    guard var search = catalog.search?.screen else { return }
    if isGoingBack { catalog.search?.isEarlierPlace = false }
    search.isRevisited = isGoingBack
    // A search of the filter that is running would change the list meanwhile.
    while suite.pass != nil { proceed() }
    search.add(document)
    show(search)
    searchNewSuites()
    send(.readAgain(suiteNames: search.names.filter { $0 != document.suiteName }))
  }
}
