import Defaults
import DefaultsSchema
import Terminal

/// The lines of an open edit and their positions on the screen: help, control, notes.
///
/// `EditView` draws these lines, and `update` uses the same values to find the line of a mouse event
/// and to scroll the control, so that drawing and input always agree. If there is not enough room, the
/// help is dropped first, then the notes; the control is always shown. The room for the control does not
/// depend on the lines that it draws, so `scroll` and `render` get the same size.
struct EditLayout {
  /// The edit that is drawn.
  let edit: OpenEdit
  /// The panel that contains the lines.
  let panel: Panel
  /// The title if the edit fills the screen.
  let title: String
  /// The rectangle of the control on the screen.
  let control: Rect
  /// The greatest size that the control may use.
  let room: Size
  /// All lines, from top to bottom.
  let lines: [StyledLine]
  /// The position of the cursor on the screen; nil for none.
  let cursor: (row: Int, column: Int)?

  /// Draws the control and arranges its lines with the help and the notes.
  init(state: EditorState, edit: OpenEdit) {
    let layout = Layout(state: state)
    // The width is needed before the lines can be made, and the number of lines before the panel.
    let screen = Panel.room(layout, .sheet)
    let help = Self.help(edit.entry, layout, columns: screen.columns)
    let notes = Self.notes(state, edit, layout, columns: screen.columns)
    // Help, control, notes; the priorities decide what a small screen drops.
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
    // Without room for the notes, the title shows the rejection.
    title =
      (shownNotes.isEmpty ? edit.rejectionText : nil).map { "! \($0)" } ?? edit.entry.title
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

  /// Returns the lines below the control: one remark (rejection, external change or parked input),
  /// and the default and the stored value.
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
    if let rejection = edit.rejectionText {
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
