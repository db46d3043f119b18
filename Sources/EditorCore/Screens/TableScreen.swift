import Terminal

/// A screen that is a table, such as a plan or the history of a suite.
protocol TableScreen: ListedScreen, RowScreen {
  /// Returns what the table shows.
  func table(_ state: EditorState, _ layout: Layout) -> TableView

  /// Performs an action other than moving and closing.
  mutating func perform(_ action: KeyAction, in state: EditorState) -> ScreenOutcome

  /// Returns what closing the screen does.
  func close(in state: EditorState) -> ScreenOutcome
}

extension TableScreen {
  var panel: Panel.Form? { .sheet }

  func close(in state: EditorState) -> ScreenOutcome { .close }

  /// Returns the positions of the table.
  func positions(_ state: EditorState, _ layout: Layout) -> TableLayout {
    TableLayout(layout, count: rowCount(in: state), remarkRows: 3)
  }

  mutating func handle(_ input: KeyInput, in state: EditorState) -> ScreenOutcome {
    guard let action = input.action, !move(action) else { return .stay }
    return FinishCommand(action) == .close ? close(in: state) : perform(action, in: state)
  }

  func linesRect(in state: EditorState) -> Rect {
    positions(state, Layout(state: state)).body
  }

  /// Keeps an existing row selected, and scrolls so that it is visible.
  mutating func refresh(_ state: EditorState) {
    cursor.limit(to: rowCount(in: state))
    cursor.show(rows: linesRect(in: state).size.rows)
  }

  func plainLines(_ state: EditorState, _ layout: Layout) -> [String] {
    PlainRows.lines(of: table(state, layout))
  }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
    table(state, layout).draw(positions(state, layout), on: &canvas)
  }
}
