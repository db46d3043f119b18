import Defaults
import DefaultsSchema
import Terminal

/// The lines of an open edit and their place on the screen: help, control, notes.
///
/// `EditView` draws these lines. `Update+Edit` uses the same places to find the line of a mouse
/// event, and the same room to scroll the control, so the three always agree.
struct EditLayout {
  let edit: OpenEdit
  let panel: Panel
  /// The title where the edit fills the screen.
  let title: String
  /// The cells of the control.
  let control: Rect
  /// The columns and rows that the control may use.
  let room: Size
  let lines: [StyledLine]
  /// The position of the cursor on the screen; nil for none.
  let cursor: (row: Int, column: Int)?

  init(state: EditorState, edit: OpenEdit) {
    let layout = Layout(state: state)
    let screen = Panel.room(layout, .sheet)
    let help = Self.help(edit.entry, layout, columns: screen.columns)
    let notes = Self.notes(state, edit, layout, columns: screen.columns)
    // On a small screen the control comes first, then the notes, then the help.
    let parts = [
      .fixed(help.count, .extra), Extent(2, ideal: 3), .fixed(notes.count, .useful),
    ]
    let rows = Extent.ranges(of: parts, in: 0..<screen.rows)
    room = Size(columns: max(1, screen.columns), rows: max(1, rows[1].count))
    let picture = edit.control.render(columns: room.columns, rows: room.rows)
    let shownHelp = help.prefix(rows[0].count)
    let shownNotes = notes.prefix(rows[2].count)
    lines = Array(shownHelp + picture.lines.prefix(room.rows) + shownNotes)
    self.edit = edit
    // A rejection must be seen, also where there is no room for the notes.
    title =
      (shownNotes.isEmpty ? edit.rejection : nil).map { "! \($0)" } ?? edit.entry.title
    panel = Panel(
      layout,
      .sheet,
      Size(columns: screen.columns, rows: lines.count),
      avoiding: state.selectedRow.map { layout.list.row + $0 - state.top }
    )
    let inside = panel.inside
    control = Rect(
      row: inside.row + shownHelp.count,
      column: inside.column,
      columns: room.columns,
      rows: picture.lines.count
    )
    let (first, column) = (control.row, control.column)
    cursor = picture.cursor.map { (first + $0.line, column + $0.column) }
  }

  /// Returns the help of the entry, with a blank line below it.
  private static func help(_ entry: Entry, _ layout: Layout, columns: Int) -> [StyledLine] {
    guard !entry.help.isEmpty else { return [] }
    let rows = layout.hasFullScreenEditors ? 2 : 3
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
      let stored = state.keyText(
        FinishCommand.useStored,
        "goes back to the stored value",
        in: edit.control.keyMode
      )
      let text = ["not saved yet", stored].line(separator: "; ")
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
