import Terminal

/// A screen with a list of which one line is selected.
protocol ListedScreen: Screen {
  /// The selected line and the scroll position.
  var cursor: ListCursor { get set }

  /// Returns the rectangle of the lines.
  func linesRect(in state: EditorState) -> Rect

  /// Does what the selected line stands for.
  mutating func choose(in state: EditorState) -> ScreenOutcome
}

extension ListedScreen {
  mutating func choose(in state: EditorState) -> ScreenOutcome { .stay }

  /// Selects a line.
  mutating func select(row: Int) { cursor.select(row) }

  /// Moves the selection, if an action means that; returns whether it did.
  mutating func move(_ action: KeyAction) -> Bool {
    guard let command = MoveCommand(action) else { return false }
    cursor.move(command)
    return true
  }

  /// Selects the clicked line, chooses it at the second click, and moves with the wheel.
  mutating func handle(_ event: MouseEvent, in state: EditorState) -> ScreenOutcome {
    cursor.handle(event, in: linesRect(in: state)) == .chosen ? choose(in: state) : .stay
  }

  /// Scrolls so that the selected line is visible.
  mutating func refresh(_ state: EditorState) {
    cursor.show(rows: linesRect(in: state).size.rows)
  }
}
