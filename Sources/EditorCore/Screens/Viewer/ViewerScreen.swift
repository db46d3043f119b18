import DefaultsCore
import DefaultsSchema
import Terminal

/// The page of a key: its value, its description and limits, its layers, and its last changes.
///
/// The command `view` opens it, `layers` and `history` open it at their section, and `edit` opens it where
/// editing is not allowed. ``refresh(_:columns:rows:)`` makes the lines when they are outdated; they are kept
/// between events. The history is read when its heading comes onto the screen.
struct ViewerScreen {
  /// The key.
  let key: Defaults.KeyName
  /// The lines as they are shown.
  private(set) var outline: Outline = Outline()
  /// The selected line and the scroll position.
  var cursor: ListCursor = ListCursor()
  /// The recorded changes of the key.
  var history: KeyHistory = .unread
  /// The section to select when its lines are made; nil for none.
  private var target: Outline.Section?
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
    var isSecretShown: Bool
    var toggled: Set<Outline.Path>
    var columns: Int
  }

  /// Returns the lines with every part unfolded, in which the user searches.
  func unfolded(_ state: EditorState) -> Outline {
    guard let item = state.document.item(key), let source else { return outline }
    return Outline(item, history, in: state, toggled: nil, columns: source.columns)
  }

  /// Selects a line of the unfolded page, and unfolds the parts around it.
  mutating func select(unfoldedLine index: Int, in state: EditorState) {
    let lines = unfolded(state).lines
    guard lines.indices.contains(index) else { return }
    let path = lines[index].path
    // A text has several lines, all with its path.
    let place = lines[..<index].count { $0.path == path }
    for length in (path ?? []).indices.map({ $0 + 1 }) {
      guard let part = path?.prefix(length), length < path?.count ?? 0 || place > 0,
        let start = outline.index(of: Array(part)), outline.lines[start].isFolded == true
      else { continue }
      toggled.formSymmetricDifference([Array(part)])
      refresh(state)
    }
    let same = outline.lines.indices.filter { outline.lines[$0].path == path }
    if same.indices.contains(place) { cursor.select(same[place]) }
  }

  /// Opens the page of a key at a section.
  init(_ key: Defaults.KeyName, at section: Outline.Section) {
    self.key = key
    target = section == .value ? nil : section
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
        isSecretShown: state.suite.shownSecret == key,
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
    if let target { go(to: target, rows: rows) }
    cursor.show(rows: rows)
  }

  /// Selects the first line of a section, with its heading as far up as possible.
  private mutating func go(to section: Outline.Section, rows: Int) {
    let isReady: Bool =
      switch history {
      case .unread, .loading: section != .history
      case .entries, .failed: true
      }
    if isReady { target = nil }
    guard let heading = outline.index(of: section), let start = outline.start(of: section) else {
      return
    }
    for line in [outline.lines.count - 1, heading, start] {
      cursor.select(line)
      cursor.show(rows: rows)
    }
  }

  /// Whether the heading of the history is on the screen and the history has not been read.
  var needsHistory: Bool {
    guard case .unread = history, let heading = outline.index(of: .history) else { return false }
    return cursor.visible(rows: cursor.rows).contains(heading)
  }

  /// Selects the section after or before the one of the selected line.
  private mutating func moveSection(by distance: Int) {
    let line = cursor.selected ?? 0
    let sections = Outline.Section.allCases
    let present = sections.lastIndex { outline.index(of: $0).map { $0 <= line } ?? false } ?? 0
    target = sections[max(0, min(sections.count - 1, present + distance))]
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
}

extension ViewerScreen: ListedScreen {
  var keyMode: KeyMode { .viewer }
  var panel: Panel.Form? { .sheet }
  var allowsNewSchema: Bool { true }

  func mustWait(for action: KeyAction?, isClick: Bool) -> Bool {
    let changing: [ViewerCommand] = [.choose, .edit, .unset]
    return isClick || changing.contains { action == KeyAction($0) }
  }

  /// The word for Enter depends on the selected line.
  var hintWords: [KeyAction: String] {
    let word: String? =
      switch line?.topic {
      case .layer(let row): row.scope != nil ? "edit" : nil
      case .change: "restore"
      case .section, nil: nil
      }
    return word.map { [KeyAction(ViewerCommand.choose): $0] } ?? [:]
  }

