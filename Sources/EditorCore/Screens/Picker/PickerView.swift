import DefaultsCore
import DefaultsSchema
import Terminal

/// A picker: the typed text, and below it the rows that match.
struct PickerView {
  let picker: PickerScreen
  let state: EditorState
  private let parts: SearchPanel
  /// The rows.
  var body: Rect { parts.body }

  /// The places of the pointer to the selected row and of the row itself.
  private static let columns: [Extent] = [.fixed(2), .flexible(8)]

  init(picker: PickerScreen, state: EditorState, layout: Layout) {
    self.picker = picker
    self.state = state
    let panel: Panel
    if picker.content == .items, let edit = state.screen(EditScreen.self)?.edit {
      // The search replaces the items in their box.
      panel = EditLayout.panel(state, edit, layout)
    } else {
      let room = Panel.room(layout, .sheet)
      // The box keeps its size while the rows become fewer.
      let rows = max(picker.targets.count, picker.count)
      let size = Size(columns: room.columns, rows: min(room.rows, rows + 2))
      panel = Panel(layout, .sheet, size)
    }
    parts = SearchPanel(panel, hasHeader: picker.hasColumns, leastRows: 3)
  }

  /// Draws the panel, the typed text and the visible rows.
  func draw(on canvas: inout Canvas) {
    parts.panel.draw(title: SafeText(title), footer: SafeText(footer), on: &canvas)
    let columns = picker.hasColumns ? SuiteColumn.all(for: state, indent: indent) : []
    let rects = body.columns(Self.columns)[1].columns(columns.map(\.extent))
    let labelColumns = labelColumns
    for (column, rect) in zip(columns, rects) {
      let title = SafeText(column.title)
      let place = parts.header.columns(rect.column..<rect.endColumn)
      canvas.write(title, in: column.place(of: title, in: place), role: .quiet)
    }
    let visible = picker.cursor.visible(rows: body.size.rows)
    let items = visible.compactMap(item(ofRow:))
    for (offset, row) in visible.enumerated() {
      let isSelected = row == picker.cursor.selected
      canvas.fill(body.line(offset), isSelected: isSelected)
      let places = body.line(offset).columns(Self.columns)
      canvas.write(isSelected ? ">" : " ", in: places[0], isSelected: isSelected)
      let line = places[1]
      if case .heading(let origin, let count) = picker.rows[row] {
        drawHeading(origin, count, line, isSelected: isSelected, on: &canvas)
      }
      switch picker.target(row: row) {
      case nil: break
      case .item(_, let item):
        let places = line.columns([.upTo(labelColumns, minimum: 8), .flexible(8, gap: 2)])
        canvas.write(SafeText(item.label, limit: 60), in: places[0], isSelected: isSelected)
        let value = SafeText(item.value, limit: line.size.columns)
        canvas.write(value, in: places[1], role: .quiet, isSelected: isSelected)
      case .suite(let name) where picker.content == .palette:
        draw(name, "suite", "", among: [], line, isSelected: isSelected, on: &canvas)
      case .command(let action):
        let (name, keys) = texts(of: action)
        draw(name, keys, "", among: [], line, isSelected: isSelected, on: &canvas)
      case .key(let key):
        guard let item = state.document.item(key) else { continue }
        let (title, value) = (item.entry.title, ValueText.row(item, showingSecret: false))
        draw(title, key.string, value, among: items, line, isSelected: isSelected, on: &canvas)
      case .suite(let name):
        for (column, rect) in zip(columns, rects) {
          let text = column.text(name, state)
          canvas.write(
            text,
            in: column.place(of: text, in: line.columns(rect.column..<rect.endColumn)),
            role: role(ofSuite: name),
            isSelected: isSelected
          )
        }
      }
    }
    drawField(on: &canvas)
  }

  /// Returns the key of a row of the palette; nil for another row.
  private func item(ofRow row: Int) -> Item? {
    guard case .key(let key)? = picker.target(row: row) else { return nil }
    return state.document.item(key)
  }

  /// How far suites are moved to the right of their headings.
  private var indent: Int { picker.hasHeadings ? 2 : 0 }

  /// Draws the heading of some suites.
  private func drawHeading(
    _ origin: String,
    _ count: Int,
    _ line: Rect,
    isSelected: Bool,
    on canvas: inout Canvas
  ) {
    let sign = picker.isFolded(origin) ? "▸" : "▾"
    let title = SafeText("\(sign) \(Self.name(ofOrigin: origin)) ")
    let count = SafeText(" " + count.counted("suite"))
    let columns = line.columns([
      .upTo(title.width, minimum: 8), .flexible(), .fixed(count.width, .useful),
    ])
    canvas.write(title, in: columns[0], role: .heading, isSelected: isSelected)
    canvas.rule(columns[1], isSelected: isSelected)
    canvas.write(count, in: columns[2], role: .quiet, isSelected: isSelected)
  }

