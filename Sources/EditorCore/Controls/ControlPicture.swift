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