  mutating func handle(_ input: KeyInput, in state: EditorState) -> ScreenOutcome {
    guard let action = input.action, !move(action) else { return .stay }
    if FinishCommand(action) == .close { return .close }
    if SecretCommand(action) == .showSecret {
      return .perform { [key] in
        if let item = $0.document.item(key) { $0.showSecret(of: item) }
      }
    }
    switch ViewerCommand(action) {
    case .choose: return choose(in: state)
    case .toggleFold: setFolded(nil)
    case .unfold: setFolded(false)
    case .fold: setFolded(true)
    case .copy: return copy(in: state)
    case .copyPath:
      guard let path = layer?.location else {
        return .refuse("Select a layer that has a file.")
      }
      return .perform { $0.copy(path) }
    case .edit: return change(in: state) { $0.edit(in: $1) }
    case .unset: return change(in: state) { $0.reset(in: $1) }
    case .nextSection: moveSection(by: 1)
    case .previousSection: moveSection(by: -1)
    case .layers: target = .layers
    case .history: target = .history
    case .allChanges: return .perform { $0.openHistory() }
    case .search: return .perform { [self] in $0.searchLines(of: self) }
    case nil: break
    }
    return .stay
  }

  func linesRect(in state: EditorState) -> Rect {
    ViewerView(viewer: self, layout: Layout(state: state)).panel.inside
  }

  /// The layer of the selected line; nil for other lines and for the members of a value.
  private var layer: LayerRow? {
    guard case .layer(let row)? = line?.topic, line?.path?.count ?? 1 == 1 else { return nil }
    return row
  }

  /// Edits the selected layer, goes back to before the selected change, or folds or unfolds the value.
  mutating func choose(in state: EditorState) -> ScreenOutcome {
    if layer?.scope != nil { return change(in: state) { $0.edit(in: $1) } }
    if case .change(let entry, let change)? = line?.topic {
      return state.goBack(toBefore: entry, [change])
    }
    setFolded(nil)
    return .stay
  }

  /// Changes the key after the page has closed; on the line of a layer in its file, for this change only.
  private func change(
    in state: EditorState,
    _ change: @escaping (inout EditorState, WriteScope) -> Void
  ) -> ScreenOutcome {
    guard let scope = layer.map(\.scope) ?? .user else {
      return .refuse("The editor cannot write this layer here.")
    }
    return .close { [key, scope] in if $0.reselect(key) { change(&$0, scope) } }
  }

  /// Copies the value of the selected line, otherwise the value in use: a text as it is, every other value as
  /// JSON.
  private func copy(in state: EditorState) -> ScreenOutcome {
    let value =
      cursor.selected.flatMap(outline.value) ?? outline.index(of: [0]).flatMap(outline.value)
    guard let item = state.document.item(key), let value else {
      return .refuse("There is no value to copy.")
    }
    guard !item.entry.holdsSecret, !value.holdsSecret else {
      return .refuse("\(item.entry.title) is secret: it is not copied.")
    }
    let text = value.text ?? value.taggedJSON.text(indented: true)
    return .perform { $0.copy(text) }
  }

  mutating func refresh(_ state: EditorState) {
    let room = Panel.room(Layout(state: state), .sheet)
    refresh(state, columns: room.columns, rows: room.rows)
  }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
    ViewerView(viewer: self, layout: layout).draw(state, on: &canvas)
  }
}

extension EditorState {
  /// Opens the page of the selected key at a section; `view` unfolds a selected heading instead.
  mutating func openViewer(at section: Outline.Section = .value) {
    if let item = selectedItem {
      show(ViewerScreen(item.key, at: section))
    } else if section == .value, case .section(let group) = suite.selection {
      toggleFold(group)
    } else if section != .value {
      refuse(textWithoutKey)
    }
  }

  /// Reads the recorded changes of a key when its page shows their heading.
  mutating func askForHistory() {
    guard let viewer = topScreen(ViewerScreen.self), viewer.needsHistory else { return }
    change(ViewerScreen.self) { $0.history = .loading }
    send(.readHistory(suiteName: document.suiteName, key: viewer.key))
  }

  /// Adds the recorded changes of a key to its page.
  mutating func setHistory(_ history: KeyHistory, of key: Defaults.KeyName, inSuite name: String) {
    guard name == document.suiteName else { return }
    change(ViewerScreen.self) { if $0.key == key { $0.history = history } }
  }
}
