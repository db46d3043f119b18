import Terminal

/// A question in a box; until it is answered, only its answers and the commands of every screen work.
struct QuestionView {
  /// The title of the box.
  let title: String
  /// The paragraphs of the question; the last one contains the answers.
  let lines: [String]

  /// Draws the question below the selected row; if it does not fit, its first lines are left out and not
  /// the answers.
  func draw(on canvas: inout Canvas, _ state: EditorState, _ layout: Layout) {
    let room = Panel.room(layout, .box)
    let texts = lines.flatMap { line in
      line.isEmpty ? [SafeText("")] : SafeText(line).wrapped(to: room.columns)
    }
    let size = Size(columns: room.columns, rows: min(texts.count, room.rows))
    let panel = Panel(layout, .box, size, below: state.selectedRow(on: layout))
    panel.draw(title: SafeText(title), on: &canvas)
    // The last lines contain the answers.
    canvas.write(texts.suffix(size.rows).map { StyledLine($0) }, in: panel.inside)
    canvas.cursor = .init(row: panel.inside.lastRow, column: panel.inside.column)
  }
}
