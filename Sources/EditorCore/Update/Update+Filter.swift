import Terminal

// The prompt of the filter. The list is filtered after every change of the text, so the prompt has no
// "search" key: Enter keeps the filter, Esc clears it, and the arrows move in the list meanwhile.
extension EditorState {
  /// Handles a key press in the prompt; Backspace in the empty prompt closes it.
  mutating func handleInPrompt(
    _ press: KeyPress,
    _ action: KeyAction?,
    _ buffer: LineBuffer
  ) -> [Effect] {
    var buffer = buffer
    if let character = press.typed {
      buffer.insert(String(character))
      type(buffer)
    } else if let action, let command = FilterCommand(action) {
      mode = .list
      switch command {
      case .keepFilter: break
      case .clearFilter: cancelFilter()
      }
    } else if let action, let command = MoveCommand(action) {
      move(command)
    } else if let action, let command = FieldCommand(action) {
      guard command != .deleteBack || !buffer.isEmpty else {
        mode = .list
        return []
      }
      buffer.perform(command)
      type(buffer)
    }
    return []
  }

  /// Opens the prompt with the text of the filter.
  mutating func openPrompt() {
    mode = .filter(LineBuffer(filter.query.text))
    if !filter.isActive { placeBeforeFilter = (selection, top) }
  }

  /// Clears the filter; the cursor goes back to its key, unless the user has moved it meanwhile.
  private mutating func cancelFilter() {
    let isMoved =
      !listing.isFlat || selection != listing.shown.first.map { .key(document.key(at: $0)) }
    setQuery("")
    guard !isMoved else { return }
    (selection, top) = placeBeforeFilter
    ensureSelection(near: top)
  }

  /// Replaces the text of the prompt, and filters if the text has changed (not only the cursor).
  private mutating func type(_ buffer: LineBuffer) {
    mode = .filter(buffer)
    if buffer.text != filter.query.text { setQuery(buffer.text) }
  }

  /// Filters the list by a query; an empty text shows all keys.
  mutating func setQuery(_ text: String) {
    setFilter { $0.query = Query(text) }
  }

  /// Shows only keys with a stored value, or all keys again.
  mutating func toggleOnlySet() {
    setFilter { $0.showsOnlySet.toggle() }
  }

  /// Shows all keys again; if they are shown, removes the marks.
  mutating func clearFilter() {
    if filter.isActive {
      setFilter { $0 = Filter() }
    } else if !marked.isEmpty {
      clearMarks()
    }
  }
}
