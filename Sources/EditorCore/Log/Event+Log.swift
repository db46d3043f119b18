import Terminal

extension EditorState {
  /// The line of the log for an event that this state is about to handle.
  func logText(of event: Event) -> String {
    switch event {
    case .key(let press): "key: \(logText(of: press))"
    case .paste(let text):
      keyMode == .secret ? "paste in secret" : "paste in \(keyMode): \(text.count) characters"
    case .resize(let size): "resize: \(size.columns)x\(size.rows)"
    case .mouse(let event): "mouse: \(event.action) \(event.logPlace)"
    case .rightClick(let event): "mouse: right press \(event.logPlace)"
    case .drag: "mouse: drag"
    case .background(let background): "background: \(background)"
    case .wake: "wake"
    case .resume: "continued after a stop"
    case .terminate(.signal(let number)): "end: signal \(number)"
    case .terminate(.hangup): "end: the terminal is gone"
    }
  }

  /// A key press with the action that is bound to it.
  ///
  /// A character without an action may be part of a text that was meant for a field, so it is not named
  /// in any mode.
  private func logText(of press: KeyPress) -> String {
    let mode = keyMode
    if let character = press.typed, mode.types(character) { return "a character in \(mode)" }
    if let action = bindings.action(for: press, in: mode) {
      return "\(press.name) in \(mode), \(action.name)"
    }
    return "\(press.typed == nil ? press.name : "a character") in \(mode), no action"
  }
}

extension MouseEvent {
  fileprivate var logPlace: String { "in row \(row), column \(column)" }
}
