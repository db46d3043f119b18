import Defaults
import DefaultsSchema
import Terminal

// The palette: every action of the list, every key of the suite, every suite, found by name.
extension EditorState {
  /// The greatest number of keys in the palette; in a larger suite, the filter finds a key faster.
  private static let paletteKeys = 2000

  /// Opens the palette.
  mutating func openPalette() {
    mode = .picker(OpenPicker(.palette, paletteTargets))
  }

  /// Everything that can be chosen in the palette: actions in the order of the table, keys, suites.
  var paletteTargets: [(target: OpenPicker.Target, texts: [String])] {
    let actions = bindings.bindings(in: .list).compactMap { binding in
      binding.row.action.map { action in
        (OpenPicker.Target.command(action), [binding.row.help, action.name, binding.row.title])
      }
    }
    let slots = document.count > Self.paletteKeys ? [] : document.order
    let keys = slots.filter { !document.isWithheld($0) }.map { slot in
      let item = document.item(at: slot)
      return (OpenPicker.Target.key(item.key), [item.entry.title, item.key.string])
    }
    let others = suites.map { (OpenPicker.Target.suite($0.name), [$0.name, $0.title]) }
    return actions + keys + (others.count > 1 ? others : [])
  }

  /// Performs an action of the list that was chosen by its name.
  mutating func performNamed(_ action: KeyAction) -> [Effect] {
    mode = .list
    if let command = GlobalCommand(action) { return perform(command) }
    return performInList(action)
  }

  /// Selects a key, with its section unfolded, and clears the filter if it hides the key.
  mutating func go(to key: Defaults.KeyName) {
    guard let slot = document.slot(of: key) else { return refuse("\(key) is gone.") }
    if listing.index(of: slot, in: document) == nil {
      // Keys that are hidden or deprecated are in no list without a filter that names them.
      if document.isWithheld(slot) { setQuery("@all") } else { clearFilter() }
    }
    leaveRow()
    selection = .key(key)
    unfoldSelectedSection()
    ensureSelection()
  }
}
