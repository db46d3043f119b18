import DefaultsCore
import DefaultsSchema
import Terminal

/// The page of a key: the visible lines of its outline.
struct ViewerView {
  let viewer: ViewerScreen
  let layout: Layout
  let panel: Panel

  init(viewer: ViewerScreen, layout: Layout) {
    self.viewer = viewer
    self.layout = layout
    let room = Panel.room(layout, .sheet)
    let rows = min(room.rows, viewer.outline.lines.count)
    panel = Panel(layout, .sheet, Size(columns: room.columns, rows: rows))
  }

  /// Draws the lines from the scroll position.
  func draw(_ state: EditorState, on canvas: inout Canvas) {
    let item = state.document.item(viewer.key)
    let inside = panel.inside
    let visible = viewer.cursor.visible(rows: inside.size.rows)
    let lines = viewer.outline.lines
    let isWhole = lines.count <= visible.count
    let position = isWhole ? "" : "   \(visible.position(of: lines.count))"
    panel.draw(
      title: SafeText(item?.entry.title ?? viewer.key.string),
      footer: SafeText(item == nil ? "removed elsewhere" : viewer.key.string + position),
      on: &canvas
    )
    for (row, index) in visible.enumerated() {
      let isSelected = index == viewer.cursor.selected
      let rect = inside.line(row)
      if isSelected { canvas.fill(rect, isSelected: true) }
      canvas.write(
        Self.line(lines[index], columns: inside.size.columns, isSelected: isSelected),
        in: rect
      )
    }
    canvas.cursor = .init(
      row: inside.row + (viewer.cursor.selected ?? 0) - visible.lowerBound,
      column: inside.column
    )
  }

  /// Returns the text of a line.
  private static func line(_ line: Outline.Line, columns: Int, isSelected: Bool) -> StyledLine {
    var spans: [(SafeText, Role)] = [(SafeText(String(repeating: " ", count: line.indent)), .text)]
    switch line.content {
    case .blank: break
    case .heading(let text): spans.append((SafeText(text), .heading))
    case .text(let text, let role): spans.append((text, role))
    case .value(let label, let value, let text, let note):
      spans.append((SafeText(foldSign(line)), .text))
      if !label.isEmpty { spans.append((SafeText(label, limit: columns) + "  ", .quiet)) }
      spans.append((SafeText(text ?? ValueText.raw(value), limit: columns), .text))
      if !note.isEmpty { spans.append(("  " + SafeText(note), .quiet)) }
    case .textLine(let number, let text, let numberColumns):
      if numberColumns > 0 {
        let digits = number.map { "\($0)" } ?? ""
        let blanks = String(repeating: " ", count: max(0, numberColumns - 1 - digits.count))
        spans.append((SafeText(blanks + digits + " "), .quiet))
      }
      spans.append((text, .text))
    }
    return StyledLine(
      spans: spans.map { StyledLine.Span(text: $0, role: $1, isSelected: isSelected) }
    )
  }

  private static func foldSign(_ line: Outline.Line) -> String {
    switch line.isFolded {
    case true?: "▸ "
    case false?: "▾ "
    case nil: "  "
    }
  }
}
