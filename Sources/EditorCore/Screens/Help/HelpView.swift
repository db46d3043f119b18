import Terminal

/// The help: the key presses of a screen with their actions, and for the list the marks.
struct HelpView {
  let list: HelpScreen
  let layout: Layout
  private let parts: SearchPanel
  /// The lines.
  var body: Rect { parts.body }

  init(list: HelpScreen, layout: Layout) {
    self.list = list
    self.layout = layout
    let room = Panel.room(layout, .sheet)
    // One row more, for the searched text.
    let rows = min(room.rows, list.lines.count + 1)
    parts = SearchPanel(Panel(layout, .sheet, Size(columns: room.columns, rows: rows)))
  }

  /// The columns of a line: the group if there is room, the keys, and what they do.
  private static let columns: [Extent] = [
    .fixed(11, .extra), Extent(6, ideal: 16, maximum: 18), Extent(16, ideal: 40, gap: 1),
  ]

  /// Draws the searched text and the visible lines.
  func draw(_ state: EditorState, on canvas: inout Canvas) {
    let visible = list.cursor.visible(rows: body.size.rows)
    let (count, mode) = (list.lines.count, list.keyMode)
    let next = state.keyText(MoveCommand.pageDown, "shows more", in: mode)
    let footer = [visible.position(of: count), visible.upperBound < count ? next : nil]
      .line(separator: "   ")
    let isWhole = count <= visible.count
    parts.panel.draw(
      title: "Help: what the keys do",
      footer: SafeText(isWhole ? "" : footer),
      on: &canvas
    )
    canvas.cursor = .init(row: body.row, column: body.column)
    for (offset, index) in visible.enumerated() {
      let row = body.line(offset)
      let isSelected = index == list.cursor.selected
      if isSelected {
        canvas.fill(row, isSelected: true)
        canvas.cursor = .init(row: row.row, column: row.column)
      }
      draw(list.lines[index], row, isSelected: isSelected, on: &canvas)
      // The first visible line of a group has its title.
      guard offset == 0 || list.lines[index - 1].group != list.lines[index].group else { continue }
      let title = row.columns(Self.columns)[0]
      canvas.write(
        SafeText(list.lines[index].group),
        in: title,
        role: .heading,
        isSelected: isSelected
      )
    }
    drawField(state, on: &canvas)
  }

  /// Draws the searched text with the cursor, or the key press that begins the search.
  private func drawField(_ state: EditorState, on canvas: inout Canvas) {
    guard list.isSearching || !list.buffer.isEmpty else {
      let advice = state.keyText(HelpCommand.search, "searches", in: .help)
      return canvas.write(SafeText(advice ?? ""), in: parts.field, role: .quiet)
    }
    SearchField(buffer: list.buffer, line: parts.field).draw(isTyped: list.isSearching, on: &canvas)
  }

  private func draw(
    _ line: HelpScreen.Line,
    _ rect: Rect,
    isSelected: Bool,
    on canvas: inout Canvas
  ) {
    let columns = rect.columns(Self.columns)
    func write(_ keys: String, _ role: Role, _ help: String) {
      canvas.write(SafeText(keys), in: columns[1], role: role, isSelected: isSelected)
      canvas.write(SafeText(help), in: columns[2], isSelected: isSelected)
    }
    switch line.content {
    case .action(let row): write(row.keys, .keyName, row.help)
    case .mark(let mark): write("\(mark.glyph)", mark.role, mark.word)
    }
  }
}
