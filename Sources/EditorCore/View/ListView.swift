import DefaultsSchema
import Terminal

/// The list of keys in their sections.
///
/// Only the lines on the screen are drawn: the listing finds a line by binary search, and the item
/// of a key is created for its line. So a frame costs the same for any number of keys.
struct ListView {
  let state: EditorState
  let layout: Layout

  private var list: Rect { layout.list }

  /// Draws the visible lines, or a text if the list has none.
  func draw(on canvas: inout Canvas) {
    let listing = state.suite.listing
    guard listing.rowCount > 0 else {
      return EmptyListView(state: state, layout: layout).draw(on: &canvas)
    }
    let columns = ListColumn.arranged(in: state, layout)
    let titles = RowTitles(state, columns)
    let top = state.suite.top
    for offset in 0..<list.size.rows where top + offset < listing.rowCount {
      switch listing.row(top + offset) {
      case .heading(let section):
        drawHeading(section, list.line(offset), on: &canvas)
      case .item(let slot):
        drawItem(state.document.item(at: slot), list.line(offset), columns, titles, on: &canvas)
      }
    }
  }

  /// The part of the list with the switches of Bools, such as `[x]`.
  var switches: Rect {
    let columns = ListColumn.arranged(in: state, layout)
    guard let rect = columns.first(where: \.column.hasSwitches)?.rect else { return .none }
    return rect.columns([.fixed(ValueText.switchWidth)])[0]
  }

  // MARK: - Headings

  private func drawHeading(_ section: Int, _ line: Rect, on canvas: inout Canvas) {
    let isFolded = state.foldedSections.contains(section)
    let isSelected = state.suite.selection == .section(section)
    let title = SafeText("\(isFolded ? "▸" : "▾") \(state.document.heading(ofSection: section)) ")
    let counts = state.suite.listing.counts(ofSection: section)
    let count = SafeText(layout.kind == .compact ? "" : "  \(counts.words)")
    let columns = line.columns([
      .fixed(1),
      .upTo(title.width, minimum: 8),
      .flexible(),
      .fixed(count.width, .useful),
      .fixed(1),
    ])
    canvas.fill(line, isSelected: isSelected)
    canvas.write(title, in: columns[1], role: .heading, isSelected: isSelected)
    canvas.rule(columns[2], isSelected: isSelected)
    canvas.write(count, in: columns[3], role: .quiet, isSelected: isSelected)
    if isSelected { canvas.cursor = .init(row: line.row, column: line.column) }
  }

  // MARK: - Keys

  private func drawItem(
    _ item: Item,
    _ line: Rect,
    _ columns: [(column: ListColumn, rect: Rect)],
    _ titles: RowTitles,
    on canvas: inout Canvas
  ) {
    let isSelected = state.suite.selection == .key(item.key)
    let role = state.rowRole(of: item)
    if isSelected {
      canvas.fill(line, role: role, isSelected: true)
      let column = columns.first(where: \.column.holdsCursor)?.rect.column ?? line.column
      canvas.cursor = .init(row: line.row, column: column)
    }
    for (column, rect) in columns where !rect.isEmpty {
      var text = column.isCutInMiddle ? titles.text(item.key) : column.text(item, state)
      if let shortened = column.shortened, text.width > rect.size.columns {
        text = shortened(item, state, rect.size.columns)
      }
      let role = column.role(item, state) ?? role
      let cell = rect.rows(line.row..<line.endRow)
      guard let color = column.swatch(item) else {
        canvas.write(text, in: cell, role: role, isSelected: isSelected)
        continue
      }
      let parts = cell.columns([
        .upTo(text.width, minimum: 0), .fixed(StyledLine.patchWidth),
      ])
      canvas.write(text, in: parts[0], role: role, isSelected: isSelected)
      var patch = StyledLine(spans: [], isHighlighted: isSelected)
      patch.appendPatch(color)
      canvas.write(patch, in: parts[1])
    }
  }
}

extension EditorState {
  /// Returns the role of the row of a key.
  func rowRole(of item: Item) -> Role {
    if suite.filter.isActive, match(item.key) == nil { return .valueUnmatched }
    if item.disabledReason != nil { return .valueDisabled }
    guard item.stored == nil else { return .valueSet }
    return item.isAtDefault ? .valueUnset : .text
  }
}
