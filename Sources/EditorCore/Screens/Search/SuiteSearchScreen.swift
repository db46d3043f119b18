import DefaultsCore
import DefaultsSchema

/// A search for keys and suites, with the language of the filter.
///
/// The suites are read one at a time on the work queue, and searched as they arrive, in slices between
/// events like a ``FilterPass``. The keys that match are grouped by suite, in the order of the list of
/// suites with the shown one first, and the best match of a suite comes first. If nothing matches, the
/// lines are changed texts that match keys (``FilterRepairs``).
struct SuiteSearchScreen: Sendable {
  /// A line of the result.
  enum Line: Hashable, Sendable {
    /// The name of a suite, and the number of its keys that match. It can be chosen if the suite itself
    /// matches, and is a heading otherwise.
    case suite(String, count: Int)
    /// A key of a suite.
    case key(suiteName: String, Defaults.KeyName)
    /// Another text that matches keys, by its number in ``repairs``.
    case repair(Int)
  }

  /// The typed text.
  private(set) var buffer: TextBuffer
  private(set) var query: Query
  /// The suites that are searched, in the order of the result.
  private(set) var names: [String] = []
  /// The names and titles of the suites.
  private var texts: [String: SearchedTexts] = [:]
  private var suites: [String: SearchedSuite] = [:]
  /// The search for other texts; nil while keys match, or have not been searched yet.
  private var repairSearch: FilterRepairs?
  /// The other texts that match keys, the best first; empty while keys match.
  private(set) var repairs: [FilterRepairs.Repair] = []
  /// The lines of the result.
  private(set) var lines: [Line] = []
  /// The marked keys, which stay marked when the text changes.
  private(set) var marked: Set<SuiteKey> = []
  /// Whether all keys are to be marked when the search ends.
  var marksAllFound: Bool = false
  /// Whether going back has led here.
  var isRevisited: Bool = false
  /// The line of the selected key, none if no key matches, and the scroll position.
  var cursor: ListCursor = ListCursor()

  /// Creates a search with a text.
  init(_ buffer: TextBuffer, _ suites: [SuiteSummary]) {
    self.buffer = buffer
    query = Query(buffer.text)
    _ = add(suites)
  }

  /// Adds suites that are to be searched as well; returns the names of those that were not yet.
  mutating func add(_ suites: [SuiteSummary]) -> [String] {
    let new = suites.filter { texts[$0.name] == nil }
    names += new.map(\.name)
    for suite in new {
      texts[suite.name] = SearchedTexts([(.title, suite.name), (.key, suite.title)])
    }
    refreshLines()
    return new.map(\.name)
  }

  /// The number of suites that have not been read yet.
  var missingSuites: Int { names.count - suites.count }

  /// The number of keys in the suites that have been read.
  var keyCount: Int { suites.values.reduce(0) { $0 + $1.order.count } }

  /// The number of keys that match so far.
  var matchCount: Int { suites.values.reduce(0) { $0 + $1.found.count } }

  /// Whether keys have not been searched yet, or other texts that match are looked for.
  var hasWork: Bool { hasKeysToSearch || repairSearch?.isComplete == false }

  /// Whether more keys can still be found.
  var isSearching: Bool { !query.isEmpty && missingSuites > 0 || hasKeysToSearch }

  private var hasKeysToSearch: Bool {
    !query.isEmpty && suites.values.contains { !$0.isComplete }
  }

  /// The selected key or suite; nil if nothing matches.
  var selected: Line? { lines[cursor] }

  /// The indices of the lines that can be chosen.
  var choices: [Int] { lines.indices.filter { !isHeading(lines[$0]) } }

  private func isHeading(_ line: Line) -> Bool {
    if case .suite(let name, _) = line { !matches(suite: name) } else { false }
  }

  /// Returns whether all words of the query are in the name or the title of a suite.
  private func matches(suite name: String) -> Bool {
    guard let texts = texts[name], !query.isEmpty else { return false }
    return query.terms.allSatisfy { term in
      term.searchedWord.map { texts.place(of: $0) != nil } ?? false
    }
  }

  /// Returns a key, and its section with where it matches.
  func item(_ key: Defaults.KeyName, inSuite name: String) -> (item: Item, place: String)? {
    guard let suite = suites[name], let slot = suite.document.slot(of: key) else { return nil }
    let item = suite.document.item(at: slot)
    let section = suite.document.sections[item.section]
    let texts = suite.texts[slot] ?? SearchedTexts(of: slot, in: suite.document)
    let match = query.match(slot, in: suite.document, texts)
    return (item, match?.placeText(of: item, section: section) ?? section)
  }

  /// Adds a suite that has been read.
  mutating func add(_ document: Document) {
    guard names.contains(document.suiteName) else { return }
    var suite = SearchedSuite(document)
    // So a selected key of a suite that is read again stays selected.
    var budget = FilterPass.slice
    if !query.isEmpty { suite.search(query, &budget) }
    suites[document.suiteName] = suite
    refreshLines()
  }

