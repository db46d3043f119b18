import Defaults
import DefaultsSchema
import Terminal

/// The open edit: a box over the list, or the whole of a small screen.
struct EditView {
  let layout: EditLayout

  func draw(on frame: inout Frame) {
    if let box = layout.box {
      drawBox(box, on: &frame)
    } else {
      drawTitle(on: &frame)
    }
    let room = layout.inner
    for (offset, line) in layout.lines.prefix(room.size.rows).enumerated() {
      frame.write(line, row: room.row + offset, column: room.column, columns: room.size.columns)
    }
    if let cursor = layout.cursor {
      frame.cursor = .init(row: cursor.row, column: cursor.column, isVisible: true)
    }
  }

  private func drawBox(_ box: Rect, on frame: inout Frame) {
    let entry = layout.edit.entry
    let width = box.size.columns
    frame.box(
      box,
      title: SafeText("\(entry.title)   \(ValueText.kind(entry))").truncated(to: width - 6),
      footer: SafeText(entry.key.string).truncated(to: width - 6)
    )
  }

  private func drawTitle(on frame: inout Frame) {
    let size = frame.size
    let indent = layout.inner.column
    // The last line has the hints, where there are any.
    let rows = layout.layout.kind == .compact ? size.rows - 1 : size.rows
    frame.fill(Rect(row: 0, column: 0, columns: size.columns, rows: rows))
    frame.write(
      SafeText(layout.title).truncated(to: size.columns - 2 * indent),
      row: 0,
      column: indent,
      style: .strong
    )
    guard layout.inner.row > 1 else { return }
    let rule = SafeText(String(repeating: "─", count: size.columns))
    frame.write(rule, row: 1, column: 0, style: .quiet)
  }
}
