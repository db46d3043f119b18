import DefaultsSchema
import Terminal

/// The list of keys in their groups.
struct ListView {
  let state: EditorState
  let layout: Layout

  private var list: Rect { layout.list }

  func draw(on frame: inout Frame) {
    let rows = state.rows
    guard !rows.isEmpty else { return drawEmpty(on: &frame) }
    let end = min(rows.count, state.top + list.size.rows)
    for (offset, number) in (state.top..<max(state.top, end)).enumerated() {
      switch rows[number] {
      case .heading(let section):
        drawHeading(section, row: list.row + offset, on: &frame)
      case .item(let slot):
        drawItem(state.document.item(at: slot), row: list.row + offset, on: &frame)
      }
    }
    if layout.kind == .panes { drawSuites(on: &frame) }
  }

  private var isCompact: Bool { layout.kind == .compact }

  // MARK: - Headings

  private func drawHeading(_ section: Int, row: Int, on frame: inout Frame) {
    let isFolded = state.foldedSections.contains(section)
    let isSelected = state.selection == .section(section)
    let title = SafeText(state.document.sections[section])
    let columns = list.size.columns - 2
    let style = isSelected ? Style(bold: true, reversed: true) : .heading
    let start = frame.write(
      SafeText("\(isFolded ? "▸" : "▾") ") + title.truncated(to: columns - 3) + " ",
      row: row,
      column: list.column + 1,
      columns: columns,
      style: style
    )
    let count = SafeText(isCompact ? "" : "  \(counts(section))")
    let rule = list.endColumn - 1 - count.width - start
    if rule > 0 {
      let line = SafeText(String(repeating: "─", count: rule))
      let end = frame.write(line, row: row, column: start, style: .quiet)
      frame.write(count, row: row, column: end, style: .quiet)
    }
    if isSelected { frame.cursor = .init(row: row, column: list.column) }
  }

  private func counts(_ section: Int) -> String {
    let counts = state.listing.counts(ofSection: section)
    let keys = "\(counts.keys) key\(counts.keys == 1 ? "" : "s")"
    if counts.locked > 0 { return "\(keys), \(counts.locked) locked" }
    return "\(keys), \(counts.set) set"
  }

  // MARK: - Keys

  private func drawItem(_ item: Item, row: Int, on frame: inout Frame) {
    let isSelected = state.selection == .key(item.key)
    let style = style(of: item, isSelected: isSelected)
    let gutter = list.column + (isCompact ? 0 : 1)
    let titleColumns =
      isCompact
      ? list.size.columns / 2 - 3 : max(6, min(40, 21 + (list.size.columns - 55) / 4))
    let sourceColumns = isCompact ? 0 : 8
    let value = gutter + 3 + titleColumns + 2
    let valueColumns = max(0, list.endColumn - value - sourceColumns - (isCompact ? 1 : 2))
    if isSelected {
      frame.fill(
        Rect(row: row, column: list.column, columns: list.size.columns, rows: 1),
        style: style
      )
      frame.cursor = .init(row: row, column: gutter)
    }
    frame.write(isSelected ? ">" : " ", row: row, column: gutter, style: style)
    frame.write(
      SafeText(String(state.document.mark(of: item))),
      row: row,
      column: gutter + 1,
      style: isSelected ? style : markStyle(item)
    )
    frame.write(
      SafeText(item.entry.title).truncated(to: titleColumns),
      row: row,
      column: gutter + 3,
      style: style
    )
    frame.write(
      SafeText(ValueText.row(item)).truncated(to: valueColumns),
      row: row,
      column: value,
      style: style
    )
    guard sourceColumns > 0 else { return }
    frame.write(
      SafeText(state.document.isUncommitted(item) ? "unsaved" : item.source),
      row: row,
      column: list.endColumn - sourceColumns - 1,
      columns: sourceColumns,
      style: style
    )
  }

  private func style(of item: Item, isSelected: Bool) -> Style {
    let isDimmed = item.stored == nil || (state.filter.isActive && !state.matches(item))
    return Style(
      bold: item.stored != nil && !isDimmed,
      dim: isDimmed && !isSelected,
      reversed: isSelected
    )
  }

  private func markStyle(_ item: Item) -> Style {
    switch state.document.mark(of: item) {
    case "#", "!", "L": .warning
    case "+": Style(color: .yellow, bold: true)
    default: .strong
    }
  }

  // MARK: - Suites and nothing

  private func drawSuites(on frame: inout Frame) {
    let pane = layout.suites
    guard pane.size.columns > 0 else { return }
    for (offset, suite) in state.suites.prefix(pane.size.rows).enumerated() {
      let isCurrent = suite.name == state.document.suiteName
      frame.write(
        SafeText("\(isCurrent ? ">" : " ") \(suite.name)").truncated(to: pane.size.columns - 2),
        row: pane.row + offset,
        column: pane.column + 1,
        style: isCurrent ? .strong : .plain
      )
    }
  }

  private func drawEmpty(on frame: inout Frame) {
    if !state.filter.isActive, let failure = state.document.status.loadFailure {
      return drawUnreadable(failure, on: &frame)
    }
    let text: SafeText
    let advice: [String?]
    if state.document.isOpening {
      text = "The keys are being read."
      advice = ["\(KeyPress.interrupt.name) quits"]
    } else if state.pass != nil {
      text = "Searching…"
      advice = [state.keyText(ListCommand.clearFilter, "clears the filter", in: state.keyMode)]
    } else if !state.filter.isActive {
      text = "This suite stores no key, and no schema describes it."
      let suites = state.suites.count > 1 ? "chooses another suite" : nil
      advice = [
        suites.flatMap { state.keyText(ListCommand.suites, $0) },
        state.keyText(ListCommand.quit, "quits"),
      ]
    } else if state.filter.query.isEmpty {
      text = "No key is set."
      advice = [state.keyText(ListCommand.onlySet, "shows all keys again")]
    } else {
      text = SafeText("No key matches  \(state.filter.query.text)")
      advice = [state.keyText(ListCommand.clearFilter, "clears the filter", in: state.keyMode)]
    }
    for (offset, line) in [text, "", SafeText(advice.line(separator: ", "))].enumerated() {
      let cut = line.truncated(to: max(0, list.size.columns - 2))
      frame.write(
        cut,
        row: list.row + min(max(0, list.size.rows - 3), 5) + offset,
        column: list.column + max(1, (list.size.columns - cut.width) / 2)
      )
    }
    frame.cursor = .init(row: list.row, column: list.column)
  }

  private func drawUnreadable(_ failure: StoreStatus.Failure, on frame: inout Frame) {
    let lines =
      ["This suite cannot be read.", ""]
      + SafeText(failure.description).wrapped(to: max(0, list.size.columns - 2))
    for (offset, line) in lines.prefix(list.size.rows).enumerated() {
      frame.write(line, row: list.row + offset, column: list.column + 1)
    }
    frame.cursor = .init(row: list.row, column: list.column)
  }
}
