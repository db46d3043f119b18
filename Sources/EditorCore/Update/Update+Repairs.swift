import DefaultsCore
import DefaultsSchema
import Terminal

// A filter without a match: what would match is found while no event is pending, and offered.
extension EditorState {
  /// The changes of the filter that are offered now; empty if keys are shown, or while they are sought.
  var offeredRepairs: [FilterRepairs.Repair] {
    suite.listing.shown.isEmpty ? suite.repairs?.repairs ?? [] : []
  }

  /// Begins to look for changes of a filter that matches nothing.
  mutating func beginRepairs() {
    guard suite.pass == nil, suite.listing.shown.isEmpty, suite.filter.isActive,
      !document.isLoading,
      document.count > 0
    else { return suite.repairs = nil }
    suite.repairs = FilterRepairs(suite.filter)
    // Of most suites, one slice finds all, so a key press right after this one finds them too.
    proceedWithRepairs()
  }

  /// Runs one slice of the search.
  mutating func proceedWithRepairs() {
    var budget = FilterPass.slice
    suite.repairs?.proceed(in: suite.document, &suite.texts, &budget)
  }

  /// Whether the words of a filter can be searched for in other suites.
  var canSearchElsewhere: Bool { !suite.filter.query.isEmpty && hasOtherSuites }

  /// Opens the menu of the changes, or searches all suites; Enter does that in a list without keys.
  mutating func chooseRepair() {
    let repairs = offeredRepairs
    guard !repairs.isEmpty else {
      if canSearchElsewhere { return searchElsewhere() }
      let advice = keyText(ListCommand.clearFilter, "clears the filter.")
      return refuse(["No key is selected.", suite.filter.isActive ? advice : nil].line())
    }
    var choices = repairs.map { repair in
      MenuScreen.Choice(title: repair.words, note: repair.result) { $0.use(repair) }
    }
    if canSearchElsewhere {
      let note = suite.elsewhere?.text ?? "search"
      choices.append(.init(title: "in all suites", note: note) { $0.searchElsewhere() })
    }
    choices.append(
      MenuScreen.Choice(title: "clear the filter", note: "all keys") { $0.clearFilter() }
    )
    show(MenuScreen(title: "No key matches", choices))
  }

  /// Searches all suites with the words of the filter.
  private mutating func searchElsewhere() {
    searchEverywhere(TextBuffer(line: suite.filter.query.text))
  }

  /// Changes the filter as it was offered.
  mutating func use(_ repair: FilterRepairs.Repair) {
    setFilter { $0 = repair.filter }
    keepFilterText()
  }
}
