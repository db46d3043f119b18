import Terminal

extension EditorState {
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
      case .clearFilter: setQuery("")
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

  private mutating func type(_ buffer: LineBuffer) {
    mode = .filter(buffer)
    if buffer.text != filter.query.text { setQuery(buffer.text) }
  }

  /// Narrows the list to the keys that match a query now.
  mutating func setQuery(_ text: String) {
    setFilter { $0.query = Query(text) }
  }

  mutating func toggleOnlySet() {
    setFilter { $0.showsOnlySet.toggle() }
  }

  mutating func clearFilter() {
    guard filter.isActive else { return }
    setFilter { $0 = Filter() }
  }
}
