import Terminal

extension EditorState {
  mutating func handleInPrompt(_ press: KeyPress, _ buffer: LineBuffer) -> [Effect] {
    var buffer = buffer
    guard let command = Keymap.prompt.command(for: press) else {
      guard case .character(let character) = press.key, press.modifiers.isEmpty else { return [] }
      buffer.insert(String(character))
      type(buffer)
      return []
    }
    switch command {
    case .keep:
      mode = .list
    case .clear:
      mode = .list
      narrow(to: "")
    case .next: move(by: 1)
    case .previous: move(by: -1)
    case .pageDown: return keepingPrompt(buffer) { $0.perform(.pageDown) }
    case .pageUp: return keepingPrompt(buffer) { $0.perform(.pageUp) }
    case .field(.deleteBack) where buffer.isEmpty:
      mode = .list
    case .field(let command):
      _ = buffer.perform(command)
      type(buffer)
    case .redraw: return [.reload]
    case .suspend: return [.suspend]
    }
    return []
  }

  private mutating func keepingPrompt(
    _ buffer: LineBuffer,
    _ body: (inout EditorState) -> [Effect]
  ) -> [Effect] {
    let effects = body(&self)
    mode = .filter(buffer)
    return effects
  }

  private mutating func type(_ buffer: LineBuffer) {
    mode = .filter(buffer)
    if buffer.text != filter.query.text { narrow(to: buffer.text) }
  }

  /// Narrows the list to the keys that match a query now.
  mutating func narrow(to text: String) {
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
