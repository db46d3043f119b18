import DefaultsSchema
import Terminal

/// One key at a time, for screens too small for a list.
struct SingleKeyView {
  let state: EditorState

  func draw(on frame: inout Frame) {
    let columns = frame.size.columns
    guard let item = state.selectedItem else {
      frame.write("q quits", row: 0, column: 0)
      return
    }
    if case .edit(let edit) = state.mode {
      return drawEdit(edit, item, on: &frame)
    }
    let title = SafeText("\(state.document.mark(of: item)) \(item.entry.title)").truncated(
      to: columns
    )
    frame.write(title, row: 0, column: 0, style: .strong)
    frame.write(SafeText(ValueText.row(item)).truncated(to: columns), row: 1, column: 0)
    let hint: SafeText = "q quit ? help"
    frame.write(
      state.currentNotice.map { SafeText($0.text).truncated(to: columns) } ?? hint,
      row: 2,
      column: 0,
      style: .quiet
    )
    frame.cursor = .init(row: 0, column: 0)
  }

  private func drawEdit(_ edit: OpenEdit, _ item: Item, on frame: inout Frame) {
    let columns = frame.size.columns
    let control = ControlCatalog.control(for: item.entry)
    let context = ControlContext(
      stored: item.stored,
      defaultValue: item.defaultValue,
      isRejected: edit.rejection != nil
    )
    let picture = control.render(edit.draft, context: context, columns: columns)
    let title = edit.rejection.map { "! \($0)" } ?? item.entry.title
    frame.write(SafeText(title).truncated(to: columns), row: 0, column: 0, style: .strong)
    let room = frame.size.rows - 1
    let first = max(0, (picture.cursor?.line ?? 0) - room + 1)
    for (offset, line) in picture.lines.dropFirst(first).prefix(room).enumerated() {
      frame.write(line, row: 1 + offset, column: 0, columns: columns)
    }
    if let cursor = picture.cursor {
      frame.cursor = .init(row: 1 + cursor.line - first, column: cursor.column, isVisible: true)
    }
  }
}
