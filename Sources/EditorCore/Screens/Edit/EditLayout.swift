import Defaults
import DefaultsSchema
import Terminal

/// The lines of an open edit and their positions on the screen: help, open item, control, notes.
///
/// `EditView` draws these lines, and `update` uses the same values to find the line of a mouse event
/// and to draw the control, so that drawing and input always agree. If there is not enough room, the
/// help is dropped first, then the notes; the control is always shown. The room for the control does not
/// depend on the lines that it draws.
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

  /// Arranges the lines of the control with the help and the notes.
  init(state: EditorState, edit: OpenEdit, picture: ControlPicture) {
    let layout = Layout(state: state)
    // The width is needed before the lines can be made, and the number of lines before the panel.
    let form: Panel.Form = [.box, .json].contains(edit.control.keyMode) ? .wide : .sheet
    let screen = Panel.room(layout, form)
    let openParts = edit.control.openParts
    let help = Self.help(openParts.last?.help ?? edit.entry.help, layout, columns: screen.columns)
    let place = Self.place(openParts, columns: screen.columns)
    var remark = Self.remark(state, edit, layout, columns: screen.columns)
    // The control can have said it already, of the item with the cursor.
    if let first = remark.first?.text.string,
      picture.lines.contains(where: { $0.text.string == first })
    {
      remark = [StyledLine()]
    }
    let facts = StyledLine(
      Self.facts(state, edit, layout).truncated(to: screen.columns),
      role: .quiet
    )
    // Help, open item, control, a blank line, remark, facts; the priorities decide what a small screen
    // drops.
    let parts: [Extent] = [
      .fixed(help.count, .extra), .fixed(place.count, .useful), Extent(2, ideal: 3),
      .fixed(1, .extra), .upTo(remark.count, minimum: 1, .useful), .fixed(1, .useful),
    ]
    let rows = Extent.ranges(of: parts, in: 0..<screen.rows).map(\.count)
    room = Size(columns: max(1, screen.columns), rows: max(1, rows[2]))
    let above = help.prefix(rows[0]) + place.prefix(rows[1])
    // Without room for the whole rejection, it begins in the place of the title.
    let isTitle =
      layout.hasFullScreenEditors && edit.rejection != nil && rows[4] < remark.count
      && remark.first?.text.isEmpty == false
    title = isTitle ? remark[0].text.string : edit.entry.title
    let shownRemark = Self.cut(Array(remark.dropFirst(isTitle ? 1 : 0)), rows[4], screen.columns)
    let blank = Array(repeating: StyledLine(), count: rows[3])
    let shownFacts = rows[5] > 0 ? [facts] : []
    lines = Array(above + picture.lines.prefix(room.rows)) + blank + shownRemark + shownFacts
    self.edit = edit
    panel = Panel(
      layout,
      form,
      Size(columns: screen.columns, rows: lines.count),
      avoiding: state.selectedRow.map { layout.list.row + $0 - state.suite.top }
    )
    let inside = panel.inside
    control = Rect(
      row: inside.row + above.count,
      column: inside.column,
      columns: room.columns,
      rows: picture.lines.count
    )
    let (first, column) = (control.row, control.column)
    cursor = picture.cursor.map { (first + $0.line, column + $0.column) }
  }

  /// Returns the help of the key or of the open member, with a blank line below it.
  private static func help(_ text: String, _ layout: Layout, columns: Int) -> [StyledLine] {
    guard !text.isEmpty else { return [] }
    let rows = layout.hasFullScreenEditors ? 2 : 3
    let lines = SafeText.lines(of: text, columns: columns).prefix(rows)
    return lines.map { StyledLine($0) } + [StyledLine()]
  }

  /// Returns the line with the path of the open item and its kind; none if no item is open.
  ///
  /// If the line is too long, the first items are left out.
  private static func place(_ parts: [EditedPart], columns: Int) -> [StyledLine] {
    guard let edited = parts.last?.edited else { return [] }
    let kind = "   " + ValueText.kind(edited.kind, unit: edited.unit)
    for first in parts.indices {
      let titles = (first > 0 ? ["…"] : []) + parts[first...].map(\.title)
      let text = SafeText(titles.joined(separator: " \u{203A} ") + kind)
      guard text.width > columns, first < parts.count - 1 else {
        return [StyledLine(text.truncated(to: columns), role: .quiet)]
      }
    }
    return []
  }

  /// Returns the lines of the remark: the rejection, an external change, input that can be brought back,
  /// or the notice if the edit covers the status line; a blank line for none.
  private static func remark(
    _ state: EditorState,
    _ edit: OpenEdit,
    _ layout: Layout,
    columns: Int
  ) -> [StyledLine] {
    let entry = state.shownEntry(of: edit)
    let item = state.document.item(edit.key)
    let (text, role): (String, Role)
    if let rejection = edit.rejectionText {
      (text, role) = ("! \(rejection)", .warning)
    } else if layout.hasFullScreenEditors, let notice = state.feedback.notice {
      (text, role) = (notice.text, .caution)
    } else if edit.isChangedElsewhere {
      let stored = item.flatMap { state.expectedValue(of: $0, in: edit.scope) }
      text =
        item == nil
        ? "removed elsewhere; saving writes it again"
        : "changed elsewhere: now \(ValueText.brief(stored: stored, in: entry))"
      role = .caution
    } else if let remark = edit.unknownMembersText {
      (text, role) = (remark, .caution)
    } else if let kept = recallText(state, edit) {
      (text, role) = (kept, .quiet)
    } else {
      return [StyledLine()]
    }
    let lines = SafeText(text, limit: 1000).wrapped(to: columns)
    return cut(lines.map { StyledLine($0, role: role) }, 5, columns)
  }

  /// Returns the text about input that can be brought back; nil if there is none, or after a change.
  private static func recallText(_ state: EditorState, _ edit: OpenEdit) -> String? {
    guard !edit.control.isDirty, let kept = state.keptText(for: edit) else { return nil }
    let words = "brings back what you typed" + (kept.isEmpty ? "" : ": \(kept)")
    return state.keyText(EditCommand.recall, words, in: edit.control.keyMode)
  }

  /// Returns whether the input is stored, the default and the stored value; on a small screen also the
  /// kind.
  private static func facts(_ state: EditorState, _ edit: OpenEdit, _ layout: Layout) -> SafeText {
    let entry = state.shownEntry(of: edit)
    if let prompt = edit.prompt { return SafeText(prompt.remark) }
    let stored = state.document.item(edit.key)
      .flatMap { state.expectedValue(of: $0, in: edit.scope) }
    var value = ValueText.brief(stored: stored, in: entry)
    var fallback = edit.edited.defaultValue.map { ValueText.items($0, in: entry) }
    let part = edit.control.openParts.last?.edited
    if let part, !edit.entry.isSecret {
      value = part.stored.map { ValueText.display($0, part) } ?? "unset"
      fallback = part.defaultValue.map { ValueText.display($0, part) }
    }
    let isStored = !edit.control.isDirty && state.requests.writes[state.suiteKey(edit.key)] == nil
    let remark = isStored ? "" : state.isStaging ? "not staged yet  " : "not stored yet  "
    let showsKind = layout.hasFullScreenEditors && part == nil
    let kind = showsKind ? "\(ValueText.briefKind(entry))  " : ""
    return SafeText("\(remark)\(kind)default \(fallback ?? "none")  stored \(value)")
  }

  /// Returns the first lines of a text of one role; the last one ends in `…` if lines are missing.
  private static func cut(_ lines: [StyledLine], _ rows: Int, _ columns: Int) -> [StyledLine] {
    guard lines.count > rows else { return lines }
    guard rows > 0 else { return [] }
    let rest = lines[(rows - 1)...].reduce(SafeText("")) { $0 + $1.text + " " }
    return lines.prefix(rows - 1)
      + [StyledLine(rest.truncated(to: columns), role: lines[0].spans.first?.role ?? .text)]
  }
}
