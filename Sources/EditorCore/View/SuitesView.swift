import Terminal

/// The suites to choose from.
struct SuitesView {
  let state: EditorState
  let layout: Layout
  let index: Int

  func draw(on canvas: inout Canvas) {
    let columns = min(70, layout.size.columns - 4)
    let height = max(1, min(state.suites.count, layout.size.rows - 7))
    let top = max(0, min(index - height / 2, state.suites.count - height))
    let box = layout.box(columns: columns, rows: height + 2, avoiding: nil)
    canvas.box(box, title: "Suites", footer: SafeText("\(index + 1) of \(state.suites.count)"))
    let nameColumns = min(
      columns - 8,
      state.suites.map { SafeText($0.name).width }.max() ?? 0
    )
    for (offset, suite) in state.suites.dropFirst(top).prefix(height).enumerated() {
      let isHighlighted = top + offset == index
      let name = SafeText(suite.name).truncated(to: nameColumns).padded(to: nameColumns)
      let row = box.row + 1 + offset
      let end = canvas.write(
        SafeText("\(isHighlighted ? ">" : " ") ") + name,
        row: row,
        column: box.column + 2,
        role: suite.name == state.document.suiteName ? .strong : .text,
        isSelected: isHighlighted
      )
      let room = max(0, box.endColumn - 4 - end)
      canvas.write(
        SafeText(suite.title).truncated(to: room),
        row: row,
        column: end + 2,
        role: .quiet
      )
      if isHighlighted { canvas.cursor = .init(row: row, column: box.column + 2) }
    }
  }
}
