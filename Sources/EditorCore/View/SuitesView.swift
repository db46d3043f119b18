import Terminal

/// The list of suites to choose from.
struct SuitesView {
  let state: EditorState
  let layout: Layout
  /// The index of the highlighted suite.
  let index: Int

  /// Draws the suites with the highlighted one in the middle.
  func draw(on canvas: inout Canvas) {
    let room = Panel.room(layout, .box)
    let rows = min(state.suites.count, room.rows)
    let panel = Panel(layout, .box, Size(columns: room.columns, rows: rows))
    let footer = SafeText("\(index + 1) of \(state.suites.count)")
    panel.draw(title: "Suites", footer: footer, on: &canvas)
    // At the ends of the list, the highlighted suite is not in the middle.
    let top = max(0, min(index - rows / 2, state.suites.count - rows))
    let names = state.suites.map { SafeText($0.name).width }.max() ?? 0
    for (offset, suite) in state.suites.dropFirst(top).prefix(rows).enumerated() {
      let line = panel.inside.line(offset)
      let columns = line.columns([
        .upTo(names + 2, minimum: 8), Extent(0, ideal: 1, .useful, gap: 2),
      ])
      let isHighlighted = top + offset == index
      let name = SafeText("\(isHighlighted ? ">" : " ") \(suite.name)")
      canvas.write(
        name.truncated(to: columns[0].size.columns).padded(to: columns[0].size.columns),
        in: columns[0],
        role: suite.name == state.document.suiteName ? .strong : .text,
        isSelected: isHighlighted
      )
      canvas.write(SafeText(suite.title), in: columns[1], role: .quiet)
      if isHighlighted { canvas.cursor = .init(row: line.row, column: line.column) }
    }
  }
}
