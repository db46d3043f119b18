import Defaults
import DefaultsSchema
import Terminal

// The layers of a key as a table.
extension EditorState {
  /// Opens the layers of the selected key, with the one in use selected.
  mutating func openLayers() {
    guard let item = selectedItem else { return refuse("No key is selected.") }
    var open = OpenLayers(key: item.key)
    let rows = item.layerRows(file: document.location)
    open.cursor.select(rows.firstIndex(where: \.isUsed) ?? 0, of: rows.count)
    mode = .layers(open)
  }

  private func rows(_ open: OpenLayers) -> [LayerRow] {
    document.item(open.key)?.layerRows(file: document.location) ?? []
  }

  /// Scrolls the layers so that the selected row is visible.
  mutating func refreshLayers() {
    guard case .layers(var open) = mode else { return }
    let count = rows(open).count
    let height = LayersView.table(count, Layout(state: self)).body.size.rows
    open.cursor.limit(to: count)
    open.cursor.show(of: count, rows: height)
    mode = .layers(open)
  }

  /// Performs the action of a key press in the layers.
  mutating func perform(_ action: KeyAction?, in open: OpenLayers) -> [Effect] {
    guard let action else { return [] }
    notice = nil
    var open = open
    let rows = rows(open)
    if let command = MoveCommand(action) {
      let page = LayersView.table(rows.count, Layout(state: self)).body.size.rows
      open.cursor.move(command, count: rows.count, page: page)
      mode = .layers(open)
      return []
    }
    if FinishCommand(action) == .close {
      mode = .list
      return []
    }
    guard let command = LayerCommand(action), rows.indices.contains(open.cursor.selected) else {
      return []
    }
    switch command {
    case .copyPath:
      guard let path = rows[open.cursor.selected].location else {
        refuse("This layer has no file.")
        return []
      }
      return copy(path)
    case .view:
      mode = .list
      return reselect(open.key) ? openViewer() : []
    case .edit, .unset:
      let layer = rows[open.cursor.selected].layer
      guard let scope = scopes.first(where: { $0.layer == layer }) else {
        refuse("The editor cannot write this layer here.")
        return []
      }
      mode = .list
      guard reselect(open.key) else { return [] }
      // For this one change; the file that the user has chosen stays.
      return command == .edit ? edit(in: scope) : reset(in: scope)
    }
  }

  /// Selects the clicked row, and scrolls with the wheel.
  mutating func handle(_ event: MouseEvent, in open: OpenLayers) -> [Effect] {
    switch event.action {
    case .wheelUp: return perform(KeyAction(MoveCommand.previous), in: open)
    case .wheelDown: return perform(KeyAction(MoveCommand.next), in: open)
    case .press, .doubleClick:
      var open = open
      let count = rows(open).count
      let table = LayersView.table(count, Layout(state: self))
      if let row = table.row(at: event.row, column: event.column, open.cursor, count: count) {
        open.cursor.select(row, of: count)
      }
      mode = .layers(open)
      return []
    }
  }
}
