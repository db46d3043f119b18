import DefaultsCore
import DefaultsSchema
import Terminal

// The palette: every action of the list, every key of the shown suite, every suite, found by name.
extension EditorState {
  /// Opens the palette.
  mutating func openPalette() {
    var palette = PickerScreen(.palette, [])
    palette.key = selectedItem?.key
    show(filledPalette(palette))
  }

  /// Returns a palette with everything that can be chosen now: actions in the order of the table,
  /// then keys, of which those of a large suite are added later, then suites.
  func filledPalette(_ picker: PickerScreen) -> PickerScreen {
    var picker = picker
    let actions = bindings.bindings(in: .list).compactMap { binding in
      binding.row.action.map { action in
        (PickerScreen.Target.command(action), [binding.row.help, action.name, binding.row.title])
      }
    }
    let others = catalog.suites.map { (PickerScreen.Target.suite($0.name), [$0.name, $0.title]) }
    let selected = picker.selected
    picker.replace(actions + (others.count > 1 ? others : []))
    picker.missingKeys = document.order[...]
    addMissingKeys(to: &picker)
    picker.select(selected)
    return picker
  }

  /// Adds the keys that a slice of the work allows.
  func addMissingKeys(to picker: inout PickerScreen) {
    // The texts of a key take about two microseconds.
    let slots = picker.missingKeys.prefix(FilterPass.slice / 400)
    picker.missingKeys = picker.missingKeys.dropFirst(slots.count)
    let shown = slots.filter { !document.isRemoved($0) }
    picker.append(
      shown.map { slot in
        let key = document.key(at: slot)
        return (.key(key), [document.title(of: slot), key.string])
      }
    )
  }

  /// Performs an action of the list that was chosen by its name.
  ///
  /// The key was selected when the user began to choose; nil for none.
  mutating func performNamed(_ action: KeyAction, on key: Defaults.KeyName?) {
    showList()
    if let command = GlobalCommand(action) { return perform(command) }
    if let key, !reselect(key) { return }
    performInList(action)
  }

  /// Selects a key, with its section unfolded, and clears the filter if it hides the key.
  mutating func go(to key: Defaults.KeyName) {
    guard let slot = document.slot(of: key) else { return refuse("\(key) is gone.") }
    if suite.listing.index(of: slot, in: document) == nil {
      // Keys that are hidden or deprecated are in no list without a filter that names them.
      if document.isWithheld(slot) { setQuery("@all") } else { clearFilter() }
    }
    select(.key(key))
    unfoldSelectedSection()
    ensureSelection()
  }
}
