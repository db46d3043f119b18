import DefaultsCore
import DefaultsSchema
import Terminal

// Orders and bookmarks. Both are kept with the place in the suite (`RememberedPlace`).
extension EditorState {
  /// The order of the list, unless a search shows the best matches first.
  var order: ListOrder { suite.ordering?.order ?? .group }

  /// Opens the menu of orders.
  mutating func chooseOrder() {
    let choices = ListOrder.allCases.map { order in
      MenuScreen.Choice(title: order.words, help: order.help, isCurrent: order == self.order) {
        $0.setOrder(order)
      }
    }
    show(MenuScreen(title: "Order", choices))
  }

  /// Chooses an order for this suite, and sorts the list, again if the order is the present one.
  mutating func setOrder(_ order: ListOrder) {
    suite.chosenOrder = order
    sort()
    guard suite.filter.query.isRanked else { return }
    note("The best matches come first while a filter has words.")
  }

  /// The numbers for the order that the user has chosen, or else for that of the settings; nil for the
  /// order of the sections.
  var wantedOrdering: Ordering? {
    let order = suite.chosenOrder ?? session.settings.order
    return order == .group || document.isLoading ? nil : Ordering(order, of: document)
  }

  /// Sorts the list; the cursor stays on its key.
  mutating func sort() {
    suite.ordering = wantedOrdering
    guard !suite.filter.query.isRanked else { return }
    relist()
    unfoldSelectedSection()
    ensureSelection(near: 0)
  }

  /// Lists the shown keys again, in the present order.
  private mutating func relist() {
    guard suite.filter.isActive else { return showAll() }
    let shown = document.order.filter(suite.listing.contains)
    suite.listing.show(shown, of: document, by: suite.ordering)
  }

  /// Sorts again after the history has been read.
  mutating func setLastChanges(_ changes: LastChanges, ofSuite name: String) {
    guard name == document.suiteName, !document.isLoading else { return }
    suite.isReadingChanges = false
    // Only the first time, the filter has been evaluated without what the history says.
    let kept = document.annotations.changes == nil ? [] : suite.listing.shown.map(document.key)
    suite.document.annotations.replace(changes)
    if order == .changed { suite.ordering = Ordering(.changed, of: document) }
    addSearched(document)
    let place = selectedRow
    if suite.filter.query.asksForChanges {
      restartPass(keeping: kept)
    } else if order == .changed, !suite.filter.query.isRanked {
      relist()
    }
    ensureSelection(near: place)
  }

  /// Whether the filter or the search in all suites has a word about who has changed a key.
  private var asksForChanges: Bool {
    if let search = topScreen(SuiteSearchScreen.self) { return search.query.asksForChanges }
    return suite.filter.query.asksForChanges
  }

  /// Reads the history if the order or the filter needs it; called after every action.
  mutating func askForChanges() {
    let annotations = document.annotations
    guard !suite.isReadingChanges, !document.isLoading,
      order == .changed && annotations.changes == nil
        || asksForChanges && (annotations.changes == nil || annotations.isOutdated)
    else { return }
    suite.isReadingChanges = true
    send(.readChanges(suiteName: document.suiteName))
  }

  // MARK: - Bookmarks

  /// Sets or removes the bookmark of the selected key.
  mutating func toggleBookmark() {
    guard let item = selectedItem else { return refuse(textWithoutKey) }
    let isSet = suite.document.annotations.bookmarks.remove(item.key) == nil
    if isSet { suite.document.annotations.bookmarks.insert(item.key) }
    let text = isSet ? "Bookmark set: \(item.entry.title)" : "Bookmark removed: \(item.entry.title)"
    let only = keyText(ListCommand.onlyBookmarks, "shows only bookmarks")
    note(text, hint: isSet ? only : nil)
  }

  /// Shows only keys with a bookmark, or all keys again.
  mutating func toggleOnlyBookmarks() {
    guard suite.filter.showsOnlyBookmarks || !document.annotations.bookmarks.isEmpty else {
      let advice = keyText(ListCommand.bookmark, "sets one.")
      return refuse(["No key has a bookmark.", advice].line())
    }
    setFilter { $0.showsOnlyBookmarks.toggle() }
  }
}
