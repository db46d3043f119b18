import Terminal

extension EditorState {
  /// The lines of the list: headings, and the keys of sections that are not folded.
  ///
  /// A section without a key to show has no heading.
  var rows: [Row] {
    var rows: [Row] = []
    var section: Int?
    for (index, item) in document.items.enumerated() where isShown(item) {
      if item.section != section {
        section = item.section
        rows.append(.heading(item.section))
      }
      if !foldedSections.contains(item.section) { rows.append(.item(index)) }
    }
    return rows
  }

  /// Answers whether a key passes the filter, now or when the filter was set.
  func isShown(_ item: Item) -> Bool {
    guard filter.isActive else { return !item.isWithheld }
    return filter.kept.contains(item.key) || matches(item)
  }

  /// Answers whether a key passes the filter now.
  func matches(_ item: Item) -> Bool {
    if filter.showsOnlySet, item.stored == nil { return false }
    if item.isWithheld, !filter.query.asksForWithheldKeys { return false }
    return filter.query.matches(item, sectionTitle: document.sections[item.section])
  }

  /// What the cursor stands on in a line, or nil where it cannot stand.
  func selection(for row: Row) -> Selection? {
    switch row {
    case .item(let index): .key(document.items[index].key)
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
    case .key(let key): document.item(key)?.section
    case .section(let section): section
    case nil: nil
    }
  }

  /// The place of the cursor among the lines.
  func selectedRow(in rows: [Row]) -> Int? {
    guard let selection else { return nil }
    return rows.firstIndex { self.selection(for: $0) == selection }
  }

  /// Puts the cursor on the line nearest to a place if it stands on none, and scrolls to it.
  mutating func settle(near place: Int? = nil) {
    let rows = rows
    if selectedRow(in: rows) == nil {
      let wanted = min(place ?? top, max(0, rows.count - 1))
      let near = rows.indices.filter { selection(for: rows[$0]) != nil }
        .min { abs($0 - wanted) < abs($1 - wanted) }
      selection = near.flatMap { selection(for: rows[$0]) }
    }
    scroll(rows)
  }

  private mutating func scroll(_ rows: [Row]) {
    let height = Layout(state: self).list.size.rows
    guard height > 0, let selected = selectedRow(in: rows) else {
      top = 0
      return
    }
    // The heading above the first key of a section comes into view together with the key.
    var first = selected
    if first > 0, height > 1, case .heading = rows[first - 1] { first -= 1 }
    if first < top { top = first }
    if selected >= top + height { top = selected - height + 1 }
    top = max(0, min(top, rows.count - height))
  }
}
