import Terminal

/// A line in which a search is typed, with a slash in front.
struct SearchField {
  let buffer: TextBuffer
  let line: Rect

  /// Draws the text, and the cursor in it if the text is being typed.
  func draw(isTyped: Bool = true, on canvas: inout Canvas) {
    let columns = line.columns([.fixed(2), .flexible(8)])
    canvas.write("/", in: columns[0], role: .quiet)
    let room = columns[1]
    var buffer = buffer
    let picture = buffer.render(columns: room.size.columns)
    canvas.write(picture.lines, in: room)
    guard isTyped, !room.isEmpty else { return }
    canvas.cursor = .init(
      row: room.row,
      column: room.column + (picture.cursor?.column ?? 0),
      isVisible: true
    )
  }
}
