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
    for (offset, row) in state.visibleSuites(layout).enumerated() {
      let name = state.catalog.suites[row].name
      let line = pane.line(offset)
      let numbers = numbers(of: name)
      let columns = line.columns([
        .fixed(1), .fixed(2), .flexible(), .fixed(numbers.width, .useful, gap: 1), .fixed(1),
      ])
      let isSelected = isFocused && name == state.selectedSuite
      let role: Role = name == state.document.suiteName ? .strong : .text
      canvas.fill(line, isSelected: isSelected)
      canvas.write(sign(of: name), in: columns[1], role: role, isSelected: isSelected)
      canvas.write(SafeText(name), in: columns[2], role: role, isSelected: isSelected)
      canvas.write(numbers, in: columns[3], role: .quiet, isSelected: isSelected)
      if isSelected { canvas.cursor = .init(row: line.row, column: columns[1].column) }
    }
  }

  /// Returns `>` for the shown suite, and the mark of undeclared keys for a suite without a schema.
  private func sign(of name: String) -> SafeText {
    if name == state.document.suiteName { return ">" }
    return state.overview(of: name)?.hasSchema == false ? SafeText("\(Mark.undeclared.glyph)") : ""
  }

  /// Returns the number of set keys, of invalid ones and of staged edits; `…` before the suite was read.
  private func numbers(of name: String) -> SafeText {
    let stagedCount = state.stagedCount(ofSuite: name)
    let staged = stagedCount == 0 ? "" : " \(Mark.parked.glyph)\(stagedCount)"
    guard let overview = state.overview(of: name) else { return SafeText("…" + staged) }
    let counts = overview.counts
    let invalid = counts.invalid == 0 ? "" : " \(Mark.invalid.glyph)\(counts.invalid)"
    return SafeText((counts.set == 0 ? "–" : "\(counts.set)") + invalid + staged)
  }
}
