import DefaultsSchema
import Terminal

extension EditorState {
  /// Performs a command that every mode has.
  ///
  /// The help keeps the mode below it, with all its state, and returns to that mode when it closes.
  mutating func perform(_ command: GlobalCommand) -> [Effect] {
    switch command {
    case .help:
      if case .help(let list) = mode {
        mode = list.previous
      } else {
        notice = nil
        mode = .help(HelpList(groups: controlHelp + bindings.help(of: keyMode), previous: mode))
      }
      return []
    case .redraw: return [.reload]
    case .suspend: return [.suspend]
    }
  }

  /// The key presses that only the open control knows.
  private var controlHelp: [HelpGroup] {
    guard case .edit(let edit) = mode, !edit.control.hints.isEmpty else { return [] }
    let rows = edit.control.hints.map { HelpGroup.Row(keys: $0.key, help: $0.word) }
    return [HelpGroup(title: edit.entry.title, rows: rows)]
  }

  /// Scrolls the help; every key press that does not move closes it.
  mutating func perform(_ action: KeyAction?, in list: HelpList) -> [Effect] {
    guard let command = action.flatMap(MoveCommand.init) else {
      mode = list.previous
      return []
    }
    var list = list
    let view = HelpView(list: list, layout: Layout(state: self))
    let page = max(1, view.room.rows - 1)
    let bottom = max(0, view.lines.count - view.room.rows)
    list.top = max(0, min(list.top + command.distance(page: page, count: bottom), bottom))
    mode = .help(list)
    return []
  }
}
