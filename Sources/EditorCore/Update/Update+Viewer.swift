import Defaults
import DefaultsSchema
import Terminal

// The viewer shows a key without editing it. It is the answer to `view`, and to `edit` where editing is
// not allowed.
extension EditorState {
  /// Opens the viewer of the selected key, or unfolds the selected section.
  mutating func openViewer() -> [Effect] {
    guard let item = selectedItem else {
      if case .section(let section) = selection { toggleFold(section) }
      return []
    }
    mode = .viewer(OpenViewer(item.key))
    return [.readHistory(suiteName: document.suiteName, key: item.key)]
  }

  /// Makes the lines of an open viewer again if they are outdated.
  mutating func refreshViewer() {
    guard case .viewer(var viewer) = mode else { return }
    let room = Panel.room(Layout(state: self), .wide)
    viewer.refresh(self, columns: room.columns, rows: room.rows)
    mode = .viewer(viewer)
  }

  /// Adds the recorded changes of a key to its viewer.
  mutating func setHistory(
    _ history: KeyHistory,
    of key: Defaults.KeyName,
    inSuite name: String
  ) {
    guard name == document.suiteName, case .viewer(var viewer) = modeBelowHelp, viewer.key == key
    else { return }
    viewer.history = history
    modeBelowHelp = .viewer(viewer)
  }

  /// Performs the action of a key press in the viewer.
  mutating func perform(_ action: KeyAction?, in viewer: OpenViewer) -> [Effect] {
    guard let action else { return [] }
    notice = nil
    var viewer = viewer
    if let command = MoveCommand(action) {
      let page = Panel.room(Layout(state: self), .wide).rows
      let count = viewer.outline.lines.count
      let target = viewer.selected + command.distance(page: max(1, page - 1), count: count)
      viewer.selected = max(0, min(count - 1, target))
      mode = .viewer(viewer)
      return []
    }
    if FinishCommand(action) == .close {
      mode = .list
      return []
    }
    switch ViewerCommand(action) {
    case .toggleFold: viewer.setFolded(nil)
    case .unfold: viewer.setFolded(false)
    case .fold: viewer.setFolded(true)
    case .copy: return copy(viewer)
    case .edit:
      mode = .list
      return reselect(viewer.key) ? edit() : []
    case nil: break
    }
    mode = .viewer(viewer)
    return []
  }

  /// Selects the clicked line, folds at the second click, and scrolls with the wheel.
  mutating func handle(_ event: MouseEvent, in viewer: OpenViewer) -> [Effect] {
    switch event.action {
    case .wheelUp: return perform(KeyAction(MoveCommand.previous), in: viewer)
    case .wheelDown: return perform(KeyAction(MoveCommand.next), in: viewer)
    case .press, .doubleClick:
      let inside = ViewerView(viewer: viewer, layout: Layout(state: self)).panel.inside
      guard inside.contains(row: event.row, column: event.column) else { return [] }
      let visible = viewer.visible(rows: inside.size.rows)
      guard event.row - inside.row < visible.count else { return [] }
      var viewer = viewer
      viewer.selected = visible.lowerBound + event.row - inside.row
      if event.action == .doubleClick { viewer.setFolded(nil) }
      mode = .viewer(viewer)
      return []
    }
  }

  /// Copies the value of the selected line: a text as it is, every other value as JSON.
  private mutating func copy(_ viewer: OpenViewer) -> [Effect] {
    guard let item = document.item(viewer.key), let value = viewer.copiedValue else {
      refuse("There is no value to copy.")
      return []
    }
    guard !item.entry.holdsSecret else {
      refuse("\(item.entry.title) is secret: it is not copied.")
      return []
    }
    let text =
      if case .string(let text) = value { text } else { value.taggedJSON.text(indented: true) }
    return copy(text)
  }
}