  private static func name(ofOrigin origin: String) -> String {
    origin.isEmpty ? "Property lists" : origin
  }

  /// The width of the longest label of the items, so that no column moves while they scroll.
  private var labelColumns: Int {
    picker.targets.prefix(200).map { target in
      guard case .item(_, let item) = target else { return 0 }
      return SafeText(item.label, limit: 60).width
    }.max() ?? 0
  }

  /// Draws the typed text with the cursor, or what to type.
  private func drawField(on canvas: inout Canvas) {
    SearchField(buffer: picker.buffer, line: parts.field).draw(on: &canvas)
    if picker.count == 0 {
      let advice =
        picker.content == .suites
        ? state.keyText(FinishCommand.choose, "looks in all settings", in: .picker) : nil
      let text = advice.map { "No suite matches. \($0)." } ?? "Nothing matches."
      canvas.write(SafeText(text), in: body.line(0), role: .quiet)
    }
  }

  /// Draws a row of the palette: a name, a value, and at the end what the row is.
  private func draw(
    _ name: String,
    _ note: String,
    _ value: String,
    among items: [Item],
    _ line: Rect,
    isSelected: Bool,
    on canvas: inout Canvas
  ) {
    let columns = line.columns([
      Extent(16, ideal: 40), Extent(0, ideal: 14, .extra, gap: 1),
      Extent(0, ideal: 24, maximum: 40, .useful, gap: 1),
    ])
    // Without a value, the name has its place too.
    let end = value.isEmpty ? columns[1].endColumn : columns[0].endColumn
    let place = line.columns(columns[0].column..<max(end, columns[0].endColumn))
    let title =
      value.isEmpty
      ? SafeText(name)
      : RowTitles.cut(name, to: place.size.columns, among: items.map(\.entry.title))
    canvas.write(title, in: place, isSelected: isSelected)
    canvas.write(SafeText(value), in: columns[1], role: .quiet, isSelected: isSelected)
    let key = RowTitles.cut(note, to: columns[2].size.columns, among: items.map(\.key.string))
    canvas.write(key, in: columns[2], role: .quiet, isSelected: isSelected)
  }

  /// Returns the words for an action, and its key presses.
  private func texts(of action: KeyAction) -> (name: String, keys: String) {
    let binding = state.bindings.bindings(in: .list).first { $0.row.action == action }
    let keys = binding?.presses.map(\.name).joined(separator: " ") ?? ""
    return (binding?.row.help ?? action.name, keys)
  }

  /// Returns the words of a row, for a reader who does not see the columns.
  func words(_ row: Int) -> String {
    if case .heading(let origin, let count) = picker.rows[row] {
      let state = picker.isFolded(origin) ? "hidden" : "shown"
      return "\(Self.name(ofOrigin: origin)), \(count.counted("suite")), \(state)"
    }
    switch picker.target(row: row) {
    case nil: return ""
    case .suite(let name) where picker.content == .palette: return "\(name), suite"
    case .suite(let name):
      let columns = SuiteColumn.all(for: state, indent: 0).map { column in
        (column, column.text(name, state).string)
      }
      return columns.filter { !["", "–", "…"].contains($0.1) }
        .map { $0.isNumber ? "\($0.word) \($1)" : $0.title == "changed" ? "changed \($1)" : $1 }
        .joined(separator: ", ")
    case .command(let action):
      let (name, keys) = texts(of: action)
      return keys.isEmpty ? name : "\(name), \(keys)"
    case .key(let key):
      guard let item = state.document.item(key) else { return key.string }
      let value = ValueText.brief(stored: item.value, in: item.entry)
      return "\(item.entry.title), \(value), \(key)"
    case .item(_, let item): return "\(item.label), \(item.value)"
    }
  }

  private func role(ofSuite name: String) -> Role {
    name == state.document.suiteName ? .strong : .text
  }

  /// What can be chosen, and how much of it matches.
  var title: String {
    let count = "\(picker.matchCount) of \(picker.targets.count)"
    switch picker.content {
    case .suites: return "Open a suite   \(count)"
    case .comparison: return "Compare with   \(count)"
    case .palette: return "Do, or go to   \(count)"
    case .items: return "Find an item   \(count)"
    case .lines: return "Find a line   \(count)"
    }
  }

  /// Where the selected suite comes from.
  private var footer: String {
    switch picker.selected {
    case .suite(let name): state.overview(of: name)?.location ?? name
    case .key(let key): "\(state.document.suiteName) › \(key)"
    case .command, .item, nil: ""
    }
  }
}
