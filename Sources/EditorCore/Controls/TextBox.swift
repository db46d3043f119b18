import Terminal

/// A text of several lines with its scroll position: what `TextControl` edits and draws as a box.
///
/// Lines that are too long for the box go on in the next row. All work for a key press follows the size
/// of the screen: only the rows near the cursor are computed. So that this is true for very long lines
/// too, a line is divided into parts of a fixed length, and each part begins a new row.
struct TextBox: Sendable {
  /// A row of the box, identified by its place in the text.
  struct Row: Hashable, Comparable, Sendable {
    var line: Int = 0
    /// The number of the part in the line.
    var part: Int = 0
    /// The number of the row in the part.
    var row: Int = 0

    static func < (left: Self, right: Self) -> Bool {
      (left.line, left.part, left.row) < (right.line, right.part, right.row)
    }
  }

  /// The number of bytes of a part of a line.
  private static let partLength = 4096

  /// The text.
  var buffer: TextBuffer
  /// Whether the text is JSON.
  let isJSON: Bool
  /// The first visible row at the last drawing.
  private var top = Row()
  /// The size of the box at the last drawing.
  private var size = Size(columns: 72, rows: 12)
  /// The column to which the cursor returns when it moves up or down; nil for its own.
  private var wantedColumn: Int?

  init(_ text: String, isJSON: Bool) {
    buffer = TextBuffer(text)
    self.isJSON = isJSON
  }

  // MARK: - Rows

  /// The width of the line numbers and the blanks around them; 0 if there is no room for them.
  private var gutter: Int {
    let digits = max(2, String(buffer.lines.count).count)
    return size.columns >= 4 * (digits + 2) ? digits + 2 : 0
  }

  /// Returns the number of parts of a line; at least one.
  private func partCount(ofLine line: Int) -> Int {
    max(1, (buffer.length(ofLine: line) + Self.partLength - 1) / Self.partLength)
  }

  /// Returns the bytes of the part of a row in its line.
  private func part(of row: Row) -> Range<Int> {
    let start = buffer.offset(atOrAfter: row.part * Self.partLength, inLine: row.line)
    return start..<buffer.offset(atOrAfter: (row.part + 1) * Self.partLength, inLine: row.line)
  }

  /// Returns the rows of the part of a row.
  private func rows(ofPartOf row: Row) -> TextRows {
    TextRows(
      buffer.text(ofLine: row.line, part(of: row)),
      // The last column is for the cursor behind the end of a full row.
      columns: max(1, size.columns - gutter - 1),
      atBlanks: !isJSON
    )
  }

  /// Returns the bytes of a row in its line.
  private func range(of row: Row) -> Range<Int> {
    let start = part(of: row).lowerBound
    let rows = rows(ofPartOf: row)
    let range = rows[min(row.row, rows.count - 1)]
    return (start + range.lowerBound)..<(start + range.upperBound)
  }

  /// The row of the cursor.
  private var cursorRow: Row {
    let cursor = buffer.cursor
    var row = Row(line: cursor.line)
    row.part = min(cursor.offset / Self.partLength, partCount(ofLine: cursor.line) - 1)
    // A character can reach into the next part.
    if row.part > 0, cursor.offset < part(of: row).lowerBound { row.part -= 1 }
    let rows = rows(ofPartOf: row)
    row.row = rows.row(of: cursor.offset - part(of: row).lowerBound)
    return row
  }

  /// The number of rows for text: one row below it is for the note.
  private var textRows: Int { size.rows >= 3 ? size.rows - 1 : size.rows }

  /// The visible rows in their order: those from the scroll position, moved as little as possible so that
  /// the cursor's row is among them.
  private var visible: [Row] {
    let cursor = cursorRow
    let below = following(min(top, cursor), count: textRows)
    if below.contains(cursor), below.count == textRows { return below }
    return preceding(below.contains(cursor) ? below.last ?? cursor : cursor, count: textRows)
  }

  /// Returns at most `count` rows, beginning with one.
  private func following(_ start: Row, count: Int) -> [Row] {
    var found: [Row] = []
    var next = start
    while found.count < count, next.line < buffer.lines.count {
      while found.count < count, next.part < partCount(ofLine: next.line) {
        let rowCount = rows(ofPartOf: next).count
        while next.row < rowCount, found.count < count {
          found.append(next)
          next.row += 1
        }
        next = Row(line: next.line, part: next.part + 1)
      }
      next = Row(line: next.line + 1)
    }
    return found
  }

  /// Returns `count` rows that end with one, or those from the start of the text.
  private func preceding(_ last: Row, count: Int) -> [Row] {
    var first = last
    var missing = count - 1
    while first.row < missing {
      missing -= first.row + 1
      if first.part > 0 {
        first.part -= 1
      } else if first.line > 0 {
        first.line -= 1
        first.part = partCount(ofLine: first.line) - 1
      } else {
        missing = 0
        first.row = 0
        break
      }
      first.row = rows(ofPartOf: first).count - 1
    }
    first.row -= missing
    return following(first, count: count)
  }

  // MARK: - The cursor

  /// Performs the action of a key press; nil if it is not one of a text box.
  mutating func perform(_ action: KeyAction) -> ControlOutcome? {
    if let command = FieldCommand(action) {
      wantedColumn = nil
      buffer.perform(command)
      return .changed
    }
    guard let command = BoxCommand(action) else { return nil }
    switch command {
    case .lineUp: moveCursor(by: -1)
    case .lineDown: moveCursor(by: 1)
    case .pageUp: moveCursor(by: -max(1, textRows - 1))
    case .pageDown: moveCursor(by: max(1, textRows - 1))
    case .textStart: move(to: TextBuffer.Place(line: 0, offset: 0))
    case .textEnd: move(to: buffer.end)
    case .newLine:
      wantedColumn = nil
      buffer.insertLineBreak(indentedBy: isJSON ? indentation : "")
    case .indent:
      wantedColumn = nil
      buffer.insert(isJSON ? "  " : "\t")
    case .tidy: tidy()
    }
    return .changed
  }

