import DefaultsSchema
import Terminal

/// The list of keys in their groups.
struct ListView {
  let state: EditorState
  let layout: Layout

  private var list: Rect { layout.list }

  func draw(on canvas: inout Canvas) {
    let rows = state.rows
    guard !rows.isEmpty else { return drawEmpty(on: &canvas) }
    let end = min(rows.count, state.top + list.size.rows)
    for (offset, number) in (state.top..<max(state.top, end)).enumerated() {
      switch rows[number] {
      case .heading(let section):
        drawHeading(section, row: list.row + offset, on: &canvas)
      case .item(let slot):
        drawItem(state.document.item(at: slot), row: list.row + offset, on: &canvas)
      }
    }
    if layout.kind == .panes { drawSuites(on: &canvas) }
  }

  private var isCompact: Bool { layout.kind == .compact }

  // MARK: - Headings

  private func drawHeading(_ section: Int, row: Int, on canvas: inout Canvas) {
    let isFolded = state.foldedSections.contains(section)
    let isSelected = state.selection == .section(section)
    let title = SafeText(state.document.sections[section])
    let columns = list.size.columns - 2
    let start = canvas.write(
      SafeText("\(isFolded ? "▸" : "▾") ") + title.truncated(to: columns - 3) + " ",
      row: row,
      column: list.column + 1,
      columns: columns,
      role: .heading,
      isSelected: isSelected
    )
    let count = SafeText(isCompact ? "" : "  \(counts(section))")
    let rule = list.endColumn - 1 - count.width - start
    if rule > 0 {
      let line = SafeText(String(repeating: "─", count: rule))
      let end = canvas.write(line, row: row, column: start, role: .rule)
      canvas.write(count, row: row, column: end, role: .quiet)
    }
    if isSelected { canvas.cursor = .init(row: row, column: list.column) }
  }

  private func counts(_ section: Int) -> String {
    let counts = state.listing.counts(ofSection: section)
    let keys = "\(counts.keys) key\(counts.keys == 1 ? "" : "s")"
    if counts.locked > 0 { return "\(keys), \(counts.locked) locked" }
    return "\(keys), \(counts.set) set"
  }

  // MARK: - Keys

  private func drawItem(_ item: Item, row: Int, on canvas: inout Canvas) {
    let isSelected = state.selection == .key(item.key)
    let role = role(of: item)
    let gutter = list.column + (isCompact ? 0 : 1)
    let titleColumns =
      isCompact
      ? list.size.columns / 2 - 3 : max(6, min(40, 21 + (list.size.columns - 55) / 4))
    let sourceColumns = isCompact ? 0 : 8
    let value = gutter + 3 + titleColumns + 2
    let valueColumns = max(0, list.endColumn - value - sourceColumns - (isCompact ? 1 : 2))
    if isSelected {
      canvas.fill(
        Rect(row: row, column: list.column, columns: list.size.columns, rows: 1),
        role: role,
        isSelected: true
      )
      canvas.cursor = .init(row: row, column: gutter)
    }
    canvas.write(
      isSelected ? ">" : " ",
      row: row,
      column: gutter,
      role: role,
      isSelected: isSelected
    )
    canvas.write(
      SafeText(String(state.document.mark(of: item))),
      row: row,
      column: gutter + 1,
      role: isSelected ? role : markRole(item),
      isSelected: isSelected
    )
    canvas.write(
      SafeText(item.entry.title).truncated(to: titleColumns),
      row: row,
      column: gutter + 3,
      role: role,
      isSelected: isSelected
    )
    canvas.write(
      SafeText(ValueText.row(item)).truncated(to: valueColumns),
      row: row,
      column: value,
      role: role,
      isSelected: isSelected
    )
    guard sourceColumns > 0 else { return }
    canvas.write(
      SafeText(state.document.isUncommitted(item) ? "unsaved" : item.source),
      row: row,
      column: list.endColumn - sourceColumns - 1,
      columns: sourceColumns,
      role: role,
      isSelected: isSelected
    )
  }

  private func role(of item: Item) -> Role {
    if state.filter.isActive, !state.matches(item) { return .valueUnmatched }
    return item.stored == nil ? .valueUnset : .valueSet
  }

  private func markRole(_ item: Item) -> Role {
    switch state.document.mark(of: item) {
    case "#", "!", "L": .warningMark
    case "+": .cautionMark
    default: .mark
    }
  }

  // MARK: - Suites and nothing

  private func drawSuites(on canvas: inout Canvas) {
    let pane = layout.suites
    guard pane.size.columns > 0 else { return }
    for (offset, suite) in state.suites.prefix(pane.size.rows).enumerated() {
      let isCurrent = suite.name == state.document.suiteName
      canvas.write(
        SafeText("\(isCurrent ? ">" : " ") \(suite.name)").truncated(to: pane.size.columns - 2),
        row: pane.row + offset,
        column: pane.column + 1,
        role: isCurrent ? .strong : .text
      )
    }
  }

  private func drawEmpty(on canvas: inout Canvas) {
    if !state.filter.isActive, let failure = state.document.status.loadFailure {
      return drawUnreadable(failure, on: &canvas)
    }
    let text: SafeText
    let advice: SafeText
    if state.document.isOpening {
      text = "The keys are being read."
      advice = "Ctrl-C quits"
    } else if state.pass != nil {
      text = "Searching…"
      advice = "Esc clears the filter"
    } else if !state.filter.isActive {
      text = "This suite stores no key, and no schema describes it."
      advice = "s chooses another suite, q quits"
    } else if state.filter.query.isEmpty {
      text = "No key is set."
      advice = "m shows all keys again"
    } else {
      text = SafeText("No key matches  \(state.filter.query.text)")
      advice = "Esc clears the filter"
    }
    for (offset, line) in [text, "", advice].enumerated() {
      let cut = line.truncated(to: max(0, list.size.columns - 2))
      canvas.write(
        cut,
        row: list.row + min(max(0, list.size.rows - 3), 5) + offset,
        column: list.column + max(1, (list.size.columns - cut.width) / 2)
      )
    }
    canvas.cursor = .init(row: list.row, column: list.column)
  }

  private func drawUnreadable(_ failure: StoreStatus.Failure, on canvas: inout Canvas) {
    let lines =
      ["This suite cannot be read.", ""]
      + SafeText(failure.description).wrapped(to: max(0, list.size.columns - 2))
    for (offset, line) in lines.prefix(list.size.rows).enumerated() {
      canvas.write(line, row: list.row + offset, column: list.column + 1)
    }
    canvas.cursor = .init(row: list.row, column: list.column)
  }
}
