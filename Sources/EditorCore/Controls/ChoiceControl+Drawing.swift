import DefaultsCore
import DefaultsSchema
import Terminal

// The lines of the choices, or of the control for another value.
extension ChoiceControl {
  var wantedRows: Int {
    // The help of a choice is longer in a narrow box, where it takes its rows from the choices.
    let helpRows = choices.map { min(3, ($0.help.count + 65) / 66) }.max() ?? 0
    let rows = matches.count + (query == nil ? 0 : 2)
    return max(rows + (helpRows == 0 ? 0 : helpRows + 1), otherKind == nil ? 1 : 4)
  }

  mutating func render(columns: Int, rows: Int) -> ControlPicture {
    if let picture = inner?.render(columns: columns, rows: rows) { return picture }
    let help = help(columns: columns)
    // Above the choices is the searched text, if there is room for it.
    let header = query != nil && rows >= 2 ? 1 : 0
    // At least three choices are shown before there is room for the help.
    let notes = (help.isEmpty ? 0 : help.count + 1) + (query == nil ? 0 : 1)
    let room = max(rows - header - notes, min(rows - header, 3))
    lines = Rect(row: header, column: 0, columns: columns, rows: room)
    cursor.show(rows: room)
    let visible = cursor.visible(rows: room)
    var picture = ControlPicture(lines: [])
    if header > 0, var query {
      picture = query.render(columns: columns, isRejected: matches.isEmpty)
      if query.isEmpty {
        picture.lines = [StyledLine("type to search", cutTo: columns, role: .quiet)]
      }
      self.query = query
    }
    let widest = choices.map { SafeText($0.title).width }.max() ?? 0
    picture.lines += visible.map {
      line(matches[$0], titleColumns: max(8, min(columns - 20, widest)), columns: columns)
    }
    if header == 0, let place = cursor.selected {
      picture.cursor = (line: place - visible.lowerBound, column: 0)
    }
    if let note = countText(visible), picture.lines.count < rows {
      picture.lines.append(StyledLine(SafeText(note), cutTo: columns, role: .quiet))
    }
    if !help.isEmpty, picture.lines.count + 1 < rows {
      picture.lines += ([StyledLine()] + help).prefix(rows - picture.lines.count)
    }
    return picture
  }

  /// Returns how many choices there are, and how many match; nil if all are visible.
  private func countText(_ visible: Range<Int>) -> String? {
    guard query != nil else { return nil }
    if matches.isEmpty { return "  no choice matches" }
    guard visible.count < matches.count || matches.count < choices.count else { return nil }
    return "  \(visible.position(of: matches.count))"
      + (matches.count < choices.count ? ", \(choices.count) in all" : "")
  }

  /// Returns the help of the highlighted choice, in at most three lines.
  ///
  /// In a menu, blank lines follow it up to the longest help, so that the box keeps its size.
  private func help(columns: Int) -> [StyledLine] {
    let shown = help(highlighted, columns: columns)
    let rows =
      query == nil ? choices.indices.map { help($0, columns: columns).count }.max() ?? 0 : 0
    return shown + Array(repeating: StyledLine(), count: max(0, rows - shown.count))
  }

  private func help(_ index: Int?, columns: Int) -> [StyledLine] {
    guard let choice = index.flatMap(choice), !choice.help.isEmpty else { return [] }
    return SafeText(choice.help).wrapped(to: columns).cut(toRows: 3, columns: columns)
      .map { StyledLine($0) }
  }

  /// Returns the line for no value.
  private func unsetLine(_ pointer: String) -> StyledLine {
    let blanks = query == nil ? "  " : ""
    let box = edited.stored == nil ? "(•)" : "( )"
    let note = edited.defaultValue == nil ? "" : "   the default is used"
    return StyledLine(
      spans: [
        .init(
          text: SafeText("\(pointer)\(blanks) \(box) unset"),
          role: edited.stored == nil ? .strong : .text
        ),
        .init(text: SafeText(note), role: .quiet),
      ],
      isHighlighted: highlighted == unsetIndex
    )
  }

  private func line(_ index: Int, titleColumns: Int, columns: Int) -> StyledLine {
    let isHighlighted = index == highlighted
    let pointer = isHighlighted ? ">" : " "
    let digit = index < numbered ? " \(index + 1)" : "  "
    let number = query == nil ? digit : ""
    guard index != unsetIndex else { return unsetLine(pointer) }
    let choice = choice(index)
    let value = choice?.value ?? otherValue
    let isStored = value != nil && value == edited.stored
    let isInUse = value != nil && value == edited.original
    let isMarked = elements.flatMap { elements in value.map(elements.contains) }
    let box = isMarked.map { $0 ? "[x]" : "[ ]" } ?? (isStored ? "(•)" : "( )")
    var notes: [String] = []
    if choice == nil, closedOther != nil { notes.append("changed, not saved yet") }
    if let value {
      if choice?.title != value.plainText { notes.append(value.plainText) }
      if isMarked == nil, isStored { notes.append("stored") }
      if value == edited.defaultValue { notes.append("default") }
      if isMarked == nil, isInUse, !isStored { notes.append("in use") }
    }
    let title = RowTitles.cut(choice?.title ?? "other…", to: titleColumns)
    let start = SafeText("\(pointer)\(number) \(box) ") + title.padded(to: titleColumns)
    let room = max(0, columns - start.width)
    var note = SafeText("   " + notes.joined(separator: "  "))
    // That a value is the stored one or the default is worth more than how it is stored.
    if note.width > room, notes.count > 1, notes.first == value?.plainText {
      note = SafeText("   " + notes.dropFirst().joined(separator: "  "))
    }
    return StyledLine(
      spans: [
        .init(text: start, role: isMarked ?? (isStored || isInUse) ? .strong : .text),
        .init(text: note.truncated(to: room), role: .quiet),
      ],
      isHighlighted: isHighlighted
    )
  }

  /// The value in use if it is none of the choices; otherwise nil.
  private var otherValue: Defaults.StoredValue? {
    choices.contains { $0.value == edited.original } ? nil : edited.original
  }
}
