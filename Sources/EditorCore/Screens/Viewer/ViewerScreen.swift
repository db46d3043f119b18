import Defaults
import DefaultsSchema
import Terminal

/// The viewer of a key: everything about it that can be read, without editing it.
///
/// The command `view` opens it, and `edit` where editing is not allowed.
///
/// ``refresh(_:columns:rows:)`` makes the lines when they are outdated; they are kept between events.
struct ViewerScreen {
  /// The key.
  let key: Defaults.KeyName
  /// The lines as they are shown.
  private(set) var outline: Outline = Outline()
  /// The selected line and the scroll position.
  var cursor: ListCursor = ListCursor()
  /// The recorded changes of the key.
  var history: KeyHistory = .loading
  /// The values that the user has folded or unfolded.
  private var toggled: Set<Outline.Path> = []
  /// The source from which the lines were made.
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

  /// Makes the lines again if the key, its changes, the folding or the width have changed.
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
    // At first the value is selected, below its heading.
    cursor.select(cursor.selected ?? 1, of: outline.lines.count)
    cursor.show(rows: rows)
  }

  /// The selected line; nil if there is none.
  var line: Outline.Line? { outline.lines[cursor] }

  /// Folds or unfolds the value of the selected line; nil toggles it.
  ///
  /// Folding a value that is folded, or that is a single line, selects the value around it.
  mutating func setFolded(_ isFolded: Bool?) {
    guard let path = line?.path, let start = outline.index(of: path) else { return }
    let present = outline.lines[start].isFolded
    if let present, isFolded != present {
      toggled.formSymmetricDifference([path])
      cursor.select(start)
    } else if isFolded == true, path.count > 1, let outer = outline.index(of: path.dropLast()) {
      cursor.select(outer)
    }
  }

  /// The value to copy: the value of the selected line, otherwise the value in use.
  var copiedValue: Defaults.StoredValue? {
    cursor.selected.flatMap(outline.value) ?? outline.index(of: [0]).flatMap(outline.value)
  }
}

extension ViewerScreen: ListedScreen {
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
      cursor.move(command)
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

  func linesRect(in state: EditorState) -> Rect {
    ViewerView(viewer: self, layout: Layout(state: state)).panel.inside
  }

  /// Folds or unfolds the value of the selected line.
  mutating func choose(in state: EditorState) -> ScreenOutcome {
    setFolded(nil)
    return .stay
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
