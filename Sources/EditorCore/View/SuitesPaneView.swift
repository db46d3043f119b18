import Terminal

/// The pane of suites: their names, and how many of their keys are set.
struct SuitesPaneView {
  let state: EditorState
  let layout: Layout

  /// Draws the visible suites.
  func draw(on canvas: inout Canvas) {
    let pane = layout[.suites]
    guard !pane.isEmpty else { return }
    let isFocused = state.focusedPane == .suites
    let visible = state.suiteCursor.visible(rows: pane.size.rows)
      .map { state.catalog.suites[$0].name }
    for (offset, name) in visible.enumerated() {
      let line = pane.line(offset)
      let numbers = numbers(of: name)
      let columns = line.columns([
        .fixed(1), .fixed(2), .flexible(), .fixed(numbers.width, .useful, gap: 1), .fixed(1),
      ])
      let isSelected = isFocused && name == state.selectedSuite
      let role: Role = name == state.document.suiteName ? .strong : .text
      canvas.fill(line, isSelected: isSelected)
      canvas.write(sign(of: name), in: columns[1], role: role, isSelected: isSelected)
      // Where names have a common start, only their ends differ.
      let text = RowTitles.cut(name, to: columns[2].size.columns, among: visible)
      canvas.write(text, in: columns[2], role: role, isSelected: isSelected)
      canvas.write(numbers, in: columns[3], role: .quiet, isSelected: isSelected)
      if isSelected { canvas.cursor = .init(row: line.row, column: columns[1].column) }
    }
  }

  /// Returns `>` for the shown suite, and the mark of undeclared keys for a suite without a schema.
  private func sign(of name: String) -> SafeText {
    if name == state.document.suiteName { return ">" }
    return state.overview(of: name)?.hasSchema == false ? SafeText("\(Mark.undeclared.glyph)") : ""
  }

  /// Returns the number of set keys, and those of invalid ones, locked ones and staged edits where there
  /// are any; `…` before the suite was read.
  private func numbers(of name: String) -> SafeText {
    let counts = state.overview(of: name)?.counts
    let marked: [(Mark, Int)] = [
      (.invalid, counts?.invalid ?? 0), (.locked, counts?.locked ?? 0),
      (.parked, state.stagedCount(ofSuite: name)),
    ]
    let set = counts.map { $0.set == 0 ? "–" : "\($0.set)" } ?? "…"
    return SafeText(
      ([set] + marked.filter { $0.1 > 0 }.map { "\($0.glyph)\($1)" }).joined(separator: " ")
    )
  }
}
