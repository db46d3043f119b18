import Terminal

/// The choices of a menu with their digits, and the help of the highlighted one.
///
/// The box is below the selected row, because a choice is often about that key. On a compact screen the
/// menu fills the screen.
struct MenuView {
  private let menu: MenuScreen
  private let panel: Panel
  /// The help of the highlighted choice.
  private let help: [SafeText]
  /// The pointer, the digit, the sign of the present setting and the key press of each choice.
  private let labels: [SafeText]
  let choices: Rect
  private let helpLines: Rect
  /// The indices of the visible choices.
  private let visible: Range<Int>

  init(menu: MenuScreen, state: EditorState, layout: Layout) {
    self.menu = menu
    labels = Self.labels(menu, state.bindings)
    let columns = Panel.room(layout, .row).columns
    let helps = menu.choices.map { choice in
      choice.help.isEmpty ? [] : SafeText(choice.help).wrapped(to: max(1, columns))
    }
    help = menu.cursor.selected.map { helps[$0] } ?? []
    // The box keeps its size while the highlight moves.
    let helpRows = helps.map(\.count).max() ?? 0
    let extents: [Extent] = [
      .upTo(menu.choices.count, minimum: 1), .fixed(helpRows > 0 ? 1 : 0, .extra),
      .fixed(helpRows, .extra),
    ]
    panel = Panel(
      layout,
      .row,
      Size(columns: columns, rows: extents.map(\.ideal).reduce(0, +)),
      below: state.selectedRow(on: layout)
    )
    let rows = Extent.ranges(of: extents, in: panel.inside.row..<panel.inside.endRow)
    choices = panel.inside.rows(rows[0])
    helpLines = panel.inside.rows(rows[2])
    visible = menu.cursor.visible(rows: choices.size.rows)
  }

  /// Draws the menu.
  func draw(on canvas: inout Canvas) {
    panel.draw(title: SafeText(menu.title), on: &canvas)
    let titles = Self.titleColumns(menu)
    let hasNotes = menu.choices.contains { !$0.note.isEmpty }
    for (index, offset) in zip(visible, 0...) {
      let choice = menu.choices[index]
      let line = choices.line(offset)
      let columns = line.columns([
        .fixed(labels[index].width), .upTo(titles, minimum: 8),
        hasNotes ? Extent(0, ideal: 1, .useful, gap: 3) : .fixed(0),
      ])
      let isHighlighted = index == menu.cursor.selected
      canvas.fill(line, isSelected: isHighlighted)
      let role: Role = choice.isCurrent == true ? .strong : .text
      let title = SafeText(choice.title).truncated(to: columns[1].size.columns)
      let texts = [labels[index], title.padded(to: columns[1].size.columns)]
      for (text, rect) in zip(texts, columns) {
        canvas.write(text, in: rect, role: role, isSelected: isHighlighted)
      }
      canvas.write(SafeText(choice.note), in: columns[2], role: .quiet, isSelected: isHighlighted)
      if isHighlighted { canvas.cursor = .init(row: line.row, column: line.column) }
    }
    canvas.write(help.map { StyledLine($0) }, in: helpLines)
  }

  /// Returns the width of the longest title.
  private static func titleColumns(_ menu: MenuScreen) -> Int {
    menu.choices.map { SafeText($0.title).width }.max() ?? 0
  }

  private static func labels(_ menu: MenuScreen, _ bindings: Keybindings) -> [SafeText] {
    let names = menu.choices.map { choice in
      SafeText(choice.action.flatMap { bindings.name(of: $0, in: menu.keyMode) } ?? "")
    }
    let width = names.map(\.width).max() ?? 0
    return zip(menu.choices.indices, menu.choices).map { index, choice in
      let box = choice.isCurrent.map { $0 ? " (•)" : " ( )" } ?? ""
      let name = width == 0 ? "" : " " + names[index].padded(to: width)
      let pointer = index == menu.cursor.selected ? ">" : " "
      return SafeText("\(pointer) \(index + 1)\(box)") + name + " "
    }
  }
}
