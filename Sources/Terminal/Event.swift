/// Something that came in while a full-screen program runs.
public enum Event: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyPress)
  /// Text was pasted: it is text, never keys, and may hold line breaks and control characters.
  case paste(String)
  /// The terminal has another size now.
  case resize(Size)
  /// A mouse button or wheel was used.
  case mouse(MouseEvent)
  /// Another thread asked for attention through the screen's waker.
  case wake
  /// The program came back after it had been stopped; everything must be drawn again.
  case resume
  /// The program must end: a signal asked for it, or the terminal is gone.
  case terminate(Termination)
}

/// Why a full-screen program must end.
public enum Termination: Hashable, Sendable {
  /// The signal with this number arrived.
  case signal(Int32)
  /// The terminal went away without a signal.
  case hangup
}

/// One use of the mouse.
public struct MouseEvent: Hashable, Sendable {
  /// What was done.
  public enum Action: Hashable, Sendable {
    case press, doubleClick, wheelUp, wheelDown
  }

  /// What was done.
  public var action: Action
  /// The row it was done in, 0-based.
  public var row: Int
  /// The column it was done in, 0-based.
  public var column: Int

  /// Creates a mouse event.
  public init(_ action: Action, row: Int, column: Int) {
    self.action = action
    self.row = row
    self.column = column
  }
}
