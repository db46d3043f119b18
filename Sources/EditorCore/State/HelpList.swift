import Terminal

/// The help screen: the key bindings of a mode, of which typing shows those that match.
///
/// The lines are headings, actions and marks. The selection starts on none of them, so that a user who
/// closes the help at once performs nothing.
struct HelpList: NarrowingList, Sendable {
  /// A line of the help.
  enum Line: Hashable, Sendable {
    case heading(String)
    case action(HelpGroup.Row)
    case mark(Mark)

    /// Whether the line can be selected.
    var isAction: Bool { if case .action = self { true } else { false } }
  }

  /// The key bindings of the mode below the help.
  let groups: [HelpGroup]
  /// Whether the marks of the list are explained.
  let hasMarks: Bool
  /// The mode to return to.
  var previous: Mode
  /// The searched text.
  private(set) var buffer: LineBuffer = LineBuffer()
  /// Whether the searched text gets the key presses.
  private(set) var isSearching: Bool = false
  /// The lines that match.
  private(set) var lines: [Line] = []
  /// The index of the selected line; nil for none.
  private(set) var selectedLine: Int?
  private(set) var scroll: Scroll = Scroll()

  /// Creates the help of a mode.
  init(groups: [HelpGroup], previous: Mode, hasMarks: Bool = false) {
    self.groups = groups
    self.hasMarks = hasMarks
    self.previous = previous
    lines = allLines("")
  }

  /// The selected action; nil for none.
  var selected: HelpGroup.Row? {
    guard let selectedLine, case .action(let row) = lines[selectedLine] else { return nil }
    return row
  }

  /// Returns the lines in which all words of a text occur, below their headings.
  private func allLines(_ text: String) -> [Line] {
    let words = text.lowercased().split(separator: " ")
    func matches(_ texts: [String]) -> Bool {
      let texts = texts.map { $0.lowercased() }
      return words.allSatisfy { word in texts.contains { $0.contains(word) } }
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

  /// Begins the search, or returns to the list of actions with what was found.
  mutating func setSearching(_ isSearching: Bool) {
    self.isSearching = isSearching
  }

  /// Changes the searched text, and selects the first action that matches.
  mutating func edit(_ change: (inout LineBuffer) -> Void) {
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
