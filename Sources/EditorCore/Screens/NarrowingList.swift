import Terminal

/// A list that shows only what matches a typed text.
protocol NarrowingList {
  /// The typed text.
  var buffer: TextBuffer { get }

  /// Changes the typed text, and with it what is shown.
  mutating func edit(_ change: (inout TextBuffer) -> Void)

  /// Moves the selection; a page has a number of rows.
  mutating func move(_ command: MoveCommand, page: Int)
}

extension NarrowingList {
  /// Types, edits the text or moves, if a key press means that.
  ///
  /// - Returns: whether it did.
  mutating func perform(_ press: KeyPress, _ action: KeyAction?, page: Int) -> Bool {
    if let character = press.typed {
      edit { $0.insert(String(character)) }
    } else if let command = action.flatMap(MoveCommand.init) {
      move(command, page: page)
    } else if let command = action.flatMap(FieldCommand.init) {
      edit { $0.perform(command) }
    } else if action == KeyAction(ChoiceCommand.clearSearch), !buffer.isEmpty {
      edit { $0.replace(with: "") }
    } else {
      return false
    }
    return true
  }
}

/// A screen that is a list which shows only what matches a typed text.
protocol NarrowingScreen: Screen, NarrowingList {
  /// Returns the number of lines that are visible at once.
  func visibleRows(in state: EditorState) -> Int

  /// Returns the line at the position of a mouse event; nil for none.
  func line(at event: MouseEvent, in state: EditorState) -> Int?

  /// Selects a line that was clicked, if it can be chosen.
  mutating func select(line: Int)

  /// Scrolls so that the selected line is visible.
  mutating func show(rows: Int)

  /// Does what the selected line stands for.
  func choose(in state: EditorState) -> ScreenOutcome
}

extension NarrowingScreen {
  /// Returns the number of lines by which a page moves.
  func page(in state: EditorState) -> Int { max(1, visibleRows(in: state) - 1) }

  /// Selects the clicked line, chooses it at the second click, and moves with the wheel.
  mutating func handle(_ event: MouseEvent, in state: EditorState) -> ScreenOutcome {
    switch event.action {
    case .wheelUp: move(.previous, page: 1)
    case .wheelDown: move(.next, page: 1)
    case .press, .doubleClick:
      guard let line = line(at: event, in: state) else { return .stay }
      select(line: line)
      if event.action == .doubleClick { return choose(in: state) }
    }
    return .stay
  }

  /// Inserts pasted text as one line.
  mutating func paste(_ text: String, in state: EditorState) -> ScreenOutcome {
    edit { $0.paste(text) }
    return .stay
  }

  mutating func refresh(_ state: EditorState) { show(rows: visibleRows(in: state)) }
}
