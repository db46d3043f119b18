import Defaults
import Terminal

/// The layers of a key: where its value comes from, and the values that are not used.
struct LayersScreen: TableScreen {
  /// The key.
  let key: Defaults.KeyName
  /// The selected row and the scroll position.
  var cursor: ListCursor = ListCursor()
}

extension LayersScreen {
  var keyMode: KeyMode { .layers }

  private func rows(in state: EditorState) -> [LayerRow] {
    state.document.item(key)?.layerRows(file: state.document.location) ?? []
  }

  func rowCount(in state: EditorState) -> Int { rows(in: state).count }

  func table(_ state: EditorState, _ layout: Layout) -> TableView {
    LayersView(state: state, open: self).content
  }

  mutating func perform(_ action: KeyAction, in state: EditorState) -> ScreenOutcome {
    let rows = rows(in: state)
    guard let command = LayerCommand(action), let row = rows[cursor] else { return .stay }
    switch command {
    case .copyPath:
      guard let path = row.location else { return .refuse("This layer has no file.") }
      return .perform { $0.copy(path) }
    case .view:
      return .close { [key] in $0.reselect(key) ? $0.openViewer() : [] }
    case .edit, .unset:
      guard let scope = state.session.scopes.first(where: { $0.layer == row.layer }) else {
        return .refuse("The editor cannot write this layer here.")
      }
      return .close { [key] state in
        guard state.reselect(key) else { return [] }
        // The scope is only for this change; the scope that the user has chosen stays.
        return command == .edit ? state.edit(in: scope) : state.reset(in: scope)
      }
    }
  }
}

extension EditorState {
  /// Opens the layers of the selected key, and selects the layer in use.
  mutating func openLayers() {
    guard let item = selectedItem else { return refuseWithoutKey() }
    var open = LayersScreen(key: item.key)
    let rows = item.layerRows(file: document.location)
    open.cursor.select(rows.firstIndex(where: \.isUsed) ?? 0, of: rows.count)
    show(open)
  }
}

/// One layer of a key, for the table of all layers.
struct LayerRow: Hashable, Sendable {
  /// The layer; nil for the default of the schema.
  let layer: Defaults.Layer?
  /// The value; nil if the layer has none.
  let value: Defaults.StoredValue?
  /// The path of the file, or the name of the variable; nil if the layer has none.
  let location: String?
  /// Whether the value is in use.
  let isUsed: Bool

  /// The word for the layer.
  var word: String { layer?.word ?? "default" }
}

extension Item {
  /// Returns the rows of all layers but `registered`, the highest first, with the default at the end.
  ///
  /// - Parameter file: the path of the file of the user layer; nil if it is not known.
  /// - Returns: at least one row for each of the layers.
  func layerRows(file: String?) -> [LayerRow] {
    var isTaken = false
    var rows: [LayerRow] = []
    func add(_ layer: Defaults.Layer?, _ value: Defaults.StoredValue?, _ location: String?) {
      let isUsable = value != nil && (layer != .user || rejection == nil)
      let isUsed = isUsable && !isTaken
      rows.append(LayerRow(layer: layer, value: value, location: location, isUsed: isUsed))
      isTaken = isTaken || isUsable
    }
    for layer in Defaults.Layer.allCases.sorted() where layer != .registered {
      if layer == .user {
        add(.user, stored, file)
        continue
      }
      let values = layers.others.filter { $0.layer == layer }
      for value in values { add(layer, value.value, value.location) }
      if values.isEmpty { add(layer, nil, nil) }
    }
    add(nil, defaultValue, nil)
    return rows
  }
}
