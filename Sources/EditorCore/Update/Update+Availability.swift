import DefaultsCore
import Terminal

extension Action {
  /// The conditions of the app, which disable or hide keys of a suite, have been evaluated.
  static func availability(suiteName name: String, _ keys: KeyAvailability) -> Action {
    Action("conditions of \(name)") { $0.setAvailability(keys, ofSuite: name) }
  }
}

extension EditorState {
  /// Disables, hides and lists keys after conditions of the app were evaluated.
  ///
  /// An open edit stays open: what was entered is not lost, and ``editableItem()`` and `commit` refuse
  /// to store it while the key is disabled.
  mutating func setAvailability(_ availability: KeyAvailability, ofSuite name: String) {
    let before = document.availability
    guard name == document.suiteName, !document.isLoading, availability != before else { return }
    let place = selectedRow
    suite.document.setAvailability(availability)
    if availability.hiddenKeys != before.hiddenKeys {
      if suite.filter.isActive {
        suite.filter.keptKeys.subtract(availability.hiddenKeys)
        let kept = suite.listing.shown.filter { !document.isConcealed($0) }
        restartPass(keeping: kept.map(document.key))
      } else {
        showAll()
      }
    }
    ensureSelection(near: place)
  }
}
