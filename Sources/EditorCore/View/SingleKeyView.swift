import DefaultsSchema
import Terminal

/// One key at a time, for screens too small for a list.
struct SingleKeyView {
  let state: EditorState

  func draw(on frame: inout Frame) {
    let columns = frame.size.columns
    if case .edit(let edit) = state.mode {
      return EditView(layout: EditLayout(state: state, edit: edit)).draw(on: &frame)
    }
    guard let item = state.selectedItem else {
      let quit = state.keyText(ListCommand.quit, "quits") ?? ""
      frame.write(SafeText(quit).truncated(to: columns), row: 0, column: 0)
      return
    }
    let title = SafeText("\(state.document.mark(of: item)) \(item.entry.title)").truncated(
      to: columns
    )
    frame.write(title, row: 0, column: 0, style: .strong)
    frame.write(SafeText(ValueText.row(item)).truncated(to: columns), row: 1, column: 0)
    let hints = [
      state.keyText(ListCommand.quit, "quit"), state.keyText(GlobalCommand.help, "help"),
    ]
    frame.write(
      state.currentNotice.map { SafeText($0.text).truncated(to: columns) }
        ?? SafeText(hints.line()),
      row: 2,
      column: 0,
      style: .quiet
    )
    frame.cursor = .init(row: 0, column: 0)
  }
}
