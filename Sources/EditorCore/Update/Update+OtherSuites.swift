import Defaults
import Terminal

// A filter that matches nothing here may match keys of other suites. They are read once for a filter and
// searched while no event is pending, and the list says how many match.
extension EditorState {
  /// Whether the filter has words and no key of the shown suite matches.
  private var matchesNothing: Bool {
    guard !suite.filter.query.isEmpty, suite.listing.shown.isEmpty, suite.pass == nil,
      !document.isLoading
    else {
      return false
    }
    return screen is FilterScreen || isInList && list.focus == .list
  }

  /// Returns the effect that reads the other suites, if the filter matches nothing; called after every
  /// action.
  mutating func askForOtherSuites() -> [Effect] {
    if !suite.filter.isActive { suite.otherMatches = nil }
    guard matchesNothing else { return [] }
    let text = suite.filter.query.text
    guard suite.otherMatches == nil else {
      suite.otherMatches?.edit { if $0.text != text { $0.replace(with: text) } }
      return []
    }
    let others = catalog.suites.map(\.name).filter { $0 != document.suiteName }
    guard !others.isEmpty else { return [] }
    suite.otherMatches = SuiteSearch(LineBuffer(text), names: others)
    return [.readSuites(suiteNames: others)]
  }

  /// Whether keys of other suites have not been searched yet for a filter that matches nothing.
  var isSearchingOtherSuites: Bool { matchesNothing && suite.otherMatches?.hasWork == true }

  /// The number of keys that match in other suites, and where, for a filter that matches nothing; nil if
  /// there are none.
  var matchesInOtherSuites: (count: String, place: String)? {
    guard matchesNothing, let otherMatches = suite.otherMatches, otherMatches.matchCount > 0 else {
      return nil
    }
    let names = otherMatches.matchingSuites
    let place = names.count == 1 ? names[0] : "\(names.count) other suites"
    return (Self.keys(otherMatches.matchCount), place)
  }
}
