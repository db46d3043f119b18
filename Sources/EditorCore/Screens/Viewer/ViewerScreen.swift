import Defaults
import DefaultsSchema
import Terminal

/// The viewer of a key: everything about it that can be read, without editing it.
///
/// It is the answer to `view`, and to `edit` where editing is not allowed.
///
/// The lines are made by ``refresh(_:columns:)`` when they are outdated, and kept between events.
struct ViewerScreen {
  /// The key.
  let key: Defaults.KeyName
  /// The lines as they are shown.
  private(set) var outline: Outline = Outline()
  /// The index of the selected line; at first that of the value, below its heading.
  var selected: Int = 1
  private(set) var scroll: Scroll = Scroll()
  /// The recorded changes of the key.
  var history: KeyHistory = .loading
  /// The values whose folding is not the one at first.
  private var toggled: Set<Outline.Path> = []
  /// What the lines were made from.
  private var source: Source?

  /// Everything on which the lines depend.
  private struct Source: Hashable {
    var entry: Entry
    var layers: KeyLayers
    var rejection: Defaults.Rejection?
    var marks: [Mark]
    var history: KeyHistory
    var toggled: Set<Outline.Path>
    var columns: Int
  }

  /// Opens a viewer on a key.
  init(_ key: Defaults.KeyName) {
    self.key = key
  }

  /// Makes the lines again if the key, its changes, the folding or the width are not those of before.
  mutating func refresh(_ state: EditorState, columns: Int, rows: Int) {
    if let item = state.document.item(key) {
      let source = Source(
        entry: item.entry,
        layers: item.layers,
        rejection: item.rejection,
        marks: state.marks(of: item),
        history: history,
        toggled: toggled,
        columns: columns
      )
      if source != self.source {
        self.source = source
        outline = Outline(item, history, in: state, toggled: toggled, columns: columns)
      }
    }
    selected = max(0, min(selected, outline.lines.count - 1))
    scroll.show(selected, of: outline.lines.count, rows: rows)
  }

  /// Returns the indices of the visible lines.
  func visible(rows: Int) -> Range<Int> {
    scroll.visible(containing: selected, of: outline.lines.count, rows: rows)
  }

  /// The selected line; nil if there is none.
  var line: Outline.Line? {
    outline.lines.indices.contains(selected) ? outline.lines[selected] : nil
  }

  /// Folds or unfolds the value of the selected line; `isFolded` is what it is to be, nil for the other.
  ///
  /// A value without lines of its own that is to be folded selects the value around it.
  mutating func setFolded(_ isFolded: Bool?) {
    guard let path = line?.path, let start = outline.index(of: path) else { return }
    let present = outline.lines[start].isFolded
    if let present, isFolded != present {
      toggled.formSymmetricDifference([path])
      selected = start
    } else if isFolded == true, path.count > 1, let outer = outline.index(of: path.dropLast()) {
      selected = outer
    }
  }

  /// The value that copying takes: that of the selected line, otherwise the value in use.
  var copiedValue: Defaults.StoredValue? {
    outline.value(at: selected) ?? outline.index(of: [0]).flatMap(outline.value)
  }
}

extension ViewerScreen: Screen {
  var keyMode: KeyMode { .viewer }
  var panel: Panel.Form? { .wide }
  var allowsNewSchema: Bool { true }

  func mustWait(for action: KeyAction?, isClick: Bool) -> Bool {
    isClick || action == KeyAction(ViewerCommand.edit)
  }

  mutating func handle(
    _ press: KeyPress,
    _ action: KeyAction?,
    in state: EditorState
  ) -> ScreenOutcome {
    guard let action else { return .stay }
    if let command = MoveCommand(action) {
      let page = Panel.room(Layout(state: state), .wide).rows
      move(by: command.distance(page: max(1, page - 1), count: outline.lines.count))
      return .stay
    }
    if FinishCommand(action) == .close { return .close }
    switch ViewerCommand(action) {
    case .toggleFold: setFolded(nil)
    case .unfold: setFolded(false)
    case .fold: setFolded(true)
    case .copy: return copy(in: state)
    case .edit: return .close { [key] in $0.reselect(key) ? $0.edit() : [] }
    case nil: break
    }
    return .stay
  }

  /// Selects the clicked line, folds at the second click, and moves with the wheel.
  mutating func handle(_ event: MouseEvent, in state: EditorState) -> ScreenOutcome {
    switch event.action {
    case .wheelUp: move(by: -1)
    case .wheelDown: move(by: 1)
    case .press, .doubleClick:
      let inside = ViewerView(viewer: self, layout: Layout(state: state)).panel.inside
      guard inside.contains(row: event.row, column: event.column) else { return .stay }
      let visible = visible(rows: inside.size.rows)
      guard event.row - inside.row < visible.count else { return .stay }
      selected = visible.lowerBound + event.row - inside.row
      if event.action == .doubleClick { setFolded(nil) }
    }
    return .stay
  }

  private mutating func move(by distance: Int) {
    selected = max(0, min(outline.lines.count - 1, selected + distance))
  }

  /// Copies the value of the selected line: a text as it is, every other value as JSON.
  private func copy(in state: EditorState) -> ScreenOutcome {
    guard let item = state.document.item(key), let value = copiedValue else {
      return .refuse("There is no value to copy.")
    }
    guard !item.entry.holdsSecret else {
      return .refuse("\(item.entry.title) is secret: it is not copied.")
    }
    let text =
      if case .string(let text) = value { text } else { value.taggedJSON.text(indented: true) }
    return .perform { $0.copy(text) }
  }

  mutating func refresh(_ state: EditorState) {
    let room = Panel.room(Layout(state: state), .wide)
    refresh(state, columns: room.columns, rows: room.rows)
  }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
    ViewerView(viewer: self, layout: layout).draw(state, on: &canvas)
  }
}

extension EditorState {
  /// Opens the viewer of the selected key, or unfolds the selected section.
  mutating func openViewer() -> [Effect] {
    guard let item = selectedItem else {
      if case .section(let section) = suite.selection { toggleFold(section) }
      return []
    }
    show(ViewerScreen(item.key))
    return [.readHistory(suiteName: document.suiteName, key: item.key)]
  }

  /// Adds the recorded changes of a key to its viewer.
  mutating func setHistory(
    _ history: KeyHistory,
    of key: Defaults.KeyName,
    inSuite name: String
  ) {
    guard name == document.suiteName else { return }
    change(ViewerScreen.self) { if $0.key == key { $0.history = history } }
  }
}
