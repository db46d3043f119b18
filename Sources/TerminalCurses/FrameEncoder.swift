import Terminal

/// An encoder of frames as the bytes that change a terminal from one to the next.
///
/// Curses is not used for this. It does not set the position again after a character that a terminal may
/// show with another width than the C library's, and in Unicode it erases with more bytes and returns to
/// plain text before each change of attributes. So curses only sets the modes and reads the terminal
/// database.
///
/// Scrolling is used where it is shorter, see ``ScrollPlan``. The sequence that repeats a character is
/// not, although it would save 30 bytes in the reversed row: programs that use the name xterm, such as
/// mosh, do not support it, and curses does not use it in Unicode either.
struct FrameEncoder {
  let terminal: TerminalCapabilities
  /// The cells that the terminal shows; empty if they are not known.
  var screen: [[ScreenCell]] = []
  /// The position of the cursor; nil if it is not known.
  var position: Position?
  /// The rendition that is set for the next text; nil if it is not known.
  var rendition: Rendition?
  /// Whether the cursor is shown; nil if it is not known.
  private var isCursorVisible: Bool?
  /// The bytes of the frame.
  var output: [UInt8] = []
  /// The number of bytes at which drawing stops, because a shorter way is known.
  private var limit = Int.max

  /// A row and a column, 0-based.
  struct Position: Hashable {
    var row: Int
    /// Nil after the last column was written, where terminals differ.
    var column: Int?
  }

  init(terminal: TerminalCapabilities) {
    self.terminal = terminal
  }

  /// Makes the next frame repaint every cell.
  mutating func invalidate() {
    screen = []
    position = nil
    rendition = nil
    isCursorVisible = nil
  }

  /// Returns the bytes that show the rows and move the cursor; none if nothing changes.
  ///
  /// There is at least one row, all have the same length, and the cursor is inside them.
  mutating func encode(_ rows: [[ScreenCell]], cursor: Frame.Cursor) -> [UInt8] {
    output = []
    let rows = terminal.wrapsAtOnce ? Self.withoutLastCell(rows) : rows
    if isCursorVisible != false, !cursor.isVisible || screen.isEmpty { setCursor(visible: false) }
    if screen.count != rows.count || screen.first?.count != rows.first?.count { clear(rows) }
    let plans = ScrollPlan.all(from: screen, to: rows)
    takeShortest([nil] + plans) { encoder, plan in
      if let plan { encoder.scroll(plan) }
      encoder.draw(rows)
      encoder.use(.plain)
      encoder.move(toRow: cursor.row, column: cursor.column)
    }
    if cursor.isVisible, isCursorVisible != true { setCursor(visible: true) }
    return output
  }

  /// Returns the rows without the last character of the last row.
  ///
  /// Where the cursor goes to the next row at once, writing it would scroll the screen.
  private static func withoutLastCell(_ rows: [[ScreenCell]]) -> [[ScreenCell]] {
    var rows = rows
    let row = rows.count - 1
    let start = rows[row].lastIndex { !$0.isContinuation } ?? 0
    for column in start..<rows[row].count { rows[row][column] = .blank }
    return rows
  }

  private mutating func setCursor(visible: Bool) {
    isCursorVisible = visible
    output += visible ? terminal.showCursor : terminal.hideCursor
  }

  /// Erases the screen, for rows of a new size.
  private mutating func clear(_ rows: [[ScreenCell]]) {
    use(.plain)
    output += terminal.clear
    position = Position(row: 0, column: 0)
    screen = rows.map { Array(repeating: .blank, count: $0.count) }
  }

  /// Sets the rendition for the next text.
  mutating func use(_ new: Rendition) {
    output += terminal.change(from: rendition, to: new)
    rendition = new
  }

  /// Draws in the way that needs the fewest bytes; of equal ways, the first.
  ///
  /// The last way is tried first. Drawing in another way stops when it needs more bytes than the best.
  private mutating func takeShortest<Way>(
    _ ways: [Way],
    draw: (inout FrameEncoder, Way) -> Void
  ) {
    let (start, outerLimit) = (progress, limit)
    var best: Progress?
    for way in ways.reversed() {
      progress = start
      draw(&self, way)
      if output.count <= limit {
        best = progress
        limit = output.count
      }
    }
    // If no way is within the limit, the output exceeds it, so the drawing around this one stops too.
    progress = best ?? progress
    limit = outerLimit
  }

  /// All properties that drawing changes.
  private var progress: Progress {
    get { (screen, position, rendition, isCursorVisible, output) }
    set { (screen, position, rendition, isCursorVisible, output) = newValue }
  }

  private typealias Progress = (
    screen: [[ScreenCell]], position: Position?, rendition: Rendition?, isCursorVisible: Bool?,
    output: [UInt8]
  )

  // MARK: - Rows

  /// Draws the rows that differ.
  private mutating func draw(_ rows: [[ScreenCell]]) {
    for row in rows.indices where screen[row] != rows[row] {
      if output.count > limit { return }
      draw(row, rows[row])
      screen[row] = rows[row]
    }
  }

  /// The ways to draw a row.
  private enum RowWay {
    /// Cell by cell.
    case patched
    /// On a row that is erased from the first cell that differs.
    case erased(from: Int)
    /// With the rest of the row moved.
    case shifted(RowShift)
  }

