public import Terminal

/// Returns the frame that shows the state.
public func view(_ state: EditorState) -> Frame {
  var canvas = Canvas(size: state.size, theme: state.theme)
  draw(state, on: &canvas)
  return canvas.frame
}

private func draw(_ state: EditorState, on canvas: inout Canvas) {
  let layout = Layout(state: state)
  switch layout.kind {
  case .blank:
    return
  case .single:
    if case .message(let message) = state.mode {
      MessageView(message: message, layout: layout).draw(on: &canvas)
    } else {
      SingleKeyView(state: state).draw(on: &canvas)
    }
    return
  case .compact, .stacked, .panes:
    ListView(state: state, layout: layout).draw(on: &canvas)
    DetailsView(state: state, layout: layout).draw(on: &canvas)
    FrameLines(state: state, layout: layout).draw(on: &canvas)
  }
  switch state.mode {
  case .list, .filter:
    break
  case .edit(let edit):
    EditView(layout: EditLayout(state: state, edit: edit)).draw(on: &canvas)
  case .conflict(let edit):
    QuestionView.conflict(state, edit).draw(on: &canvas, layout)
  case .confirm(let restore):
    QuestionView.confirmation(state, restore)?.draw(on: &canvas, layout)
  case .help(let list):
    HelpView(list: list, layout: layout).draw(on: &canvas)
  case .suites(let index):
    SuitesView(state: state, layout: layout, index: index).draw(on: &canvas)
  case .message(let message):
    MessageView(message: message, layout: layout).draw(on: &canvas)
  }
}

extension Canvas {
  /// Writes hints such as `Enter edit  Space toggle`: whole ones, the most useful first.
  ///
  /// The way to the help always has its room.
  mutating func writeHints(_ hints: [(key: String, word: String)], row: Int) {
    func width(_ hint: (key: String, word: String)) -> Int {
      SafeText(hint.key).width + 1 + SafeText(hint.word).width
    }
    let help = hints.first { $0.word == "help" }
    var room = size.columns - 2 - (help.map { width($0) + 2 } ?? 0)
    var column = 1
    for hint in hints {
      if hint.word != help?.word {
        guard width(hint) <= room else { continue }
        room -= width(hint) + 2
      }
      column = write(SafeText(hint.key), row: row, column: column, role: .keyName)
      column = write(SafeText(hint.word), row: row, column: column + 1) + 2
    }
  }
}
