import Defaults
import DefaultsSchema
import Terminal

/// The open edit: a box over the list, or the whole of a small screen.
struct EditView {
  let layout: EditLayout

  func draw(on canvas: inout Canvas) {
    if let box = layout.box {
      drawBox(box, on: &canvas)
    } else {
      drawTitle(on: &canvas)
    }
    let room = layout.inner
    for (offset, line) in layout.lines.prefix(room.size.rows).enumerated() {
      canvas.write(line, row: room.row + offset, column: room.column, columns: room.size.columns)
    }
    if let cursor = layout.cursor {
      canvas.cursor = .init(row: cursor.row, column: cursor.column, isVisible: true)
    }
  }

  private func drawBox(_ box: Rect, on canvas: inout Canvas) {
    let entry = layout.edit.entry
    let width = box.size.columns
    canvas.box(
      box,
      title: SafeText("\(entry.title)   \(ValueText.kind(entry))").truncated(to: width - 6),
      footer: SafeText(entry.key.string).truncated(to: width - 6)
    )
  }

  private func drawTitle(on canvas: inout Canvas) {
    let size = canvas.size
    let indent = layout.inner.column
    // The last line has the hints, where there are any.
    let rows = layout.layout.kind == .compact ? size.rows - 1 : size.rows
    canvas.fill(Rect(row: 0, column: 0, columns: size.columns, rows: rows))
    canvas.write(
      SafeText(layout.title).truncated(to: size.columns - 2 * indent),
      row: 0,
      column: indent,
      role: .title
    )
    guard layout.inner.row > 1 else { return }
    let rule = SafeText(String(repeating: "─", count: size.columns))
    canvas.write(rule, row: 1, column: 0, role: .rule)
  }
}