  /// Replaces the values of a suite; what was found stays until the text changes.
  mutating func refresh(_ document: Document) {
    guard let suite = suites[document.suiteName] else { return }
    guard suite.document.capacity == document.capacity else { return add(document) }
    suites[document.suiteName]?.document = document
    suites[document.suiteName]?.texts = TextIndex()
  }

  /// Changes the typed text, and searches again if it is another one.
  mutating func edit(_ change: (inout TextBuffer) -> Void) {
    change(&buffer)
    let query = Query(buffer.text)
    guard query != self.query else { return }
    self.query = query
    repairSearch = nil
    marksAllFound = false
    for name in names {
      suites[name]?.next = 0
      suites[name]?.found = []
    }
    cursor = ListCursor()
    proceed()
  }

  /// Searches keys until the budget of a slice is used up.
  mutating func proceed() {
    var budget = FilterPass.slice
    if !hasKeysToSearch, repairSearch?.isComplete == false {
      lookForRepairs(&budget)
    }
    for name in names where budget > 0 && !query.isEmpty {
      guard var suite = suites[name] else { continue }
      suites[name] = nil
      suite.search(query, &budget)
      suites[name] = suite
    }
    refreshLines()
  }

  /// Makes the lines again, and keeps what is selected, but a suite only if there was a key to select.
  ///
  /// Otherwise the first key is selected, and without a key the first suite.
  private mutating func refreshLines() {
    let selected = lines.contains(where: \.isKey) ? selected : nil
    lines = names.flatMap { name -> [Line] in
      let suite = suites[name]
      let keys = (suite?.found ?? []).compactMap { found in
        suite.map { Line.key(suiteName: name, $0.document.key(at: found.slot)) }
      }
      guard !keys.isEmpty || matches(suite: name) else { return [] }
      return [.suite(name, count: keys.count)] + keys
    }
    offerRepairs()
    if marksAllFound, !isSearching {
      marksAllFound = false
      marked.formUnion(lines.compactMap(\.suiteKey))
    }
    let place = selected.flatMap { line in lines.firstIndex { $0.isSame(as: line) } }
    let choices = choices
    cursor.select(
      place ?? lines.firstIndex(where: \.isKey) ?? choices.first,
      of: lines.count,
      headings: Set(lines.indices).subtracting(choices)
    )
  }
}

// MARK: - Marks

extension SuiteSearchScreen {
  /// Marks the selected key, or removes its mark, and selects the next one.
  mutating func markSelected() {
    guard let key = selected?.suiteKey else { return }
    marked.formSymmetricDifference([key])
    cursor.move(.next)
  }

  /// Marks all keys that are found; if they are marked already, removes their marks.
  mutating func markAll() {
    let found = lines.compactMap(\.suiteKey)
    if marked.isSuperset(of: found) { marked.subtract(found) } else { marked.formUnion(found) }
  }

  /// Removes marks.
  mutating func unmark(_ keys: [SuiteKey]) { marked.subtract(keys) }

  /// The keys that a command acts on: the marked ones by suite, or the selected one.
  var chosen: [ChosenKey] {
    let keys = marked.isEmpty ? [selected?.suiteKey].compactMap(\.self) : Array(marked)
    let chosen = keys.compactMap { key in
      suites[key.suiteName]?.document.item(key.key).map {
        ChosenKey(suiteName: key.suiteName, item: $0)
      }
    }
    return chosen.sorted { ($0.suiteName, $0.item.key) < ($1.suiteName, $1.item.key) }
  }
}

// MARK: - A search without a match

extension SuiteSearchScreen {
  /// Looks for other texts once all suites have been searched without a match; makes their lines.
  private mutating func offerRepairs() {
    guard lines.isEmpty, !query.isEmpty, missingSuites == 0, !hasKeysToSearch else {
      return (repairSearch, repairs) = (nil, [])
    }
    let search = repairSearch ?? FilterRepairs(Filter(query: query), suites: names.count)
    (repairSearch, repairs) = (search, search.repairs)
    lines = repairs.indices.map(Line.repair)
  }

  /// Looks for other texts in the suites that have not been checked, until a budget is used up.
  private mutating func lookForRepairs(_ budget: inout Int) {
    while budget > 0, let search = repairSearch, !search.isComplete {
      let name = names[search.checkedSuites]
      guard let document = suites[name]?.document, var texts = suites[name]?.texts else { return }
      suites[name]?.texts = TextIndex()
      repairSearch?.proceed(in: document, &texts, &budget)
      suites[name]?.texts = texts
    }
  }

  /// Searches with another text.
  mutating func use(_ repair: FilterRepairs.Repair) {
    edit { $0.replace(with: repair.filter.query.text) }
  }
}

extension SuiteSearchScreen.Line {
  fileprivate var isKey: Bool { suiteKey != nil }

  /// The key; nil for a suite and for another text.
  var suiteKey: SuiteKey? {
    if case .key(let name, let key) = self { SuiteKey(suiteName: name, key: key) } else { nil }
  }

  /// Returns whether two lines are for the same key or suite.
  fileprivate func isSame(as other: Self) -> Bool {
    if case (.suite(let name, _), .suite(let otherName, _)) = (self, other) {
      name == otherName
    } else {
      self == other
    }
  }
}
