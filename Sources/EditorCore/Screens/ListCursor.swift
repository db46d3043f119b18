import Terminal

/// The cursor of a list: how many lines there are, which one is selected, and which are visible.
///
/// Tables, menus, searches and the controls that show a list have one each, so the keys, the mouse and
/// the scrolling are the same in all of them. ``show(rows:)`` is called after each event; drawing and
/// mouse events use ``visible(rows:)``, which changes nothing, so both agree on the visible lines.
struct ListCursor: Hashable, Sendable {
  /// The number of lines.
  private(set) var count: Int = 0
  /// The lines that cannot be selected, because they are the titles of those below them.
  private var headings: Set<Int> = []
  /// The index of the selected line; nil for none.
  private(set) var selected: Int?
  /// The number of lines above the first visible one.
  private var top = 0
  /// The number of visible lines at the last call of ``show(rows:)``.
  private(set) var rows: Int = 10

  /// What a mouse event was for a list.
  enum Click: Hashable {
    /// It was on no line that can be selected.
    case ignored
    /// It was the wheel, which has moved the selection.
    case moved
    /// A line was selected.
    case selected
    /// A line was clicked for the second time.
    case chosen
  }

  /// Replaces the lines, and selects the one with an index, or the nearest that exists; nil for none.
  mutating func select(_ line: Int?, of count: Int, headings: Set<Int> = []) {
    self.count = count
    self.headings = headings
    selected = count == 0 ? nil : line.map { max(0, min(count - 1, $0)) }
  }

  /// Selects an existing line after lines were removed.
  mutating func limit(to count: Int) {
    select(selected ?? 0, of: count)
  }

  /// Selects a line; does nothing if there is none that can be selected.
  mutating func select(_ line: Int) {
    if (0..<count).contains(line), !headings.contains(line) { selected = line }
  }

  /// Moves the selection; a page that has all lines leads to the first or the last one.
  mutating func move(_ command: MoveCommand) {
    guard count > 0 else { return }
    let page = rows < count ? max(1, rows - 1) : count
    let distance = command.distance(page: page, count: count)
    // Without a selection, a page down leads to the lines below the visible ones.
    let start = selected ?? (distance < 0 ? 0 : command == .pageDown ? rows - 1 : -1)
    var line = max(0, min(count - 1, start + distance))
    // Skip headings in the direction of the movement; the first line can be one.
    let step = distance < 0 && line > 0 ? -1 : 1
    while headings.contains(line), (0..<count).contains(line + step) { line += step }
    selected = line
  }

  /// Selects the clicked line, and moves with the wheel; `rect` has the visible lines.
  mutating func handle(_ event: MouseEvent, in rect: Rect) -> Click {
    switch event.action {
    case .wheelUp: move(.previous)
    case .wheelDown: move(.next)
    case .press, .doubleClick:
      guard let line = line(at: event, in: rect), !headings.contains(line) else { return .ignored }
      selected = line
      return event.action == .doubleClick ? .chosen : .selected
    }
    return .moved
  }

  /// Returns the line at the position of a mouse event; nil for none.
  func line(at event: MouseEvent, in rect: Rect) -> Int? {
    guard rect.contains(row: event.row, column: event.column) else { return nil }
    let visible = visible(rows: rect.size.rows)
    let line = visible.lowerBound + event.row - rect.row
    return visible.contains(line) ? line : nil
  }

  /// Returns the lines that are visible in a number of rows.
  ///
  /// They are moved as little as possible so that the selected line, or a heading in the first line
  /// above it, is among them.
  func visible(rows: Int) -> Range<Int> {
    let rows = max(1, min(rows, count))
    var top = top
    if let line = selected == 1 && headings.contains(0) ? 0 : selected {
      if line < top { top = line }
      if line >= top + rows { top = line - rows + 1 }
    }
    top = max(0, min(top, count - rows))
    return top..<min(count, top + rows)
  }

  /// Scrolls so that the selected line is visible.
  mutating func show(rows: Int) {
    self.rows = rows
    top = visible(rows: rows).lowerBound
  }
}

extension RandomAccessCollection where Index == Int {
  /// The selected element; nil for none.
  subscript(cursor: ListCursor) -> Element? {
    cursor.selected.flatMap { indices.contains($0) ? self[$0] : nil }
  }
}

extension Range<Int> {
  /// Returns the numbers of visible lines, counted from 1: `1–20 of 300`.
  func position(of count: Int) -> String { "\(lowerBound + 1)–\(upperBound) of \(count)" }
}
