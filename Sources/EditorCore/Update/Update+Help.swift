import Terminal

extension EditorState {
  mutating func handle(_ press: KeyPress, in list: HelpList) -> [Effect] {
    var list = list
    let view = HelpView(list: list, layout: Layout(state: self))
    let height = view.room.rows
    switch Keymap.picker.command(for: press) {
    case .next: list.top += 1
    case .previous: list.top = max(0, list.top - 1)
    case .pageDown: list.top += max(1, height - 1)
    case .pageUp: list.top = max(0, list.top - max(1, height - 1))
    case .first: list.top = 0
    case .last: list.top = .max
    case .pass(.suspend): return [.suspend]
    case .pass(.redraw): return [.reload]
    case .pass, nil:
      switch list.previous {
      case .list: mode = .list
      case .edit(let edit): mode = .edit(edit)
      }
      return []
    }
    list.top = min(list.top, max(0, view.lines.count - height))
    mode = .help(list)
    return []
  }
}
