import Terminal

extension EditorState {
  /// The lines of the list: headings, and the keys of sections that are not folded.
  ///
  /// A section without a key to show has no heading.
  var rows: Rows { Rows(listing: listing) }

  /// The folded sections, by index.
  var foldedSections: Set<Int> { listing.folded }

  /// Returns whether a key passes the filter now.
  func matches(_ item: Item) -> Bool {
    if filter.showsOnlySet, item.stored == nil { return false }
    if item.isWithheld, !filter.query.includesWithheldKeys { return false }
    return filter.query.matches(item, sectionTitle: document.sections[item.section])
  }

  /// What the cursor stands on in a line, or nil where it cannot stand.
  func selection(for row: Row) -> Selection? {
    switch row {
    case .item(let slot): .key(document.key(at: slot))
    case .heading(let section): foldedSections.contains(section) ? .section(section) : nil
    }
  }

  /// The item under the cursor.
  var selectedItem: Item? {
    guard case .key(let key) = selection else { return nil }
    return document.item(key)
  }

  /// The section of what the cursor stands on.
  var selectedSection: Int? {
    switch selection {
    case .key(let key): document.slot(of: key).map(document.section)
    case .section(let section): section
    case nil: nil
    }
  }

  /// The number of shown keys before the selected one, folded sections included.
  var selectedPlace: Int? {
    guard case .key(let key) = selection, let slot = document.slot(of: key) else { return nil }
    return listing.index(of: slot, in: document)
  }

  /// How many lines are above the cursor, and on how many of these it can stand; nil if it stands
  /// on no line.
  var cursorPlace: (row: Int, stop: Int)? {
    switch selection {
    case .key(let key):
      document.slot(of: key).flatMap { listing.place(of: .item($0), in: document) }
    case .section(let section):
      foldedSections.contains(section)
        ? listing.place(of: .heading(section), in: document) : nil
    case nil: nil
    }
  }

  /// The number of the line of the cursor.
  var selectedRow: Int? { cursorPlace?.row }

  /// Puts the cursor on the line nearest to a place if it stands on none, and scrolls to it.
  mutating func ensureSelection(near place: Int? = nil) {
    if selectedRow == nil { selection = stop(near: place ?? top) }
    scrollToSelection()
  }

  /// Returns what the cursor stands on nearest to a line, above it if two are as near.
  private func stop(near row: Int) -> Selection? {
    guard listing.rowCount > 0 else { return nil }
    let row = max(0, min(row, listing.rowCount - 1))
    // Only a heading can be no stop, and it has a key below, and a stop above unless it is first.
    return selection(for: listing.row(row))
      ?? selection(for: listing.row(row > 0 ? row - 1 : row + 1))
  }

  /// Scrolls so that the cursor is on the screen, as little as possible.
  mutating func scrollToSelection() {
    let height = Layout(state: self).list.size.rows
    guard height > 0, let selected = selectedRow else {
      top = 0
      return
    }
    // The heading above the first key of a section is shown together with the key.
    var first = selected
    if first > 0, height > 1, case .heading = listing.row(first - 1) { first -= 1 }
    if first < top { top = first }
    if selected >= top + height { top = selected - height + 1 }
    top = max(0, min(top, listing.rowCount - height))
  }
}
