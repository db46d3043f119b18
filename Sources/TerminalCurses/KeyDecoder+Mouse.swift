import Terminal

// The reports of the mouse. Columns and rows are 1-based in a report and 0-based in an event, and three
// bits of the button are the modifiers Shift, Meta and Control.
extension KeyDecoder.Token {
  /// Returns the token for a pressed button or a turn of the wheel; nil for other buttons.
  static func pressed(button: Int, column: Int, row: Int) -> Self? {
    guard row > 0, column > 0 else { return nil }
    let button = button & ~0b11100
    func event(_ action: MouseEvent.Action) -> MouseEvent {
      MouseEvent(action, row: row - 1, column: column - 1)
    }
    switch button {
    case 0: return .mouse(event(.press))
    case 2: return .rightClick(event(.press))
    // Without SGR coordinates, the terminal does not report which button was released.
    case 3: return .released(button: 0, column: column, row: row)
    case 64: return .mouse(event(.wheelUp))
    case 65: return .mouse(event(.wheelDown))
    default: return nil
    }
  }

  /// Returns the token for the release of the left button; nil for other buttons.
  static func released(button: Int, column: Int, row: Int) -> Self? {
    guard row > 0, column > 0, button & ~0b11100 == 0 else { return nil }
    return .release(row: row - 1, column: column - 1)
  }
}
