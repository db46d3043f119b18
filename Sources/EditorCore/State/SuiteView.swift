import DefaultsCore
import DefaultsSchema
import Terminal

/// Everything that belongs to the shown suite.
///
/// Another suite is shown by replacing this value, so no data of the suite before can stay.
///
/// **List.** The lines of the list follow from `document`, `filter` and the folded sections. They are
/// not computed each time, because a suite may have 100,000 keys: `listing` holds them, and every
/// function that changes one of the three must update `listing` and then call
/// ``EditorState/ensureSelection(near:)``. A search for a new filter runs in slices (``FilterPass``) over
/// the texts in `texts`.
struct SuiteView: Sendable {
  /// The suite that is shown.
  var document: Document
  /// The document with a newer schema, which replaces `document` when no key is being edited; nil for
  /// none.
  var nextDocument: Document?
  /// The row of the cursor; nil if the list is empty.
  var selection: Selection?
  /// The row that the filter has hidden, with the first visible line; nil for none.
  ///
  /// It is selected again when another filter shows it, unless the user has selected another row.
  var displaced: (selection: Selection, top: Int)?
  /// The number of the first visible line of the list, 0-based.
  var top: Int = 0
  /// The lines of the list.
  var listing: Listing = Listing()
  /// The order of the list that the user has chosen for this suite; nil for the order of the settings.
  var chosenOrder: ListOrder?
  /// The numbers by which the list is sorted; nil for the order of the sections.
  var ordering: Ordering?
  /// Whether the history is being read for the order or the filter.
  var isReadingChanges: Bool = false
  /// The places before each jump, the last one last.
  var visited: [VisitedPlace] = []
  /// The condition for keys to be in the list; change it only with ``setFilter(_:)``.
  var filter: Filter = Filter()
  /// The row of the cursor and the first visible line when the prompt of the filter was opened.
  var placeBeforeFilter: (selection: Selection?, top: Int) = (nil, 0)
  /// The sections that were folded when the filter was set, which shows all matches; nil without a filter.
  var foldedBeforeFilter: Set<Int>?
  /// The search that is not complete yet; nil if none is running.
  var pass: FilterPass?
  /// The filters that would match instead of one that matches nothing; nil for any other filter.
  var repairs: FilterRepairs?
  /// The matches of that filter in other suites; nil until it is kept.
  var elsewhere: MatchesElsewhere?
  /// The filters that were kept, the oldest first.
  var earlierFilters: [String] = []
  /// The last filter with words, which may have been cleared.
  var lastQuery: Query = Query("")
  /// The keys that are marked in the list.
  var marked: MarkedKeys = MarkedKeys()
  /// The texts that a filter searches; they are prepared when a filter first needs them.
  var texts: TextIndex = TextIndex()
  /// Changes that were reported before the values of the suite arrived.
  var deferredChanges: [Action.Change] = []
  /// The key whose last change was a step, and its value before the first of these steps; the next step
  /// extends the same entry of the history.
  var stepped: (key: Defaults.KeyName, start: Defaults.StoredValue?)?
  /// The authors of the last changes elsewhere, by key, as far as known.
  var authors: [Defaults.KeyName: ChangeAuthor] = [:]
  /// The last notice about changes that were made elsewhere; nil if there was none.
  var announcement: Announcement?
  /// The secret key whose value is shown for a short time; nil for none.
  var shownSecret: Defaults.KeyName?
  /// Whether keys that no schema declares may be edited.
  var editsUndeclaredKeys: Bool = false

  /// Shows a suite with all its keys.
  init(_ document: Document) {
    self.document = document
  }
}

/// The row of the cursor, identified by its content, so that it stays valid when rows are inserted.
enum Selection: Hashable, Sendable {
  /// A key.
  case key(Defaults.KeyName)
  /// The heading of a folded section, by its index.
  case section(Int)
}

/// A place that a jump has left.
struct VisitedPlace: Sendable {
  var selection: Selection?
  var top: Int
  var filter: Filter
}
