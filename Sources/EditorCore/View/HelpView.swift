import Terminal

/// The keys of a mode and what they do.
struct HelpView {
  let list: HelpList
  let layout: Layout

  func draw(on canvas: inout Canvas) {
    let columns = min(72, layout.size.columns - 4)
    let lines = Self.lines(list, columns: columns - 4)
    let height = Self.height(layout.size)
    let box = Rect(
      row: 1,
      column: max(0, (layout.size.columns - columns) / 2),
      columns: columns,
      rows: height + 2
    )
    let last = min(lines.count, list.top + height)
    let footer = lines.count > height ? "\(list.top + 1)–\(last) of \(lines.count)" : ""
    canvas.box(box, title: "Help: what the keys do", footer: SafeText(footer))
    for (offset, line) in lines.dropFirst(list.top).prefix(height).enumerated() {
      canvas.write(line, row: box.row + 1 + offset, column: box.column + 2, columns: columns - 4)
    }
    canvas.cursor = .init(row: box.row + 1, column: box.column + 2)
  }

  /// How many lines of help a screen shows at once.
  static func height(_ size: Size) -> Int { max(1, size.rows - 5) }

  /// How many lines the whole help has.
  static func lineCount(_ list: HelpList, size: Size) -> Int {
    lines(list, columns: min(72, size.columns - 4) - 4).count
  }

  private static func lines(_ list: HelpList, columns: Int) -> [StyledLine] {
    let keyColumns = max(8, min(20, columns / 3))
    return list.groups.flatMap { group in
      [StyledLine(SafeText(group.title), role: .heading)]
        + group.rows.map { row in
          StyledLine(spans: [
            .init(
              text: SafeText("  " + row.keys).truncated(to: keyColumns).padded(to: keyColumns + 1),
              role: .keyName
            ),
            .init(text: SafeText(row.help).truncated(to: columns - keyColumns - 1), role: .text),
          ])
        }
    }
  }
}
