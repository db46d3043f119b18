import DefaultsSchema
import Terminal

/// The selected key alone, for screens that are too small for a list.
struct SingleKeyView {
  let state: EditorState
  let layout: Layout

  /// Draws the title, the value, and the notice or two hints.
  func draw(on canvas: inout Canvas) {
    guard let item = state.selectedItem else {
      canvas.write(SafeText(state.keyText(ListCommand.quit, "quits") ?? ""), in: layout[.title])
      return
    }
    let mark = state.mark(of: item)?.glyph ?? " "
    canvas.write(SafeText("\(mark) \(item.entry.title)"), in: layout[.title], role: .title)
    let value = ValueText.row(item, showingSecret: item.key == state.suite.shownSecret)
    canvas.write(SafeText(value), in: layout[.value])
    // The status line shows hints only without a notice, because there is no line for the hints.
    if let status = StatusText(state, layout) {
      canvas.write(status.styledLines, in: layout[.status])
    } else {
      let hints = [
        state.keyText(ListCommand.quit, "quit"), state.keyText(GlobalCommand.help, "help"),
      ]
      canvas.write(SafeText(hints.line()), in: layout[.status], role: .quiet)
    }
    canvas.cursor = .init(row: layout[.title].row, column: layout[.title].column)
  }
}
