import DefaultsCore
import DefaultsSchema
import Terminal

/// Draws the difference between the stored value and the input.
struct DifferenceView {
  let open: DifferenceScreen
  let layout: Layout

  /// Draws the lines from the scroll position.
  func draw(on canvas: inout Canvas) {
    let room = Panel.room(layout, .sheet)
    let lines = open.difference.lines
    // After the screen has grown, the scroll position can be beyond the last page.
    let top = max(0, min(open.top, lines.count - room.rows))
    let shown = lines.dropFirst(top).prefix(room.rows)
    let panel = Panel(layout, .sheet, Size(columns: room.columns, rows: shown.count))
    let isWhole = lines.count <= room.rows
    let position = isWhole ? "" : "   \(shown.indices.position(of: lines.count))"
    panel.draw(
      title: SafeText("Difference of \(open.title)"),
      footer: SafeText(open.key + position),
      on: &canvas
    )
    canvas.write(shown.map { Self.line($0, columns: room.columns) }, in: panel.inside)
    canvas.cursor = .init(row: panel.inside.row, column: panel.inside.column)
  }

  /// Returns the text of a line; a sign distinguishes removed and added lines without colours.
  private static func line(_ line: LineDifference.Line, columns: Int) -> StyledLine {
    let (sign, role): (SafeText, Role) =
      switch line.kind {
      case .same: ("  ", .text)
      case .removed: ("- ", .removed)
      case .added: ("+ ", .added)
      case .remark: ("\\ ", .quiet)
      case .hidden(let count): (SafeText("… \(count.counted("equal line"))"), .quiet)
      }
    let text = TypedLine(line.text, role: role, columns: max(0, columns - sign.width))
    return StyledLine(spans: [.init(text: sign, role: role)] + text.spans)
  }
}
