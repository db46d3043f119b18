import Defaults
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

  /// Opens the menu of the changes, which Enter does in a list without keys.
  mutating func chooseRepair() {
    let repairs = offeredRepairs
    let others = matchesInOtherSuites
    guard !repairs.isEmpty || others != nil else {
      let advice = keyText(ListCommand.clearFilter, "clears the filter.")
      return refuse(["No key is selected.", suite.filter.isActive ? advice : nil].line())
    }
    var choices = repairs.map { repair in
      MenuScreen.Choice(title: repair.words, note: repair.result) { state in
        state.use(repair)
        return []
      }
    }
    if let others {
      choices.append(
        MenuScreen.Choice(title: "in \(others.place)", note: others.count) { state in
          state.searchEverywhere(LineBuffer(state.suite.filter.query.text))
        }
      )
    }
    choices.append(
      MenuScreen.Choice(title: "clear the filter", note: "all keys") { state in
        state.clearFilter()
        return []
      }
    )
    show(MenuScreen(title: "No key matches", choices))
  }

  /// Changes the filter as it was offered.
  mutating func use(_ repair: FilterRepairs.Repair) {
    setFilter {
      $0.query = Query(repair.text)
      $0.showsOnlySet = repair.showsOnlySet
      $0.showsOnlyBookmarks = repair.showsOnlyBookmarks
    }
    keepFilterText()
  }
}
