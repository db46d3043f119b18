import Defaults
import DefaultsSchema
import Terminal

/// The lines of an open edit and their place on the screen: help, control, notes.
///
/// `EditView` draws these lines. `Update+Edit` uses the same places to find the line of a mouse
/// event, and the same room to scroll the control, so the three always agree.
struct EditLayout {
  let layout: Layout
  let edit: OpenEdit
  /// The title line of a small screen, or of the box.
  let title: String
  /// The box around the lines; nil where the edit fills the screen.
  let box: Rect?
  /// The cells of all lines.
  let inner: Rect
  /// The cells of the control.
  let control: Rect
  /// The columns and rows that the control may use.
  let room: Size
  let lines: [StyledLine]
  /// The position of the cursor on the screen; nil for none.
  let cursor: (row: Int, column: Int)?

  init(state: EditorState, edit: OpenEdit) {
    let layout = Layout(state: state)
    let isSingle = layout.kind == .single || layout.kind == .blank
    let screen = Self.screen(layout)
    let help = isSingle ? [] : Self.help(edit.entry, layout, columns: screen.size.columns)
    let notes = isSingle ? [] : Self.notes(state, edit, layout, columns: screen.size.columns)
    let left = screen.size.rows - help.count - notes.count
    // On a small screen the control comes first, and the notes are cut off.
    let rows = max(1, min(screen.size.rows, max(2, left)))
    room = Size(columns: max(1, screen.size.columns), rows: rows)
    let picture = edit.control.render(columns: room.columns, rows: room.rows)
    let lines = help + picture.lines.prefix(rows) + notes
    self.lines = lines
    self.layout = layout
    self.edit = edit
    title = isSingle ? edit.rejection.map { "! \($0)" } ?? edit.entry.title : edit.entry.title
    if layout.hasFullScreenEditors || isSingle {
      box = nil
      inner = screen
    } else {
      let row = state.selectedRow.map { layout.list.row + $0 - state.top }
      let box = layout.box(
        columns: screen.size.columns + 4,
        rows: lines.count + 2,
        avoiding: row
      )
      self.box = box
      inner = Rect(
        row: box.row + 1,
        column: box.column + 2,
        columns: screen.size.columns,
        rows: box.size.rows - 2
      )
    }
    control = Rect(
      row: inner.row + help.count,
      column: inner.column,
      columns: room.columns,
      rows: picture.lines.count
    )
    let (first, column) = (control.row, control.column)
    cursor = picture.cursor.map { (first + $0.line, column + $0.column) }
  }

  /// Returns the cells for all lines; for a box, only the size is used.
  private static func screen(_ layout: Layout) -> Rect {
    let size = layout.size
    return switch layout.kind {
    case .blank, .single:
      Rect(row: 1, column: 0, columns: size.columns, rows: size.rows - 1)
    case .compact:
      Rect(row: 2, column: 1, columns: size.columns - 2, rows: size.rows - 3)
    case .stacked, .panes:
      Rect(row: 0, column: 0, columns: min(72, size.columns - 8) - 4, rows: size.rows - 5)
    }
  }

  /// Returns the help of the entry, with a blank line below it.
  private static func help(_ entry: Entry, _ layout: Layout, columns: Int) -> [StyledLine] {
    let rows = !layout.hasFullScreenEditors ? 3 : layout.size.rows >= 12 ? 2 : 0
    guard rows > 0, !entry.help.isEmpty else { return [] }
    let lines = SafeText.lines(of: entry.help, columns: columns).prefix(rows)
    return lines.map { StyledLine($0) } + [StyledLine()]
  }

  /// Returns the lines below the control: the rejection or the news, and the stored value.
  private static func notes(
    _ state: EditorState,
    _ edit: OpenEdit,
    _ layout: Layout,
    columns: Int
  ) -> [StyledLine] {
    let entry = edit.entry
    let item = state.document.item(edit.key)
    let stored = item.flatMap(state.expectedValue)
    var lines = [StyledLine()]
    if let rejection = edit.rejection {
      lines += SafeText("! \(rejection)").wrapped(to: columns).prefix(2)
        .map { StyledLine($0, role: .warning) }
    } else if edit.isChangedElsewhere {
      let text =
        item == nil
        ? "removed elsewhere; saving writes it again"
        : "changed elsewhere: now \(ValueText.brief(stored: stored, in: entry))"
      lines.append(
        StyledLine(
          SafeText(text).truncated(to: columns),
          role: .caution
        )
      )
    } else if edit.isParked {
      let text = "not saved yet; \(KeyPress.useOriginal.name) goes back to the stored value"
      lines.append(
        StyledLine(
          SafeText(text).truncated(to: columns),
          role: .caution
        )
      )
    } else {
      lines.append(StyledLine())
    }
    let value = ValueText.brief(stored: stored, in: entry)
    let fallback = edit.edited.defaultValue.map { ValueText.brief(stored: $0, in: entry) }
    let kind = layout.hasFullScreenEditors ? "\(ValueText.briefKind(entry))  " : ""
    let facts = "\(kind)default \(fallback ?? "none")  stored \(value)"
    lines.append(StyledLine(SafeText(facts).truncated(to: columns), role: .quiet))
    return lines
  }
}
