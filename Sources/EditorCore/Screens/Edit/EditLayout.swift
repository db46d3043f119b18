import DefaultsCore
import DefaultsSchema
import Terminal

/// The lines of an open edit and their positions on the screen: help, open item, control, notes.
///
/// ``EditScreen`` draws these lines, and `update` uses the same values to find the line of a mouse
/// event and to draw the control, so that drawing and input always agree. If there is not enough
/// room, the help is dropped first, then the notes; the control is always shown.
///
/// The height of the box is decided by the key and by the control at the opening, and by nothing that
/// happens later: the control scrolls, and a remark of several lines uses rows that the control leaves.
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

  /// The most rows that a control has before the help is shown.
  private static let usualRows = 6
  /// The most rows of the help in a box.
  private static let helpRows = 3

  /// Arranges the lines of the control with the help and the notes.
  init(state: EditorState, edit: OpenEdit, picture: ControlPicture) {
    let layout = Layout(state: state)
    self.edit = edit
    panel = Self.panel(state, edit, layout)
    let inside = panel.inside
    let columns = inside.size.columns
    let openParts = edit.control.openParts
    let help = Self.help(
      openParts.last?.help ?? Self.entryHelp(edit, panel, layout),
      layout,
      columns: columns
    )
    let place = Self.place(openParts, columns: columns)
    let wanted = min(openParts.last?.wantedRows ?? edit.controlRows, Self.usualRows)
    var remark = Self.remark(state, edit, layout, columns: columns)
    // Help, open item, control, remark with a blank line, facts; the priorities decide what a small screen
    // drops.
    let parts: [Extent] = [
      .fixed(help.count, .extra), .fixed(place.count, .useful),
      Extent(min(2, wanted - 1), ideal: wanted),
      .upTo(2, minimum: 1, .useful), .fixed(1, .useful),
    ]
    var rows = Extent.ranges(of: parts, in: 0..<inside.size.rows).map(\.count)
    // A long list uses the rows of a remark while there is none.
    if remark.isEmpty, openParts.last?.wantedRows ?? edit.control.wantedRows > rows[2] {
      (rows[2], rows[3]) = (rows[2] + rows[3], 0)
    }
    room = Size(columns: max(1, columns), rows: max(1, rows[2]))
    let top = Array(help.prefix(rows[0]) + place.prefix(rows[1]) + picture.lines.prefix(room.rows))
    let facts = StyledLine(
      Self.facts(state, edit, layout, columns: columns),
      cutTo: columns,
      role: .quiet
    )
    // The control can have said it already, of the item with the cursor.
    if let first = remark.first?.text, picture.lines.contains(where: { $0.text == first }) {
      remark = []
    }
    let free = max(0, inside.size.rows - top.count - rows[4])
    // Without room for the whole rejection, it begins in the place of the title.
    let isTitle = !panel.isBox && edit.rejection != nil && free < remark.count
    title = isTitle ? remark[0].text.string : edit.entry.title
    let notes =
      Self.cut(Array(remark.dropFirst(isTitle ? 1 : 0)), free, columns)
      + [facts].prefix(rows[4])
    let blanks = max(0, inside.size.rows - top.count - notes.count)
    lines = top + Array(repeating: StyledLine(), count: blanks) + notes
    let first = inside.row + min(help.count, rows[0]) + min(place.count, rows[1])
    control = Rect(
      row: first,
      column: inside.column,
      columns: room.columns,
      rows: picture.lines.count
    )
    let column = inside.column
    cursor = picture.cursor.map { (first + $0.line, column + $0.column) }
  }

  /// Returns the panel: as high as the control at the opening wants it, but a long value has only a part
  /// of the rows of a large screen.
  static func panel(_ state: EditorState, _ edit: OpenEdit, _ layout: Layout) -> Panel {
    let columns = Panel.room(layout, .row).columns
    let most = max(16, layout.pane.size.rows * 2 / 3)
    func panel(_ helpRows: Int) -> Panel {
      let size = Size(columns: columns, rows: min(most, edit.controlRows + helpRows + 3))
      return Panel(layout, .row, size, below: state.selectedRow(on: layout))
    }
    let rows = edit.entry.kind.describesMembers ? helpRows + 1 : 0
    let small = panel(rows)
    let entryHelp = entryHelp(edit, small, layout)
    return entryHelp.isEmpty
      ? small : panel(max(rows, help(entryHelp, layout, columns: columns).count))
  }

  /// Returns the help of the key; empty where the details beside or below the panel show it.
  private static func entryHelp(_ edit: OpenEdit, _ panel: Panel, _ layout: Layout) -> String {
    let details = layout[.details]
    let isInDetails =
      edit.prompt == nil && panel.isBox && !details.isEmpty
      && (layout.hasDetailsBeside || panel.covered.endRow < details.row)
    return isInDetails ? "" : edit.entry.help
  }

  /// Returns the help of the key or of the open member, with a blank line below it.
  private static func help(_ text: String, _ layout: Layout, columns: Int) -> [StyledLine] {
    guard !text.isEmpty else { return [] }
    let rows = layout.hasFullScreenEditors ? 2 : helpRows
    let lines = SafeText.lines(of: text, columns: columns).map { StyledLine($0) }
    return cut(lines, rows, columns) + [StyledLine()]
  }

  /// Returns the line with the path of the open item and its kind; none if no item is open.
  ///
  /// If the line is too long, the first items are left out.
  private static func place(_ parts: [EditedPart], columns: Int) -> [StyledLine] {
    guard let edited = parts.last?.edited else { return [] }
    let kind = "   " + ValueText.fullKind(edited.kind, unit: edited.unit)
    for first in parts.indices {
      let titles = (first > 0 ? ["…"] : []) + parts[first...].map(\.title)
      let text = SafeText(titles.joined(separator: " \u{203A} ") + kind)
      guard text.width > columns, first < parts.count - 1 else {
        return [StyledLine(text, cutTo: columns, role: .quiet)]
      }
    }
    return []
  }

  /// Returns the lines of the remark: the rejection, the notice if the status line does not show it, an
  /// external change, or input that can be brought back; empty for none.
  private static func remark(
    _ state: EditorState,
    _ edit: OpenEdit,
    _ layout: Layout,
    columns: Int
  ) -> [StyledLine] {
    let entry = state.shownEntry(of: edit)
    let item = state.document.item(edit.key)
    let (text, role): (String, Role)
    var isSelected = false
    if let rejection = edit.rejectionText {
      (text, role) = ("! \(rejection)", .warning)
      // The notice that the input was refused is covered, and would say the same.
      if layout.hasFullScreenEditors, let notice = state.feedback.notice {
        isSelected = notice.kind == .refused && !notice.isRepeated
      }
    } else if let notice = unseenNotice(state, layout) {
      (text, role) = (notice.text, .caution)
    } else if edit.isChangedElsewhere {
      let stored = item.flatMap { state.expectedValue(of: $0, in: edit.scope) }
      text =
        if let item, item.isLocked {
          "locked by an administrator meanwhile: it cannot be saved"
        } else if item == nil {
          "removed elsewhere; saving writes it again"
        } else {
          "changed elsewhere: now \(ValueText.items(stored, in: entry))"
        }
      role = .caution
    } else if let remark = edit.unknownMembersText {
      (text, role) = (remark, .caution)
    } else if let kept = recallText(state, edit) {
      (text, role) = (kept, .quiet)
    } else {
      return []
    }
    let lines = SafeText(text, limit: 1000).wrapped(to: columns)
    return cut(lines.map { StyledLine($0, role: role, isSelected: isSelected) }, 5, columns)
  }

  /// Returns the notice that the edit covers, or that is too long for the status line; nil for none.
  private static func unseenNotice(_ state: EditorState, _ layout: Layout) -> Notice? {
    if layout.hasFullScreenEditors { return state.feedback.notice }
    return StatusText(state, layout)?.isComplete == false ? state.currentNotice : nil
  }

  /// Returns the text about input that can be brought back; nil if there is none, or after a change.
  private static func recallText(_ state: EditorState, _ edit: OpenEdit) -> String? {
    guard !edit.control.isDirty, let kept = state.keptText(for: edit) else { return nil }
    let words = "brings back what you typed" + (kept.isEmpty ? "" : ": \(kept)")
    return state.keyText(EditCommand.recall, words, in: edit.control.keyMode)
  }

  /// Returns whether the input is stored, the default and the stored value; on a small screen also the
  /// kind.
  private static func facts(
    _ state: EditorState,
    _ edit: OpenEdit,
    _ layout: Layout,
    columns: Int
  ) -> SafeText {
    let entry = state.shownEntry(of: edit)
    if let prompt = edit.prompt { return SafeText(prompt.remark) }
    let stored = state.document.item(edit.key)
      .flatMap { state.expectedValue(of: $0, in: edit.scope) }
    var value = ValueText.brief(stored: stored, in: entry)
    var fallback = edit.edited.defaultValue.map { ValueText.items($0, in: entry) }
    var control = edit.control
    // The input of the items around the open one may not be stored yet.
    if stored != nil || edit.edited.stored != nil { control.setStored(stored) }
    let part = control.openParts.last?.edited
    if let part, !edit.entry.isSecret {
      value = part.stored.map { ValueText.item($0, part) } ?? "unset"
      fallback = part.defaultValue.map { ValueText.item($0, part) }
    }
    let isStored = !edit.control.isDirty && state.requests.writes[state.suiteKey(edit.key)] == nil
    let remark = isStored ? "" : state.isStaging ? "not staged yet  " : "not stored yet  "
    let showsKind = layout.hasFullScreenEditors && part == nil
    let kind = showsKind ? "\(ValueText.briefKind(entry))  " : ""
    // A part of an unset value is that of the default.
    let target = StagedEdits.Target(state.suiteKey(edit.key), edit.scope)
    let own = state.staged[target] == nil ? "stored" : "staged"
    let word = part?.stored != nil && stored == nil ? "now" : own
    // An item of a list has no default.
    let standard = part != nil && fallback == nil ? "" : "default \(fallback ?? "none")"
    let isUnset = part.map { $0.stored == nil } ?? (stored == nil)
    let now = (standard.isEmpty ? "" : "  ") + (isUnset ? "unset" : "\(word) \(value)")
    // What is stored is said before the whole of a long default.
    let room = max(columns / 2, columns - SafeText(remark + kind + now).width)
    let values = SafeText(standard).truncated(to: room).string + now
    // The limits of the items are long, and less urgent than those of a text or number.
    let isLate = edit.control is ItemsControl && !kind.isEmpty
    return SafeText(remark + (isLate ? "\(values)  \(kind)" : kind + values))
  }

  /// Returns the first lines of a text of one role; the last one ends in `…` if lines are missing.
  private static func cut(_ lines: [StyledLine], _ rows: Int, _ columns: Int) -> [StyledLine] {
    guard lines.count > rows else { return lines }
    guard rows > 0 else { return [] }
    let rest = lines[(rows - 1)...].reduce(SafeText("")) { $0 + $1.text + " " }
    return lines.prefix(rows - 1)
      + [StyledLine(rest, cutTo: columns, role: lines[0].spans.first?.role ?? .text)]
  }
}

extension ValueKind {
  /// Whether the values have members with descriptions of their own.
  fileprivate var describesMembers: Bool {
    switch self {
    case .table(let members, let others):
      members.contains { !$0.help.isEmpty || $0.kind.describesMembers }
        || others?.describesMembers == true
    case .list(let kind, _), .dictionary(let kind): kind.describesMembers
    case .alternatives(let forms): forms.contains { $0.kind.describesMembers }
    default: false
    }
  }
}
