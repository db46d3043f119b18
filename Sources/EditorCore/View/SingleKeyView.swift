import DefaultsSchema
import Terminal

/// One key at a time, for screens too small for a list.
struct SingleKeyView {
  let state: EditorState

  func draw(on canvas: inout Canvas) {
    let columns = canvas.size.columns
    if case .edit(let edit) = state.mode {
      return EditView(layout: EditLayout(state: state, edit: edit)).draw(on: &canvas)
    }
    guard let item = state.selectedItem else {
      canvas.write("q quits", row: 0, column: 0)
      return
    }
    let title = SafeText("\(state.document.mark(of: item)) \(item.entry.title)").truncated(
      to: columns
    )
    canvas.write(title, row: 0, column: 0, role: .title)
    canvas.write(SafeText(ValueText.row(item)).truncated(to: columns), row: 1, column: 0)
    let hint: SafeText = "q quit ? help"
    canvas.write(
      state.currentNotice.map { SafeText($0.text).truncated(to: columns) } ?? hint,
      row: 2,
      column: 0,
      role: .quiet
    )
    canvas.cursor = .init(row: 0, column: 0)
  }
}
