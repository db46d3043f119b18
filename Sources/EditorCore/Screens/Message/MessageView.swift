import Terminal

/// A message that is shown until the user closes it, in a box or on the whole of a small screen.
///
/// ``MessageScreen/refresh(columns:)`` makes its lines.
struct MessageView {
  let message: MessageScreen
  let layout: Layout
  /// The greatest size of the lines.
  private let room: Size

  init(message: MessageScreen, layout: Layout) {
    self.message = message
    self.layout = layout
    room = Panel.room(layout, .sheet)
  }

  /// Draws the lines from the scroll position.
  func draw(on canvas: inout Canvas) {
    let lines = message.lines
    // After the screen has grown, the scroll position can be beyond the last page.
    let top = max(0, min(message.top, lines.count - room.rows))
    let shown = lines.dropFirst(top).prefix(room.rows)
    let panel = Panel(layout, .sheet, Size(columns: room.columns, rows: shown.count))
    let footer = lines.count > room.rows ? shown.indices.position(of: lines.count) : ""
    panel.draw(title: SafeText(message.title), footer: SafeText(footer), on: &canvas)
    canvas.write(shown, in: panel.inside)
    canvas.cursor = .init(row: panel.inside.row, column: panel.inside.column)
  }
}
