import Terminal

/// A text that is shown until the user closes it: in a box, or on the whole of a small screen.
struct MessageView {
  let message: OpenMessage
  let layout: Layout
  /// The room for the lines.
  let room: Size

  init(message: OpenMessage, layout: Layout) {
    self.message = message
    self.layout = layout
    room = Panel.room(layout, .sheet)
  }

  /// All lines of the text.
  var lines: [SafeText] { SafeText.lines(of: message.text, columns: room.columns) }

  func draw(on canvas: inout Canvas) {
    let lines = lines
    // A larger screen may have more room than is left below the first line.
    let top = max(0, min(message.top, lines.count - room.rows))
    let shown = lines.dropFirst(top).prefix(room.rows)
    let panel = Panel(layout, .sheet, Size(columns: room.columns, rows: shown.count))
    let footer =
      lines.count > room.rows ? "\(shown.startIndex + 1)–\(shown.endIndex) of \(lines.count)" : ""
    panel.draw(title: SafeText(message.title), footer: SafeText(footer), on: &canvas)
    canvas.write(shown.map { StyledLine($0) }, in: panel.inside)
    canvas.cursor = .init(row: panel.inside.row, column: panel.inside.column)
  }
}
