import DefaultsSchema
import Terminal

/// The help: the key bindings of the screen below it, which the user can search.
///
/// What everybody needs comes first, and fits on a screen of 80 x 24. No line is selected at first, so that Enter closes the
/// help without performing an action.
struct HelpScreen {
  /// A line of the help.
  struct Line: Hashable, Sendable {
    /// The title of the group that the line belongs to.
    let group: String
    let content: Content

    /// What a line explains.
    enum Content: Hashable, Sendable {
      case action(HelpGroup.Row)
      case mark(Mark)
    }

    /// The action; nil for a mark.
    var action: HelpGroup.Row? { if case .action(let row) = content { row } else { nil } }
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
  /// The selected line and the scroll position.
  var cursor: ListCursor = ListCursor()

  /// Creates the help of the top screen.
  init(of state: EditorState) {
    groups = Self.groups(of: state)
    hasMarks = state.isInList
    show("", selectingAction: false)
  }

  /// Returns the hints of the open control, and the key presses of the mode.
  private static func groups(of state: EditorState) -> [HelpGroup] {
    // Of a question, there are no other answers than those that are offered, and nothing can be written if the
    // session is read-only.
    let isLimited = state.screen is any QuestionScreen || state.session.isReadOnly
    let groups = state.bindings.help(of: state.keyMode, in: isLimited ? state.keyContext : nil)
    guard let edit = state.topScreen(EditScreen.self)?.edit, !edit.control.hints.isEmpty else {
      return groups
    }
    let rows = edit.control.hints.map { HelpGroup.Row(keys: $0.key, help: $0.word) }
    return [HelpGroup(title: edit.entry.title, rows: rows)] + groups
  }

  /// The selected action; nil for none.
  var selected: HelpGroup.Row? { lines[cursor]?.action }

  /// Returns the lines in which all words of a text occur.
  private func allLines(_ text: String) -> [Line] {
    let words = text.split(separator: " ").map { SearchWord($0, isCaseSensitive: false) }
    func matches(_ texts: [String]) -> Bool {
      words.allSatisfy { word in texts.contains { word.occurs(in: $0) } }
    }
    let actions = groups.flatMap { group in
      group.rows.filter { matches([$0.keys, $0.help, group.title]) }
        .map { Line(group: group.title, content: .action($0)) }
    }
    let marks = hasMarks ? Mark.allCases.filter { matches(["\($0.glyph)", $0.word, "Marks"]) } : []
    return actions + marks.map { Line(group: "Marks", content: .mark($0)) }
  }

  /// Changes the searched text, and selects the first action that matches.
  mutating func edit(_ change: (inout TextBuffer) -> Void) {
    let text = buffer.text
    change(&buffer)
    if buffer.text != text { show(buffer.text, selectingAction: !buffer.isEmpty) }
  }

  /// Shows the lines that match a text from the first, and selects the first action or nothing.
  private mutating func show(_ text: String, selectingAction: Bool) {
    lines = allLines(text)
    let first = selectingAction ? lines.firstIndex { $0.action != nil } : nil
    cursor = ListCursor()
    cursor.select(first, of: lines.count)
  }
}

extension HelpScreen: NarrowingScreen {
  var keyMode: KeyMode { isSearching ? .helpSearch : .help }
  var panel: Panel.Form? { .sheet }
  var allowsNewSchema: Bool { true }

  func mustWait(for action: KeyAction?, isClick: Bool) -> Bool { isClick }

  func uses(_ press: KeyPress) -> Bool { !press.modifiers.contains(.alt) }

  /// Unless the user is searching, a letter or digit without an action begins a search, and another key press
  /// closes the help.
  mutating func handle(_ input: KeyInput, in state: EditorState) -> ScreenOutcome {
    let action = input.action
    if action == nil, input.press.typed?.isLetterOrDigit == true { isSearching = true }
    if isSearching, perform(input) { return .stay }
    if let command = action.flatMap(MoveCommand.init) {
      cursor.move(command)
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
      state.refuse("Type \(row.keys) here.")
    }
  }

  func linesRect(in state: EditorState) -> Rect {
    HelpView(list: self, layout: Layout(state: state)).body
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
  /// Opens the help again with the present key bindings, unless a search text is entered.
  mutating func refreshHelp() {
    guard let help = topScreen(HelpScreen.self), help.buffer.isEmpty else { return }
    screens.removeLast()
    push(HelpScreen(of: self))
  }
}
