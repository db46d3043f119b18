import Terminal

/// The help screen: the key presses of a mode with their actions, and for the list the marks.
///
/// `update` uses ``lines`` and ``room`` to limit scrolling.
struct HelpView {
  let list: HelpList
  let layout: Layout
  /// The greatest size of the lines.
  let room: Size

  init(list: HelpList, layout: Layout) {
    self.list = list
    self.layout = layout
    room = Panel.room(layout, .box)
  }

  /// All lines of the help.
  var lines: [StyledLine] {
    var lines = list.groups.flatMap { group in
      heading(group.title)
        + group.rows.map { line("  " + $0.keys, .keyName, $0.help) }
    }
    if case .list = list.previous {
      lines += heading("Marks")
      lines += Mark.allCases.map { line("  \($0.glyph)", $0.role, $0.word) }
    }
    return lines
  }

  /// Draws the lines from the scroll position.
  func draw(on canvas: inout Canvas) {
    let lines = lines
    // After the screen has grown, the scroll position can be beyond the last page.
    let top = max(0, min(list.top, lines.count - room.rows))
    let shown = lines.dropFirst(top).prefix(room.rows)
    let panel = Panel(layout, .box, Size(columns: room.columns, rows: shown.count))
    let footer =
      lines.count > room.rows ? "\(shown.startIndex + 1)–\(shown.endIndex) of \(lines.count)" : ""
    panel.draw(title: "Help: what the keys do", footer: SafeText(footer), on: &canvas)
    canvas.write(shown, in: panel.inside)
    canvas.cursor = .init(row: panel.inside.row, column: panel.inside.column)
  }

  private func heading(_ title: String) -> [StyledLine] {
    [StyledLine(SafeText(title), role: .heading)]
  }

  private func line(_ start: String, _ role: Role, _ text: String) -> StyledLine {
    let columns = Rect(room).columns([
      Extent(8, ideal: 20, maximum: 20), Extent(16, ideal: 40, gap: 1),
    ])
    let (first, second) = (columns[0], columns[1])
    return StyledLine(spans: [
      .init(
        text: SafeText(start).truncated(to: first.size.columns).padded(to: second.column),
        role: role
      ),
      .init(text: SafeText(text).truncated(to: second.size.columns), role: .text),
    ])
  }
}
