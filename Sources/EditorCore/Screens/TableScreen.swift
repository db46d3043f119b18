import Terminal

/// A screen that is a table, such as a plan, the history or the layers of a key.
protocol TableScreen: RowScreen {
  /// The selected row and the scroll position.
  var cursor: TableCursor { get set }

  /// Returns what the table shows.
  func table(_ state: EditorState, _ layout: Layout) -> TableView

  /// Performs an action of the screen that is not about moving or closing.
  mutating func perform(_ action: KeyAction, in state: EditorState) -> ScreenOutcome

  /// Returns what closing the screen does.
  func close(in state: EditorState) -> ScreenOutcome
}

extension TableScreen {
  var panel: Panel.Form? { .wide }

  func mustWait(for action: KeyAction?, isClick: Bool) -> Bool { true }

  func close(in state: EditorState) -> ScreenOutcome { .close }

  /// Returns the positions of the table.
  func positions(_ state: EditorState, _ layout: Layout) -> TableLayout {
    TableLayout(layout, count: rowCount(in: state), remarkRows: 3)
  }

  mutating func handle(
    _ press: KeyPress,
    _ action: KeyAction?,
    in state: EditorState
  ) -> ScreenOutcome {
    guard let action else { return .stay }
    if let command = MoveCommand(action) {
      let page = positions(state, Layout(state: state)).body.size.rows
      cursor.move(command, count: rowCount(in: state), page: page)
      return .stay
    }
    return FinishCommand(action) == .close ? close(in: state) : perform(action, in: state)
  }

  /// Selects the clicked row, and moves with the wheel.
  mutating func handle(_ event: MouseEvent, in state: EditorState) -> ScreenOutcome {
    let count = rowCount(in: state)
    switch event.action {
    case .wheelUp: cursor.move(.previous, count: count, page: 1)
    case .wheelDown: cursor.move(.next, count: count, page: 1)
    case .press, .doubleClick:
      let table = positions(state, Layout(state: state))
      if let row = table.row(at: event.row, column: event.column, cursor, count: count) {
        cursor.select(row, of: count)
      }
    }
    return .stay
  }

  /// Scrolls so that the selected row is visible.
  mutating func refresh(_ state: EditorState) {
    let count = rowCount(in: state)
    cursor.limit(to: count)
    cursor.show(of: count, rows: positions(state, Layout(state: state)).body.size.rows)
  }

  mutating func choose(row: Int, in state: EditorState) -> ScreenOutcome {
    cursor.select(row, of: rowCount(in: state))
    return .stay
  }

  func plainLines(_ state: EditorState, _ layout: Layout) -> [String] {
    PlainRows.lines(of: table(state, layout))
  }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
    table(state, layout).draw(positions(state, layout), on: &canvas)
  }
}

/// The selected row of a table and its scroll position.
struct TableCursor: Hashable, Sendable {
  /// The index of the selected row.
  private(set) var selected: Int = 0
  /// The scroll position.
  private(set) var scroll: Scroll = Scroll()

  /// Moves the selection.
  ///
  /// - Parameters:
  ///   - command: where to move.
  ///   - count: the number of rows.
  ///   - page: the number of visible rows.
  mutating func move(_ command: MoveCommand, count: Int, page: Int) {
    select(selected + command.distance(page: max(1, page - 1), count: count), of: count)
  }

  /// Selects a row, or the nearest that exists.
  mutating func select(_ row: Int, of count: Int) {
    selected = max(0, min(count - 1, row))
  }

  /// Selects an existing row after rows were removed.
  mutating func limit(to count: Int) {
    select(selected, of: count)
  }

  /// Scrolls so that the selected row is visible.
  mutating func show(of count: Int, rows: Int) {
    scroll.show(selected, of: count, rows: rows)
  }
}
