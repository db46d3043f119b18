import Terminal

/// A question in a box; until it is answered, only its answers and the commands of every screen work.
struct QuestionView {
  /// The title of the box.
  let title: String
  /// The paragraphs of the question; the last one contains the answers.
  let lines: [String]

  /// Draws the question; if it does not fit, its first lines are left out and not the answers.
  func draw(on canvas: inout Canvas, _ layout: Layout) {
    let room = Panel.room(layout, .box)
    let texts = lines.flatMap { line in
      line.isEmpty ? [SafeText("")] : SafeText(line).wrapped(to: room.columns)
    }
    // In the edge of the box, the title has a corner, a line and a blank on each side.
    let width = max(texts.map(\.width).max() ?? 0, SafeText(title).width + 2)
    let size = Size(columns: min(width, room.columns), rows: min(texts.count, room.rows))
    let panel = Panel(layout, .box, size)
    panel.draw(title: SafeText(title), on: &canvas)
    // The last lines contain the answers.
    canvas.write(texts.suffix(size.rows).map { StyledLine($0) }, in: panel.inside)
    canvas.cursor = .init(row: panel.inside.lastRow, column: panel.inside.column)
  }
}