  private mutating func move(to place: TextBuffer.Place) {
    wantedColumn = nil
    buffer.move(to: place)
  }

  /// Moves the cursor by rows, to the column where it was before the first such move.
  private mutating func moveCursor(by distance: Int) {
    let here = cursorRow
    let start = range(of: here).lowerBound
    let wanted = wantedColumn ?? width(ofLine: here.line, start..<buffer.cursor.offset)
    let target =
      distance > 0
      ? following(here, count: distance + 1).last : preceding(here, count: 1 - distance).first
    buffer.move(to: place(in: target ?? here, column: wanted))
    wantedColumn = wanted
  }

  /// Returns the width of a part of a line.
  private func width(ofLine line: Int, _ range: Range<Int>) -> Int {
    buffer.text(ofLine: line, range).reduce(0) { $0 + $1.columns }
  }

  /// Returns the place in a row that is nearest to a column.
  private func place(in row: Row, column: Int) -> TextBuffer.Place {
    let range = range(of: row)
    let isLastRow = range.upperBound == buffer.length(ofLine: row.line)
    var (offset, used) = (range.lowerBound, 0)
    for character in buffer.text(ofLine: row.line, range) {
      let next = offset + character.utf8.count
      // The end of a row that goes on is the start of the next one.
      guard used + character.columns <= column, isLastRow || next < range.upperBound else { break }
      used += character.columns
      offset = next
    }
    return TextBuffer.Place(line: row.line, offset: offset)
  }

  /// The blanks at the start of a line of JSON below the cursor's line.
  private var indentation: String {
    let before = buffer.textBeforeCursor
    let blanks = String(before.prefix { $0 == " " || $0 == "\t" })
    let last = before.last { $0 != " " }
    return blanks + (last == "{" || last == "[" ? "  " : "")
  }

  /// Inserts a typed character.
  mutating func type(_ character: Character) {
    wantedColumn = nil
    buffer.insert(String(character), isTyping: true)
  }

  /// Handles a mouse event.
  mutating func handle(_ event: MouseEvent) -> ControlOutcome {
    switch event.action {
    case .wheelUp: moveCursor(by: -3)
    case .wheelDown: moveCursor(by: 3)
    case .press, .doubleClick:
      let visible = visible
      guard visible.indices.contains(event.row) else { return .ignored }
      move(to: place(in: visible[event.row], column: max(0, event.column - gutter)))
    }
    return .changed
  }

  // MARK: - Drawing

  /// Scrolls so that the cursor is visible, and draws the visible rows and the note below them.
  ///
  /// The line `rejected`, counted from 0, is marked as the place of an error.
  mutating func render(columns: Int, rows: Int, rejected: Int?, note: SafeText) -> ControlPicture {
    size = Size(columns: columns, rows: rows)
    let visible = visible
    top = visible.first ?? Row()
    let gutter = gutter
    var lines: [StyledLine] = []
    var cursor = (line: 0, column: 0)
    let cursorRow = cursorRow
    // The rows of one part follow each other, so each part is broken into rows once.
    var part = (first: Row(line: -1), start: 0, rows: TextRows("", columns: 1, atBlanks: false))
    for row in visible {
      let first = Row(line: row.line, part: row.part)
      if part.first != first {
        let start = self.part(of: row).lowerBound
        part = (first, start, self.rows(ofPartOf: row))
      }
      let inPart = part.rows[row.row]
      let range = (part.start + inPart.lowerBound)..<(part.start + inPart.upperBound)
      if row == cursorRow {
        let before = width(ofLine: row.line, range.lowerBound..<buffer.cursor.offset)
        cursor = (lines.count, max(0, min(gutter + before, columns - 1)))
      }
      let line = TypedLine(
        buffer.text(ofLine: row.line, range),
        role: .text,
        columns: columns - gutter
      )
      let number = gutterText(row, width: gutter, isRejected: row.line == rejected)
      lines.append(StyledLine(spans: [number] + line.spans))
    }
    if rows >= 3 { lines.append(StyledLine(note, cutTo: columns, role: .quiet)) }
    return ControlPicture(lines: lines, cursor: cursor)
  }

  /// Returns the line number of a first row, with a mark if the line is rejected.
  private func gutterText(_ row: Row, width: Int, isRejected: Bool) -> StyledLine.Span {
    guard width > 0 else { return StyledLine.Span(text: "", role: .quiet) }
    let isFirst = row.part == 0 && row.row == 0
    let number = isFirst ? "\(row.line + 1)" : ""
    let mark = isRejected && isFirst ? Mark.invalid.glyph : " "
    let blanks = String(repeating: " ", count: max(0, width - 2 - number.count))
    return StyledLine.Span(
      text: SafeText("\(mark)\(blanks)\(number) "),
      role: isRejected ? .warning : .quiet
    )
  }

  /// The place of the cursor, for the note.
  var status: String {
    let line = "line \(buffer.cursor.line + 1) of \(buffer.lines.count)"
    // Counting the characters of a very long line would take longer than a key press may take.
    guard buffer.cursor.offset < 10_000 else { return line }
    let before = buffer.textBeforeCursor
    return "\(line), column \(before.count + 1)"
  }
}
