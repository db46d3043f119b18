import DefaultsSchema
import Terminal

/// The help: the key bindings of the screen below it, of which typing shows those that match.
///
/// The lines are headings, actions and marks. The selection starts on none of them, so that a user who
/// closes the help at once performs nothing.
struct HelpScreen {
  /// A line of the help.
  enum Line: Hashable, Sendable {
    case heading(String)
    case action(HelpGroup.Row)
    case mark(Mark)

    /// Whether the line can be selected.
    var isAction: Bool { if case .action = self { true } else { false } }
  }

  /// The key bindings of the screen below.
  let groups: [HelpGroup]
  /// Whether the marks of the list are explained.
  let hasMarks: Bool
  /// The searched text.
  private(set) var buffer: TextBuffer = TextBuffer(line: "")
  /// Whether the searched text gets the key presses.
  private(set) var isSearching: Bool = false
  /// The lines that match.
  private(set) var lines: [Line] = []
  /// The index of the selected line; nil for none.
  private(set) var selectedLine: Int?
  private(set) var scroll: Scroll = Scroll()

  /// Creates the help of the top screen.
  init(of state: EditorState) {
    groups = Self.groups(of: state)
    hasMarks = state.isInList
    lines = allLines("")
  }

  /// The key presses that only the open control knows, and those of the mode.
  private static func groups(of state: EditorState) -> [HelpGroup] {
    let groups = state.bindings.help(of: state.keyMode)
    guard let edit = state.topScreen(EditScreen.self)?.edit, !edit.control.hints.isEmpty else {
      return groups
    }
    let rows = edit.control.hints.map { HelpGroup.Row(keys: $0.key, help: $0.word) }
    return [HelpGroup(title: edit.entry.title, rows: rows)] + groups
  }

  /// The selected action; nil for none.
  var selected: HelpGroup.Row? {
    guard let selectedLine, case .action(let row) = lines[selectedLine] else { return nil }
    return row
  }

  /// Returns the lines in which all words of a text occur, below their headings.
  private func allLines(_ text: String) -> [Line] {
    let words = text.split(separator: " ").map { SearchWord($0, isCaseSensitive: false) }
    func matches(_ texts: [String]) -> Bool {
      words.allSatisfy { word in texts.contains { word.occurs(in: $0) } }
    }
    var lines: [Line] = []
    for group in groups {
      let rows = group.rows.filter { matches([$0.keys, $0.help, group.title]) }
      if !rows.isEmpty { lines.append(.heading(group.title)) }
      lines += rows.map { .action($0) }
    }
    let marks = hasMarks ? Mark.allCases.filter { matches(["\($0.glyph)", $0.word, "Marks"]) } : []
    return lines + (marks.isEmpty ? [] : [.heading("Marks")]) + marks.map { .mark($0) }
  }

  /// Changes the searched text, and selects the first action that matches.
  mutating func edit(_ change: (inout TextBuffer) -> Void) {
    change(&buffer)
    lines = allLines(buffer.text)
    selectedLine = buffer.isEmpty ? nil : lines.firstIndex(where: \.isAction)
    scroll = Scroll()
  }

  /// Moves the selection by lines or pages, from an action to the next one.
  mutating func move(_ command: MoveCommand, page: Int) {
    guard !lines.isEmpty else { return }
    let distance = command.distance(page: page, count: lines.count)
    let start = selectedLine ?? (distance > 0 ? -1 : 0)
    var target = max(0, min(lines.count - 1, start + distance))
    // Skip headings in the direction of the movement; the first line is one.
    let step = distance < 0 && target > 0 ? -1 : 1
    while case .heading = lines[target], lines.indices.contains(target + step) { target += step }
    selectedLine = target
  }

  /// Selects a line that was clicked, if it is an action.
  mutating func select(line: Int) {
    if lines.indices.contains(line), lines[line].isAction { selectedLine = line }
  }

  /// Returns the visible lines.
  func visible(rows: Int) -> Range<Int> {
    // The heading above the first action stays visible.
    let line = selectedLine == 1 ? 0 : selectedLine
    return scroll.visible(containing: line, of: lines.count, rows: rows)
  }

  /// Scrolls so that the selected line is visible.
  mutating func show(rows: Int) {
    scroll.show(selectedLine == 1 ? 0 : selectedLine, of: lines.count, rows: rows)
  }
}

extension HelpScreen: NarrowingScreen {
  var keyMode: KeyMode { isSearching ? .helpSearch : .help }
  var panel: Panel.Form? { .sheet }
  var allowsNewSchema: Bool { true }

  func mustWait(for action: KeyAction?, isClick: Bool) -> Bool { isClick }

  /// Unless a text is being searched, every key press without an action here closes the help.
  mutating func handle(
    _ press: KeyPress,
    _ action: KeyAction?,
    in state: EditorState
  ) -> ScreenOutcome {
    let page = page(in: state)
    if isSearching, perform(press, action, page: page) { return .stay }
    if let command = action.flatMap(MoveCommand.init) {
      move(command, page: page)
    } else if action == KeyAction(ChoiceCommand.clearSearch) {
      isSearching = false
    } else if let command = action.flatMap(HelpCommand.init) {
      switch command {
      case .search: isSearching = true
      case .run: return choose(in: state)
      }
    } else if !isSearching || action == KeyAction(FinishCommand.close) {
      return .close
    }
    return .stay
  }

  /// Closes the help, and handles the first key press of the selected action in the screen below it.
  func choose(in state: EditorState) -> ScreenOutcome {
    guard let row = selected else { return .close }
    return .close { state in
      if let press = row.press { return state.handle(.key(press)) }
      state.refuse("\(row.keys) is typed.")
      return []
    }
  }

  func visibleRows(in state: EditorState) -> Int { HelpView.room(Layout(state: state)).rows }

  func line(at event: MouseEvent, in state: EditorState) -> Int? {
    HelpView(list: self, layout: Layout(state: state)).line(at: event)
  }

  /// Inserts pasted text into the searched text.
  mutating func paste(_ text: String, in state: EditorState) -> ScreenOutcome {
    isSearching = true
    edit { $0.paste(text) }
    return .stay
  }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
    HelpView(list: self, layout: layout).draw(state, on: &canvas)
  }
}

extension EditorState {
  /// Shows the present key bindings in the help, unless it is being searched.
  mutating func refreshHelp() {
    guard let help = topScreen(HelpScreen.self), help.buffer.isEmpty else { return }
    screens.removeLast()
    push(HelpScreen(of: self))
  }
}
