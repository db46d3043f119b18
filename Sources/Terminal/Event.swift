/// An event that a full-screen program handles: input, a signal or a call of another thread.
public enum Event: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyPress)
  /// Text was pasted; it may contain line breaks and control characters.
  case paste(String)
  /// The terminal was resized to this size.
  case resize(Size)
  /// The left mouse button or the wheel was used.
  case mouse(MouseEvent)
  /// The right mouse button was pressed.
  case rightClick(MouseEvent)
  /// The left mouse button was pressed in one cell and released in another, as if to select text.
  case drag
  /// The terminal has reported its background, which can happen at any time, or never.
  case background(Background)
  /// A thread called the screen's waker.
  case wake
  /// The program was continued after a stop; everything must be drawn again.
  case resume
  /// The program must end, because a signal arrived or the terminal is gone.
  case terminate(Termination)
}

/// The brightness of a terminal's background.
public enum Background: String, Hashable, Sendable {
  /// Black text is easier to read on it than white text.
  case light
  /// White text is easier to read on it than black text.
  case dark
}

/// Why a full-screen program must end.
public enum Termination: Hashable, Sendable {
  /// The signal with this number arrived.
  case signal(Int32)
  /// The terminal is gone, and no signal was received.
  case hangup
}

/// A mouse button press or a turn of the wheel.
public struct MouseEvent: Hashable, Sendable {
  /// The kinds of mouse action.
  public enum Action: Hashable, Sendable {
    case press, doubleClick, wheelUp, wheelDown
  }

  /// The kind of action.
  public var action: Action
  /// The row of the pointer, 0-based.
  public var row: Int
  /// The column of the pointer, 0-based.
  public var column: Int

  /// Creates a mouse event.
  public init(_ action: Action, row: Int, column: Int) {
    self.action = action
    self.row = row
    self.column = column
  }
}
