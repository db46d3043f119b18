import DefaultsCore

// Marks in the list. They decide which keys a command for many keys acts on; they change no value.
extension EditorState {
  /// Performs a command that marks keys.
  mutating func perform(_ command: MarkCommand) {
    switch command {
    case .mark: markSelected()
    case .markDown: extendMarks(by: 1)
    case .markUp: extendMarks(by: -1)
    case .markAll:
      suite.marked.insert(suite.listing.shown.map(document.key(at:)))
      note("\(suite.marked.count.counted("key")) marked.")
    case .clearMarks:
      guard !suite.marked.isEmpty else { return refuse("No key is marked.") }
      clearMarks()
    }
  }

  /// Removes all marks.
  mutating func clearMarks() {
    let count = suite.marked.count
    suite.marked.removeAll()
    note("\(count.counted("key")) unmarked.")
  }

  /// Marks the selected key, or all keys of a folded section, and moves down.
  private mutating func markSelected() {
    switch suite.selection {
    case .key(let key): suite.marked.toggle([key])
    case .section(let section):
      suite.marked.toggle(
        suite.listing.shown.filter { document.section(of: $0) == section }.map(document.key(at:))
      )
    case nil: return refuse("No key is selected.")
    }
    move(by: 1)
  }

  /// Moves by one row and marks the rows from where the range began.
  private mutating func extendMarks(by distance: Int) {
    guard case .key(let old) = suite.selection else { return move(by: distance) }
    move(by: distance)
    guard case .key(let new) = suite.selection else { return }
    let start = place(of: suite.marked.anchor ?? old)
    suite.marked.extend(
      from: old,
      to: new,
      isAway: abs(place(of: new) - start) > abs(place(of: old) - start)
    )
  }

  /// Returns the index of a key among the shown keys; 0 if it is not shown.
  private func place(of key: Defaults.KeyName) -> Int {
    document.slot(of: key).flatMap { suite.listing.index(of: $0, in: document) } ?? 0
  }

  /// The marked keys in the order of the document; a key that was removed is left out.
  var markedInOrder: [Defaults.KeyName] {
    let slots = suite.marked.keys.compactMap(document.slot)
    return slots.sorted(by: document.precedes).map(document.key(at:))
  }
}
