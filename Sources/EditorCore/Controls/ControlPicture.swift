import Defaults

/// The result of pasting text into a control.
enum PasteOutcome: Hashable, Sendable {
  /// Nothing can be pasted here.
  case ignored
  /// The text was inserted, except for this number of characters at its end, which exceeded the
  /// limit.
  case inserted(dropped: Int)
  /// The text is not a value, so nothing was inserted.
  case rejected(Defaults.Rejection)
}

/// The lines of a control on the screen.
package struct ControlPicture: Sendable {
  package var lines: [StyledLine]
  /// The position of the cursor in the lines, 0-based; nil for no cursor.
  package var cursor: (line: Int, column: Int)?

  package init(lines: [StyledLine], cursor: (line: Int, column: Int)? = nil) {
    self.lines = lines
    self.cursor = cursor
  }
}
