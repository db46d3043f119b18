import DefaultsSchema
import Terminal

// The help: what the keys of a mode do. It keeps the mode below it, with all its state, and returns to
// that mode when it closes or performs the selected action.
extension EditorState {
  /// Performs a command that every mode has.
  mutating func perform(_ command: GlobalCommand) -> [Effect] {
    switch command {
    case .help:
      if case .help(let list) = mode {
        mode = list.previous
      } else {
        notice = nil
        openHelp()
      }
      return []
    case .redraw: return [.reload]
    case .suspend: return [.suspend]
    }
  }

  /// Opens the help of the mode.
  private mutating func openHelp() {
    let groups = controlHelp + bindings.help(of: keyMode)
    mode = .help(HelpList(groups: groups, previous: mode, hasMarks: isInPanes))
  }

  /// Shows the present key bindings in the help, unless it is being searched.
  mutating func refreshHelp() {
    guard case .help(let list) = mode, list.buffer.isEmpty else { return }
    mode = list.previous
    openHelp()
  }

  /// The key presses that only the open control knows.
  private var controlHelp: [HelpGroup] {
    guard case .edit(let edit) = mode, !edit.control.hints.isEmpty else { return [] }
    let rows = edit.control.hints.map { HelpGroup.Row(keys: $0.key, help: $0.word) }
    return [HelpGroup(title: edit.entry.title, rows: rows)]
  }

  /// Handles a key press in the help.
  ///
  /// Unless a text is being searched, every key press without an action here closes the help.
  mutating func handle(
    _ press: KeyPress,
    _ action: KeyAction?,
    in list: HelpList
  ) -> [Effect] {
    var list = list
    notice = nil
    let page = max(1, helpRows - 1)
    if list.isSearching, list.perform(press, action, page: page) {
      // The text or the selection has changed.
    } else if let command = action.flatMap(MoveCommand.init) {
      list.move(command, page: page)
    } else if action == KeyAction(ChoiceCommand.clearSearch) {
      list.setSearching(false)
    } else if let command = action.flatMap(HelpCommand.init) {
      switch command {
      case .search: list.setSearching(true)
      case .run: return run(list)
      }
    } else if !list.isSearching || action == KeyAction(FinishCommand.close) {
      mode = list.previous
      return []
    }
    mode = .help(list)
    return []
  }

  /// Closes the help and handles the first key press of the selected action in the mode below it.
  private mutating func run(_ list: HelpList) -> [Effect] {
    mode = list.previous
    guard let row = list.selected else { return [] }
    guard let press = row.press else {
      refuse("\(row.keys) is typed.")
      return []
    }
    return handle(.key(press))
  }

  /// Selects the clicked action, performs it at the second click, and moves with the wheel.
  mutating func handle(_ event: MouseEvent, in list: HelpList) -> [Effect] {
    var list = list
    switch event.action {
    case .wheelUp: list.move(.previous, page: 1)
    case .wheelDown: list.move(.next, page: 1)
    case .press, .doubleClick:
      let view = HelpView(list: list, layout: Layout(state: self))
      guard let line = view.line(at: event) else { return [] }
      list.select(line: line)
      if event.action == .doubleClick { return run(list) }
    }
    mode = .help(list)
    return []
  }

  /// Inserts pasted text into the searched text of the help.
  mutating func paste(_ text: String, into list: HelpList) {
    var list = list
    list.setSearching(true)
    list.paste(text)
    mode = .help(list)
  }

  /// Scrolls the help to its selected line.
  mutating func scrollHelp() {
    guard case .help(var list) = mode else { return }
    list.show(rows: helpRows)
    mode = .help(list)
  }

  /// The number of lines of the help that fit.
  private var helpRows: Int { HelpView.room(Layout(state: self)).rows }
}
