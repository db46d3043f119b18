import Terminal

/// A text that is shown until the user closes it: in a box, or on the whole of a small screen.
struct MessageView {
  let message: OpenMessage
  let layout: Layout

  func draw(on canvas: inout Canvas) {
    let size = layout.size
    let lines = Self.lines(message, size: size)
    let height = Self.height(size)
    let top = max(0, min(message.top, lines.count - height))
    let last = min(lines.count, top + height)
    let room: Rect
    if Self.fillsScreen(size) {
      canvas.fill(
        Rect(row: 0, column: 0, columns: size.columns, rows: Self.titleRows(size) + height)
      )
      if Self.titleRows(size) > 0 {
        let rule = SafeText(String(repeating: "─", count: size.columns))
        canvas.write(SafeText(message.title).truncated(to: size.columns), row: 0, column: 0)
        canvas.write(rule, row: 1, column: 0, role: .rule)
      }
      let row = Self.titleRows(size)
      room = Rect(row: row, column: 0, columns: size.columns, rows: height)
    } else {
      let columns = Self.columns(size) + 4
      let shown = min(height, lines.count)
      let box = layout.box(columns: columns, rows: shown + 2, avoiding: nil)
      let footer = lines.count > height ? "\(top + 1)–\(last) of \(lines.count)" : ""
      canvas.box(
        box,
        title: SafeText(message.title).truncated(to: columns - 6),
        footer: SafeText(footer)
      )
      room = Rect(row: box.row + 1, column: box.column + 2, columns: columns - 4, rows: shown)
    }
    for (offset, line) in lines[top..<last].enumerated() {
      canvas.write(line, row: room.row + offset, column: room.column)
    }
    canvas.cursor = .init(row: room.row, column: room.column)
  }

  /// How many lines of the text a screen shows at once.
  static func height(_ size: Size) -> Int {
    max(1, size.rows - (fillsScreen(size) ? titleRows(size) + hintRows(size) : 5))
  }

  /// How many lines the whole text has.
  static func lineCount(_ message: OpenMessage, size: Size) -> Int {
    lines(message, size: size).count
  }

  private static func lines(_ message: OpenMessage, size: Size) -> [SafeText] {
    SafeText.lines(of: message.text, columns: columns(size))
  }

  private static func columns(_ size: Size) -> Int {
    fillsScreen(size) ? size.columns : min(72, size.columns - 4) - 4
  }

  private static func fillsScreen(_ size: Size) -> Bool {
    Layout(size: size, showsDetails: false, showsSuites: false).hasFullScreenEditors
  }

  private static func titleRows(_ size: Size) -> Int { size.rows >= 6 ? 2 : 0 }

  private static func hintRows(_ size: Size) -> Int { size.rows >= 6 ? 1 : 0 }
}
