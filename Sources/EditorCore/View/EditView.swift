import Defaults
import DefaultsSchema
import Terminal

/// The editor of one value: a box over the list, or the whole of a small screen.
struct EditView {
  let state: EditorState
  let layout: Layout
  let edit: OpenEdit

  func draw(on frame: inout Frame) {
    guard let item = state.item(of: edit) else { return }
    if layout.hasFullScreenEditors {
      drawFullScreen(item, on: &frame)
    } else {
      drawBox(item, on: &frame)
    }
  }

  // MARK: - In a box

  private func drawBox(_ item: Item, on frame: inout Frame) {
    let width = min(72, layout.size.columns - 8)
    let inner = width - 4
    let content = content(item, columns: inner, helpRows: 3)
    let row = state.selectedRow.map { layout.list.row + $0 - state.top }
    let box = layout.box(columns: width, rows: content.lines.count + 2, avoiding: row)
    frame.box(
      box,
      title: SafeText("\(item.entry.title)   \(ValueText.kind(item.entry))")
        .truncated(to: width - 6),
      footer: SafeText(item.key.string).truncated(to: width - 6)
    )
    write(
      content,
      at: Rect(
        row: box.row + 1,
        column: box.column + 2,
        columns: inner,
        rows: box.size.rows - 2
      ),
      on: &frame
    )
  }

  // MARK: - On a small screen

  private func drawFullScreen(_ item: Item, on frame: inout Frame) {
    let size = frame.size
    frame.fill(Rect(row: 0, column: 0, columns: size.columns, rows: size.rows - 1))
    frame.write(
      SafeText(item.entry.title).truncated(to: size.columns - 2),
      row: 0,
      column: 1,
      style: .strong
    )
    let rule = SafeText(String(repeating: "─", count: size.columns))
    frame.write(rule, row: 1, column: 0, style: .quiet)
    let content = content(item, columns: size.columns - 2, helpRows: size.rows >= 12 ? 2 : 0)
    let room = Rect(row: 2, column: 1, columns: size.columns - 2, rows: max(0, size.rows - 3))
    write(content, at: room, on: &frame)
  }

  // MARK: - Content

  /// The lines of the editor from the help to the facts, and the cursor among them.
  private func content(_ item: Item, columns: Int, helpRows: Int) -> ControlPicture {
    let control = ControlCatalog.control(for: item.entry)
    let context = ControlContext(
      stored: item.stored,
      defaultValue: item.defaultValue,
      isRejected: edit.rejection != nil
    )
    let picture = control.render(edit.draft, context: context, columns: columns)
    var lines =
      helpRows == 0 || item.entry.help.isEmpty
      ? []
      : SafeText.lines(of: item.entry.help, columns: columns).prefix(helpRows).map {
        StyledLine($0)
      }
    if !lines.isEmpty { lines.append(StyledLine()) }
    let start = lines.count
    lines += picture.lines
    lines.append(StyledLine())
    if let rejection = edit.rejection {
      lines += SafeText("! \(rejection)").wrapped(to: columns).prefix(2)
        .map { StyledLine($0, style: .warning) }
    } else if edit.isChangedElsewhere {
      let now = ValueText.brief(stored: item.stored, in: item.entry)
      lines.append(
        StyledLine(
          SafeText("changed elsewhere: now \(now)").truncated(to: columns),
          style: Style(color: .yellow, bold: true)
        )
      )
    } else {
      lines.append(StyledLine())
    }
    lines.append(StyledLine(SafeText(facts(item)).truncated(to: columns), style: .quiet))
    let cursor = picture.cursor.map { (line: $0.line + start, column: $0.column) }
    return ControlPicture(lines: lines, cursor: cursor)
  }

  private func facts(_ item: Item) -> String {
    let stored = ValueText.brief(stored: item.stored, in: item.entry)
    let fallback = item.defaultValue.map { ValueText.brief(stored: $0, in: item.entry) } ?? "none"
    let kind = layout.hasFullScreenEditors ? "\(ValueText.briefKind(item.entry))  " : ""
    return "\(kind)default \(fallback)  stored \(stored)"
  }

  private func write(_ content: ControlPicture, at room: Rect, on frame: inout Frame) {
    for (offset, line) in content.lines.prefix(room.size.rows).enumerated() {
      frame.write(line, row: room.row + offset, column: room.column, columns: room.size.columns)
    }
    if let cursor = content.cursor {
      frame.cursor = .init(
        row: room.row + cursor.line,
        column: room.column + cursor.column,
        isVisible: true
      )
    }
  }
}
