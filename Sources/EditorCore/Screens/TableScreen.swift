import Terminal

/// A screen that is a table, such as a plan or the history of a suite.
protocol TableScreen: NarrowingScreen, RowScreen {
  /// The filter over the rows.
  var filter: RowFilter { get set }

  /// The number of rows, also of those that the filter hides.
  var rowTotal: Int { get }

  /// Returns the texts of a row in which the filter searches.
  func searchedTexts(ofRow index: Int, in state: EditorState) -> SearchedTexts

  /// Returns what the table shows without a filter.
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
    TableLayout(layout, count: rowTotal, remarkRows: 3, hasFilter: filter.isOpen)
  }

  mutating func handle(_ input: KeyInput, in state: EditorState) -> ScreenOutcome {
    guard !performFilter(input), let action = input.action, !move(action) else { return .stay }
    let isClose = FinishCommand(action) == .close || FilterCommand(action) == .clearFilter
    return isClose ? close(in: state) : perform(action, in: state)
  }

  func linesRect(in state: EditorState) -> Rect {
    positions(state, Layout(state: state)).body
  }

  /// Searches rows, keeps an existing one selected, and scrolls so that it is visible.
  mutating func refresh(_ state: EditorState) {
    proceed(in: state)
    cursor.show(rows: linesRect(in: state).size.rows)
  }

  func plainLines(_ state: EditorState, _ layout: Layout) -> [String] {
    PlainRows.lines(of: filteredTable(state, layout))
  }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
    filteredTable(state, layout).draw(positions(state, layout), on: &canvas)
  }
}
