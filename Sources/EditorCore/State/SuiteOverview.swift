import DefaultsCore
import DefaultsSchema
import Terminal

/// The counts of keys of a suite, for the list of suites.
///
/// They are read on the work queue, because reading a suite means reading its files: the session
/// examines one suite at a time (`EditorSession.examine(_:)`), so a write never waits for more than
/// one of them. Those of the shown suite are taken from its document instead, which is up to date.
struct SuiteOverview: Hashable, Sendable {
  /// The name of the suite.
  let name: String
  /// The counts of keys.
  let counts: Counts
  /// Whether a schema describes the suite.
  let hasSchema: Bool
  /// The path of the suite's file; nil for none.
  let location: String?
  /// The time at which the file was last written, as ISO 8601 text; nil if there is no file.
  let changed: String?
  /// Whether the suite could not be read, so that the counts are meaningless.
  let isUnreadable: Bool

  /// Creates the overview of a document.
  init(_ document: Document, changed: String? = nil) {
    name = document.suiteName
    counts = document.counts
    hasSchema = document.hasSchema
    location = document.location
    isUnreadable = document.status.loadFailure != nil
    self.changed = changed
  }
}

/// The counts of all suites, and which suites have been requested.
struct SuiteOverviews: Sendable {
  private var known: [String: SuiteOverview] = [:]
  /// The suites whose counts have been requested since the last call of ``expire()``.
  private var requested: Set<String> = []

  /// The counts of a suite; nil while they are not known.
  subscript(name: String) -> SuiteOverview? { known[name] }

  /// Replaces the counts of a suite.
  mutating func set(_ overview: SuiteOverview) {
    known[overview.name] = overview
  }

  /// Returns the suites that have not been requested yet, and records that they are now.
  mutating func request(_ names: [String]) -> [String] {
    let missing = names.filter { !requested.contains($0) }
    requested.formUnion(missing)
    return missing
  }

  /// Makes the next request return every suite again; the old counts are shown until new ones arrive.
  mutating func expire() {
    requested = []
  }

  /// Removes the suites that no longer exist.
  mutating func keep(_ names: Set<String>) {
    known = known.filter { names.contains($0.key) }
    requested.formIntersection(names)
  }
}

extension EditorState {
  /// Returns the counts of a suite; nil while they are not known.
  func overview(of name: String) -> SuiteOverview? {
    guard name == document.suiteName, !document.isLoading else { return catalog.overviews[name] }
    return SuiteOverview(document, changed: catalog.overviews[name]?.changed)
  }

  /// Reads the missing counts of the suites on the screen.
  mutating func examineSuites() {
    let names = catalog.overviews.request(shownSuites)
    if !names.isEmpty { send(.examine(suiteNames: names)) }
  }

  /// The suites on the screen.
  private var shownSuites: [String] {
    let layout = Layout(state: self)
    if let picker = screen(PickerScreen.self), picker.content != .palette {
      return picker.cursor.visible(rows: picker.linesRect(in: self).size.rows).compactMap { row in
        if case .suite(let name)? = picker.target(row: row) { name } else { nil }
      }
    }
    guard !layout[.suites].isEmpty else { return [] }
    return suiteCursor.visible(rows: layout[.suites].size.rows).map { catalog.suites[$0].name }
  }
}
