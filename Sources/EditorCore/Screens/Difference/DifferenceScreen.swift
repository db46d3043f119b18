import DefaultsCore
import DefaultsSchema
import Terminal

/// The difference between the stored value and the input of the edit below this screen.
struct DifferenceScreen: Screen {
  /// The title of the key, and its name.
  let title: String
  let key: String
  /// The difference, computed when it was opened.
  let difference: LineDifference
  /// The number of lines above the first visible one.
  private(set) var top: Int = 0

  init(_ edit: OpenEdit, storedText: String) {
    title = edit.entry.title
    key = edit.key.string
    difference = LineDifference(from: storedText, to: edit.control.editedText.text)
  }

  var keyMode: KeyMode { .difference }
  var panel: Panel.Form? { .sheet }

  mutating func handle(_ input: KeyInput, in state: EditorState) -> ScreenOutcome {
    guard let action = input.action else { return .stay }
    if let command = MoveCommand(action) {
      scroll(command, in: state)
      return .stay
    }
    switch FinishCommand(action) {
    // The control decides what is saved: in a list, the open item first.
    case .save: return .close { $0.performInEdit(action) }
    case .close: return .close
    case .choose, .goUp, .resetInput, nil: return .stay
    }
  }

  mutating func handle(_ event: MouseEvent, in state: EditorState) -> ScreenOutcome {
    switch event.action {
    case .wheelUp: scroll(.previous, in: state)
    case .wheelDown: scroll(.next, in: state)
    case .press, .doubleClick: break
    }
    return .stay
  }

  private mutating func scroll(_ command: MoveCommand, in state: EditorState) {
    let rows = max(1, Panel.room(Layout(state: state), .sheet).rows)
    let count = difference.lines.count
    let top = top + command.distance(page: max(1, rows - 1), count: count)
    self.top = max(0, min(count - rows, top))
  }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
    let room = Panel.room(layout, .sheet)
    let lines = difference.lines
    // After the screen has grown, the scroll position can be beyond the last page.
    let top = max(0, min(top, lines.count - room.rows))
    let shown = lines.dropFirst(top).prefix(room.rows)
    let panel = Panel(layout, .sheet, Size(columns: room.columns, rows: shown.count))
    let isWhole = lines.count <= room.rows
    let position = isWhole ? "" : "   \(shown.indices.position(of: lines.count))"
    panel.draw(
      title: SafeText("Difference of \(title)"),
      footer: SafeText(key + position),
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
