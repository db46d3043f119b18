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
    DifferenceView(open: self, layout: layout).draw(on: &canvas)
  }
}
