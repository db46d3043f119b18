import Terminal

extension Control {
  /// Handles a key press: inserts its character, or performs the action that is bound to it.
  ///
  /// The character comes first, so that typing cannot trigger an action in a text field. The control
  /// gets the key press itself before both, unless it leaves the mode, which must always be possible.
  mutating func update(_ press: KeyPress, _ bindings: Keybindings) -> ControlOutcome {
    if bindings.action(for: press, in: keyMode) != keyMode.exitAction,
      case let outcome = receive(press), outcome != .ignored
    {
      return outcome
    }
    if let character = press.typed, case let outcome = type(character), outcome != .ignored {
      return outcome
    }
    return bindings.action(for: press, in: keyMode).map { perform($0) } ?? .ignored
  }
}

extension ControlOutcome {
  /// Creates the outcome of an action that ends an edit or replaces its value; otherwise `ignored`.
  init(_ action: KeyAction) {
    switch FinishCommand(action) {
    case .save, .choose: self = .commit
    case .close: self = .cancel
    case .goUp: self = .goUp
    case .resetInput: self = .reset
    case nil: self = .ignored
    }
  }
}
