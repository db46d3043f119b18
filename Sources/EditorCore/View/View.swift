public import Terminal

/// Returns the frame that shows the state.
public func view(_ state: EditorState) -> Frame {
  var frame = Frame(size: state.size)
  let layout = Layout(state: state)
  switch layout.kind {
  case .blank:
    return frame
  case .single:
    if case .message(let message) = state.mode {
      MessageView(message: message, layout: layout).draw(on: &frame)
    } else {
      SingleKeyView(state: state).draw(on: &frame)
    }
    return frame
  case .compact, .stacked, .panes:
    ListView(state: state, layout: layout).draw(on: &frame)
    DetailsView(state: state, layout: layout).draw(on: &frame)
    FrameLines(state: state, layout: layout).draw(on: &frame)
  }
  switch state.mode {
  case .list, .filter:
    break
  case .edit(let edit):
    EditView(layout: EditLayout(state: state, edit: edit)).draw(on: &frame)
  case .conflict(let edit):
    QuestionView.conflict(state, edit).draw(on: &frame, layout)
  case .confirm(let restore):
    QuestionView.confirmation(state, restore)?.draw(on: &frame, layout)
  case .help(let list):
    HelpView(list: list, layout: layout).draw(on: &frame)
  case .suites(let index):
    SuitesView(state: state, layout: layout, index: index).draw(on: &frame)
  case .message(let message):
    MessageView(message: message, layout: layout).draw(on: &frame)
  }
  return frame
}

extension Style {
  static let quiet = Style(dim: true)
  static let strong = Style(bold: true)
  static let heading = Style(color: .cyan, bold: true)
  static let warning = Style(color: .red, bold: true)
  static let news = Style(color: .green)
}

extension Frame {
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
      column = write(SafeText(hint.key), row: row, column: column, style: .strong)
      column = write(SafeText(hint.word), row: row, column: column + 1) + 2
    }
  }

  /// Writes a line in several styles.
  mutating func write(_ line: StyledLine, row: Int, column: Int, columns: Int) {
    var position = column
    for span in line.spans {
      let rest = column + columns - position
      guard rest > 0 else { return }
      position = write(span.text, row: row, column: position, columns: rest, style: span.style)
    }
  }
}
