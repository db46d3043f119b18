import DefaultsCore
import DefaultsSchema

/// What the editor remembers of a suite until it is opened again: where the user was, and bookmarks.
struct RememberedPlace: Hashable, Sendable {
  /// The order of the list; nil if the user has chosen none.
  var order: ListOrder?
  /// The titles of the folded sections.
  var folded: Set<String> = []
  /// The selected key; nil for none.
  var selection: Defaults.KeyName?
  /// The text of the filter; this and the next two are remembered until the session ends.
  var filter: String = ""
  /// Whether only keys with a stored value are shown.
  var showsOnlySet: Bool = false
  /// Whether only keys with a bookmark are shown.
  var showsOnlyBookmarks: Bool = false
  /// The keys with a bookmark.
  var bookmarks: Set<Defaults.KeyName> = []
  /// The earlier filters, the oldest first.
  var filters: [String] = []

  /// The greatest number of earlier filters.
  static let filterLimit = 50

  /// Appends a filter to the earlier ones; a repeated filter moves to the end.
  mutating func add(filter: String) {
    guard !filter.allSatisfy({ $0 == " " }) else { return }
    filters.removeAll { $0 == filter }
    filters = (filters + [filter]).suffix(Self.filterLimit)
  }

  /// The place without the filter, which is not stored, and without the selection, which changes at
  /// nearly every key press.
  fileprivate var lasting: RememberedPlace {
    RememberedPlace(order: order, folded: folded, bookmarks: bookmarks, filters: filters)
  }
}

// The place is saved when the user leaves the suite, and before that whenever more than the selection
// has changed: after a crash, bookmarks are still there, and no file is written while the cursor moves.
extension EditorState {
  /// The present place in the shown suite.
  private var place: RememberedPlace {
    var place = RememberedPlace()
    place.order = suite.chosenOrder
    place.folded = Set(
      document.sections.indices.filter(lastingFolds.contains).map { document.sections[$0] }
    )
    if case .key(let key) = suite.selection { place.selection = key }
    // A text of the prompt is not a filter until it is kept, and one with a secret never is.
    let text = suite.filter.query.text
    place.filter = suite.earlierFilters.last == text ? text : ""
    place.showsOnlySet = suite.filter.showsOnlySet
    place.showsOnlyBookmarks = suite.filter.showsOnlyBookmarks
    place.bookmarks = document.annotations.bookmarks
    place.filters = suite.earlierFilters
    return place
  }

  /// Saves the place if it must be saved now.
  ///
  /// With `isLeaving`, the user leaves the suite.
  mutating func savePlace(isLeaving: Bool) {
    guard !document.isLoading else { return }
    guard isLeaving || screen is ListScreen && list.focus == .list else { return }
    let old = catalog.places[document.suiteName] ?? RememberedPlace()
    let new = place
    guard isLeaving ? new != old : new.lasting != old.lasting else { return }
    catalog.places[document.suiteName] = new
    send(.remember(suiteName: document.suiteName, .place(new, replacing: old)))
  }

  /// Goes to the place where the user was when the shown suite was left.
  ///
  /// A place of this session is newer than one that was read from disk.
  mutating func restorePlace() {
    guard !document.isLoading else { return }
    let remembered = catalog.places[document.suiteName] ?? document.place
    suite.chosenOrder = remembered?.order
    suite.ordering = wantedOrdering
    guard var place = remembered else {
      if suite.ordering != nil { showAll() }
      return
    }
    catalog.places[document.suiteName] = place
    suite.document.annotations.bookmarks = place.bookmarks
    place.add(filter: place.filter)
    suite.earlierFilters = place.filters
    suite.listing.fold(
      Set(document.sections.indices.filter { place.folded.contains(document.sections[$0]) })
    )
    suite.filter.query = Query(place.filter)
    if !suite.filter.query.isEmpty { suite.lastQuery = suite.filter.query }
    suite.filter.showsOnlySet = place.showsOnlySet
    suite.filter.showsOnlyBookmarks = place.showsOnlyBookmarks
    if let key = place.selection, document.slot(of: key) != nil { suite.selection = .key(key) }
    if suite.filter.isActive { restartPass() } else { showAll() }
  }

  /// Adds the text of the filter to the earlier ones when it is kept, unless it has a secret.
  mutating func keepFilterText() {
    let text = suite.filter.query.text
    guard !suite.filter.query.isEmpty, !Defaults.HistoryOptions.containsSecret(text),
      !holdsSecret(text)
    else { return }
    var place = RememberedPlace(filters: suite.earlierFilters)
    place.add(filter: text)
    suite.earlierFilters = place.filters
  }

  /// Returns whether a text contains the value of a secret key, so that it must not be written.
  ///
  /// It reads every value, so it is called when a filter is kept and not for each character.
  private func holdsSecret(_ text: String) -> Bool {
    guard !text.isEmpty else { return false }
    return document.order.contains { slot in
      guard document.isSet(slot), case .string(let value) = document.record(at: slot).stored,
        !value.isEmpty, text.contains(value)
      else { return false }
      // Checked last, because it compares each word of the name of a key without a schema.
      return document.isSecret(slot)
    }
  }
}