  private mutating func draw(_ row: Int, _ new: [ScreenCell]) {
    let old = screen[row]
    guard let first = old.indices.first(where: { old[$0] != new[$0] }) else { return }
    var ways: [RowWay] = [.patched]
    if terminal.eraseToEnd != nil, !new[first].isContinuation { ways.append(.erased(from: first)) }
    if let shift = RowShift(from: old, to: new) { ways.append(.shifted(shift)) }
    takeShortest(ways) { encoder, way in
      switch way {
      case .patched: encoder.patch(row, old, new)
      case .erased(let column):
        encoder.move(toRow: row, column: column, in: new)
        encoder.useForErasing()
        encoder.output += encoder.terminal.eraseToEnd ?? []
        let blanks = Array(repeating: ScreenCell.blank, count: old.count - column)
        encoder.patch(row, old[..<column] + blanks, new)
      case .shifted(let shift): encoder.patch(row, encoder.shifted(row, old, by: shift), new)
      }
    }
  }

  /// Moves the rest of a row and returns its new cells; does nothing if the terminal cannot.
  private mutating func shifted(
    _ row: Int,
    _ old: [ScreenCell],
    by shift: RowShift
  ) -> [ScreenCell] {
    guard let sequence = shift.offset > 0 ? terminal.deleteCells : terminal.insertCells else {
      return old
    }
    move(toRow: row, column: shift.column)
    useForErasing()
    output += sequence(abs(shift.offset))
    return shift.applied(to: old)
  }

  /// Draws the cells that differ.
  private mutating func patch(_ row: Int, _ old: [ScreenCell], _ new: [ScreenCell]) {
    guard let last = old.indices.last(where: { old[$0] != new[$0] }) else { return }
    let tail = (new.lastIndex { !$0.isBlank } ?? -1) + 1
    var old = old
    var column = 0
    while output.count <= limit,
      let next = (column..<new.count).first(where: { old[$0] != new[$0] })
    {
      var start = next
      while start > 0, new[start].isContinuation { start -= 1 }
      if start >= tail, let eraseToEnd = terminal.eraseToEnd,
        last - start >= eraseToEnd.count || isUnwritable(row, start)
      {
        move(toRow: row, column: start, in: new)
        useForErasing()
        output += eraseToEnd
        return
      }
      if let end = erase(row, from: start, to: last, in: new) {
        column = end
      } else {
        write(row, start, old: &old, new)
        column = start + 1
        while column < new.count, new[column].isContinuation { column += 1 }
      }
    }
  }

  /// Erases blanks where that is shorter than writing them; returns their end if it did.
  private mutating func erase(
    _ row: Int,
    from start: Int,
    to last: Int,
    in new: [ScreenCell]
  ) -> Int? {
    guard new[start].isBlank, let eraseCells = terminal.eraseCells else { return nil }
    let end = new[start...].firstIndex { !$0.isBlank } ?? new.count
    let count = min(end, last + 1) - start
    // No terminal has a shorter sequence, and most blanks are between two words.
    guard count > 4 else { return nil }
    let sequence = eraseCells(count)
    // After erasing, the cursor must still be moved over the blanks.
    let moved = end <= last ? terminal.right?(end - start).count ?? 8 : 0
    guard sequence.count + moved < count else { return nil }
    move(toRow: row, column: start, in: new)
    useForErasing()
    output += sequence
    return start + count
  }

  /// Writes a character, which may take several cells.
  private mutating func write(
    _ row: Int,
    _ start: Int,
    old: inout [ScreenCell],
    _ new: [ScreenCell]
  ) {
    if isUnwritable(row, start) { return }
    let cell = new[start]
    var end = start + 1
    while end < new.count, new[end].isContinuation { end += 1 }
    if cell.isDoubtful { blank(row, start..<end, old, new) }
    move(toRow: row, column: start, in: new)
    if !cell.isBlank {
      use(cell.rendition)
    } else if rendition?.showsBlanks != false {
      use(blankRendition(after: start, in: new))
    }
    output += cell.text.utf8
    advance(to: end, of: new.count)
    guard cell.isDoubtful else { return }
    position = nil
    // The terminal may have drawn over the cells to the right.
    let reach = min(new.count, start + 2 * cell.text.unicodeScalars.count)
    for column in end..<max(end, reach) { old[column] = .unknown }
  }

  /// Returns whether a cell can only be erased, because writing it would scroll the screen.
  private func isUnwritable(_ row: Int, _ column: Int) -> Bool {
    terminal.wrapsAtOnce && row == screen.count - 1 && column == screen[row].count - 1
  }

  /// Updates the position after text was written.
  private mutating func advance(to column: Int, of count: Int) {
    if column < count {
      position?.column = column
    } else if terminal.wrapsAtOnce {
      position = nil
    } else {
      position?.column = nil
    }
  }

  /// Writes blanks where a character may take fewer columns than it should.
  private mutating func blank(
    _ row: Int,
    _ cells: Range<Int>,
    _ old: [ScreenCell],
    _ new: [ScreenCell]
  ) {
    guard cells.count > 1, !old[cells].allSatisfy(\.isBlank) else { return }
    move(toRow: row, column: cells.lowerBound, in: new)
    useForErasing()
    output += Array(repeating: UInt8(ascii: " "), count: cells.count)
    advance(to: cells.upperBound, of: new.count)
  }

  /// Returns the rendition for blanks: the next text's, unless it would be visible in blanks.
  private func blankRendition(after start: Int, in cells: [ScreenCell]) -> Rendition {
    let next = cells[start...].first { !$0.isBlank }?.rendition ?? .plain
    return next.showsBlanks ? .plain : next
  }

  /// Sets a rendition in which erased cells are blank: some terminals erase in reverse or underlined.
  private mutating func useForErasing() {
    if rendition?.showsBlanks != false { use(.plain) }
  }
}
