import DefaultsCore
import DefaultsSchema
import Terminal

// The cursor and the lines of the list. The selection names a key or a section and not a line number,
// so a change of other rows does not move it. Its line is computed from `listing` when it is needed.
extension EditorState {
  /// The folded sections, by index.
  var foldedSections: Set<Int> { suite.listing.folded }

  /// The indices of the sections that are folded when there is no filter.
  var lastingFolds: Set<Int> { suite.foldedBeforeFilter ?? foldedSections }

  /// Returns how a key matches the filter now; nil if it does not.
  ///
  /// The texts of visible rows are prepared (``keepVisibleRows()``).
  func match(_ key: Defaults.KeyName) -> Query.Match? { match(key, suite.filter) }

  private func match(_ key: Defaults.KeyName, _ filter: Filter) -> Query.Match? {
    var texts = suite.texts
    var budget = 0
    return document.slot(of: key).flatMap { filter.match($0, in: document, &texts, &budget) }
  }

  /// Returns the member by which a key was found, by the filter or by the search of all suites that has led to
  /// the key; nil for none.
  func foundMember(of item: Item) -> KeyTexts.Member? {
    var filter = suite.filter
    if filter.query.isEmpty, isSearchPreviousPlace, let search = catalog.search?.screen,
      search.selected?.suiteKey == suiteKey(item.key)
    {
      filter = Filter(query: search.query)
    }
    return match(item.key, filter)?.member(in: item)
  }

  /// Returns the selection for a line; nil for the heading of an unfolded section, which the cursor
  /// cannot be on.
  func stopSelection(for row: Row) -> Selection? {
    switch row {
    case .item(let slot): .key(document.key(at: slot))
    case .heading(let section): foldedSections.contains(section) ? .section(section) : nil
    }
  }

  /// The item of the selected key; nil if no key is selected.
  var selectedItem: Item? {
    guard case .key(let key) = suite.selection else { return nil }
    return document.item(key)
  }

  /// Why a command that needs a key is refused: a heading is selected or nothing.
  var textWithoutKey: String {
    guard case .section = suite.selection else { return "No key is selected." }
    let advice = [
      keyText(ListCommand.unfold, "unfolds the group"),
      session.isReadOnly ? nil : keyText(ManyCommand.resetMany, "resets it"),
    ].line(separator: ", ")
    return "Select a key first.\(advice.isEmpty ? "" : " \(advice).")"
  }

  /// Returns the key on whose value an item depends, and the value that it would need; nil if the item
  /// depends on no key, or if that key has this value.
  func unmetDependency(of item: Item) -> (other: Item, value: Defaults.StoredValue)? {
    guard let dependency = item.entry.dependency,
      let other = document.item(Defaults.KeyName(dependency.key)),
      other.value != dependency.value
    else { return nil }
    return (other, dependency.value)
  }

  /// The section of the selected key, or the selected section; nil without a selection.
  var selectedSection: Int? {
    switch suite.selection {
    case .key(let key): document.slot(of: key).map(document.section)
    case .section(let section): section
    case nil: nil
    }
  }

  /// The index of the selected key among the shown keys, including those in folded sections.
  var selectedPlace: Int? {
    guard case .key(let key) = suite.selection, let slot = document.slot(of: key) else {
      return nil
    }
    return suite.listing.index(of: slot, in: document)
  }

  /// The number of lines above the cursor and the number of stops among them; nil if the selection is
  /// not in the list.
  var cursorPlace: (row: Int, stop: Int)? {
    switch suite.selection {
    case .key(let key):
      document.slot(of: key).flatMap { suite.listing.place(of: .item($0), in: document) }
    case .section(let section):
      foldedSections.contains(section)
        ? suite.listing.place(of: .heading(section), in: document) : nil
    case nil: nil
    }
  }

  /// The number of the cursor's line in the list, 0-based; nil if the selection is not in the list.
  var selectedRow: Int? { cursorPlace?.row }

  /// Returns the row of the screen with the selected line; nil if it is not visible.
  func selectedRow(on layout: Layout) -> Int? {
    selectedRow.map { layout.list.row + $0 - suite.top }
      .flatMap { (layout.list.row..<layout.list.endRow).contains($0) ? $0 : nil }
  }

  /// Makes the selection valid and visible; must be called after each change of the list or size.
  ///
  /// A selection that is in the list is kept. Otherwise the stop nearest to the line `place` is
  /// selected, which is usually the cursor's line before the change; nil for the first visible
  /// line.
  mutating func ensureSelection(near place: Int? = nil) {
    if selectedRow == nil { suite.selection = stop(near: place ?? suite.top) }
    scrollToSelection()
  }

  /// Returns the selection nearest to a line; above the line if two are equally near.
  private func stop(near row: Int) -> Selection? {
    guard suite.listing.rowCount > 0 else { return nil }
    let row = max(0, min(row, suite.listing.rowCount - 1))
    // Only a heading of an unfolded section is not a stop. A key is below it, and a stop is above it
    // unless it is the first line.
    return stopSelection(for: suite.listing.row(row))
      ?? stopSelection(for: suite.listing.row(row > 0 ? row - 1 : row + 1))
  }

  /// Decodes the values of the visible rows and prepares their texts, so that no frame does it again.
  mutating func keepVisibleRows() {
    let isSearched = !suite.filter.query.isEmpty
    guard document.undeclaredCount > 0 || isSearched else { return }
    let end = min(suite.listing.rowCount, suite.top + Layout(state: self).list.size.rows)
    var budget = 0
    for number in min(suite.top, end)..<end {
      guard case .item(let slot) = suite.listing.row(number) else { continue }
      suite.document.keepValue(at: slot)
      if isSearched { _ = suite.texts.prepare(slot, of: suite.document, &budget) }
    }
  }

  /// Scrolls as little as possible so that the cursor is visible.
  mutating func scrollToSelection() {
    let height = Layout(state: self).list.size.rows
    guard height > 0, let selected = selectedRow else {
      suite.top = 0
      return
    }
    // If the line above is a heading, keep it visible too.
    var first = selected
    if first > 0, height > 1, case .heading = suite.listing.row(first - 1) { first -= 1 }
    if first < suite.top { suite.top = first }
    if selected >= suite.top + height { suite.top = selected - height + 1 }
    suite.top = max(0, min(suite.top, suite.listing.rowCount - height))
  }
}
