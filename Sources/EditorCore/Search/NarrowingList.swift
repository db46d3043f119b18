import Terminal

/// A list that shows only what matches a typed text.
protocol NarrowingList {
  /// The typed text.
  var buffer: LineBuffer { get }

  /// Changes the typed text, and with it what is shown.
  mutating func edit(_ change: (inout LineBuffer) -> Void)

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

  /// Inserts a pasted text as one line.
  mutating func paste(_ text: String) {
    edit { $0.paste(text) }
  }
}
