import Terminal

/// A screen that is a list which shows only what matches a typed text.
protocol NarrowingScreen: ListedScreen {
  /// The typed text.
  var buffer: TextBuffer { get }

  /// Changes the typed text, and with it what is shown.
  mutating func edit(_ change: (inout TextBuffer) -> Void)
}

extension NarrowingScreen {
  /// Types, edits the text or moves, if a key press means that; returns whether it did.
  mutating func perform(_ input: KeyInput) -> Bool {
    if let character = input.press.typed {
      edit { $0.insert(String(character)) }
    } else if let command = input.action.flatMap(MoveCommand.init) {
      cursor.move(command)
    } else if let command = input.action.flatMap(FieldCommand.init) {
      edit { $0.perform(command) }
    } else if input.action == KeyAction(ChoiceCommand.clearSearch), !buffer.isEmpty {
      edit { $0.replace(with: "") }
    } else {
      return false
    }
    return true
  }

  /// Inserts pasted text as one line.
  mutating func paste(_ text: String, in state: EditorState) -> ScreenOutcome {
    edit { $0.paste(text) }
    return .stay
  }
}
