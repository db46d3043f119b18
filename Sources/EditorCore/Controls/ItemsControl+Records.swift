import DefaultsCore
import DefaultsSchema
import Terminal

// A list of records is a table with a column for each member. A cell is edited by the control of the
// record, in which the member is opened at once: so a cell has the checks, the kept input and the
// default of a member.
extension ItemsControl {
  /// The first columns of a row, for the sign and the mark.
  private static let start = 2

  /// Returns the number of lines above the records.
  func recordHeaderRows(_ rows: Int) -> Int { structure.columns.isEmpty || rows < 3 ? 0 : 1 }

  // MARK: - Editing

  /// The member of the selected cell; nil if the items have no columns.
  private var selectedMember: TableMember? {
    items.indices.contains(selected) && structure.columns.indices.contains(selectedColumn)
      ? structure.columns[selectedColumn] : nil
  }

  /// Edits the selected cell, or the selected item if the items have no columns.
  ///
  /// - Returns: whether the value changed: a Bool is toggled without opening it.
  mutating func editCell() -> Bool {
    guard let member = selectedMember else {
      edit()
      return false
    }
    if case .bool = member.kind, toggle() { return true }
    edit()
    guard var record = open?.control as? Self,
      let index = record.items.firstIndex(where: { $0.name == Defaults.KeyName(member.name) })
    else { return false }
    record.selected = index
    record.edit()
    open?.control = record
    open?.isCell = true
    return false
  }

  /// Opens the selected member or cell if it is secret, and shows it.
  mutating func showSecret(_ action: KeyAction) {
    let name = items.indices.contains(selected) ? items[selected].name : nil
    guard let member = selectedMember ?? structure.member(name), member.isSecret else {
      refusal = "This is not secret, so there is nothing to show."
      return
    }
    _ = editCell()
    _ = open?.control.perform(action)
  }

  /// Inverts the selected Bool: a cell, an item or a member; returns whether the value changed.
  mutating func toggle() -> Bool {
    guard items.indices.contains(selected) else { return false }
    let item = items[selected]
    if let member = selectedMember {
      guard case .bool = member.kind, case .dictionary(var values)? = item.value else {
        return refuseToToggle()
      }
      let name = Defaults.KeyName(member.name)
      values[name] = .bool((values[name] ?? member.defaultValue) != .bool(true))
      items.replace(at: selected, by: .dictionary(values))
      return true
    }
    let value = item.value ?? structure.member(item.name)?.defaultValue
    guard case .bool = kind(of: value, named: item.name) else { return refuseToToggle() }
    items.replace(at: selected, by: .bool(value != .bool(true)))
    return true
  }

  private mutating func refuseToToggle() -> Bool {
    refusal = "This is not a Bool, so it cannot be toggled."
    return false
  }

  /// Selects the cell at a column of the screen.
  mutating func selectCell(at column: Int) {
    let cells = cells(cursor.visible(rows: cursor.rows), columns: size.columns)
    if let index = cells.firstIndex(where: { $0.contains(column) }) { selectedColumn = index }
  }

  // MARK: - Drawing

  /// Returns the header and the rows of the visible records.
  func recordLines(_ visible: Range<Int>, _ cells: [Range<Int>], rows: Int) -> [StyledLine] {
    let header = recordHeaderRows(rows) > 0 ? [headerLine(cells)] : []
    return header + visible.map { recordLine(at: $0, cells) }
  }

  /// The title and the kind of the selected member; nil for other items.
  ///
  /// The row of a member says what is there without a value; of a column, it is said here.
  var memberNote: String? {
    let item = items.indices.contains(selected) ? items[selected].name : nil
    guard structure.columns.indices.contains(selectedColumn) else {
      return structure.member(item).map { note(on: $0) }
    }
    let member = structure.columns[selectedColumn]
    let fallback = member.defaultValue.map { value in
      let text =
        member.isSecret ? ValueText.hidden : ValueText.part(value, as: member.kind, unit: "")
      return "default \(text)"
    }
    return note(on: member, member.isRequired ? "required" : fallback)
  }

  /// Returns the title, the kind and the description of a member.
  private func note(on member: TableMember, _ fact: String? = nil) -> String {
    let facts = ["\(member.title): \(ValueText.fullKind(member.kind))", fact].line(separator: ", ")
    return [facts, member.help].filter { !$0.isEmpty }.joined(separator: ". ")
  }

  /// Returns the columns of the screen for each member, empty for one that is not shown.
  ///
  /// The first and the selected member are always shown; of the others, the last are dropped first. A
  /// column is as wide as its title and the cells need.
  func cells(_ visible: Range<Int>, columns: Int) -> [Range<Int>] {
    let extents = structure.columns.enumerated().map { index, member in
      let texts = measured(visible).map { text(of: member, at: $0).width }
      let patch = member.kind == .color ? StyledLine.patchWidth : 0
      let width = max(title(of: member).width, (texts.max() ?? 0) + patch, 3)
      let isNeeded = index == 0 || index == selectedColumn
      return Extent.upTo(
        min(width, max(8, columns / 2)),
        minimum: 8,
        isNeeded ? .required : .useful,
        gap: index == 0 ? 0 : 2
      )
    }
    return Extent.ranges(of: extents, in: min(Self.start, columns)..<max(Self.start, columns))
  }

  private func title(of member: TableMember) -> SafeText {
    SafeText(member.title, limit: 60)
  }

  private func text(of member: TableMember, at index: Int) -> SafeText {
    guard case .dictionary(let values)? = items[index].value else {
      let isFirst = member.name == structure.columns.first?.name
      guard isFirst, let value = items[index].value else { return "" }
      let kind = structure.kind(ofItemNamed: nil)
      return SafeText(ValueText.item(value, as: kind, unit: ""), limit: 60)
    }
    guard let value = values[Defaults.KeyName(member.name)] else { return "–" }
    let text = member.isSecret ? ValueText.hidden : ValueText.item(value, as: member.kind, unit: "")
    return SafeText(text, limit: 60)
  }

  private func headerLine(_ cells: [Range<Int>]) -> StyledLine {
    var line = StyledLine(spans: [])
    for (member, range) in zip(structure.columns, cells) where !range.isEmpty {
      line.append(title(of: member), role: .heading, in: range, isNumber: member.kind.isNumber)
    }
    return line
  }

  /// Returns the cells of a record; the selected one is drawn as a field in the highlighted line.
  private func recordLine(at index: Int, _ cells: [Range<Int>]) -> StyledLine {
    let start = StyledLine.Span(text: start(at: index), role: mark(at: index)?.role ?? .text)
    var line = StyledLine(spans: [start], isHighlighted: index == selected)
    for (column, member) in structure.columns.enumerated() where !cells[column].isEmpty {
      let isCell = index == selected && column == selectedColumn
      line.append(
        text(of: member, at: index),
        role: isCell ? .field : role(of: member, at: index),
        in: cells[column],
        isNumber: member.kind.isNumber,
        swatch: color(of: member, at: index)
      )
    }
    return line
  }

  /// Returns the colour that a cell names; nil for none.
  private func color(of member: TableMember, at index: Int) -> Defaults.Color? {
    guard !member.isSecret, case .dictionary(let values)? = items[index].value else { return nil }
    return values[Defaults.KeyName(member.name)]?.color(as: member.kind)
  }

  private func role(of member: TableMember, at index: Int) -> Role {
    guard case .dictionary(let values)? = items[index].value else { return .warning }
    guard let value = values[Defaults.KeyName(member.name)] else { return .quiet }
    return (try? member.kind.validate(value)) == nil ? .warning : .text
  }
}

extension StyledLine {
  /// Adds a cell after blanks up to its first column; a number is at the end of the cell.
  fileprivate mutating func append(
    _ text: SafeText,
    role: Role,
    in range: Range<Int>,
    isNumber: Bool,
    swatch: Defaults.Color? = nil
  ) {
    let patch = swatch == nil ? 0 : Self.patchWidth
    let text = text.truncated(to: max(0, range.count - patch))
    let start = isNumber ? range.upperBound - text.width : range.lowerBound
    spans.append(.init(text: SafeText("").padded(to: max(0, start - width)), role: .text))
    spans.append(.init(text: text, role: role))
    if let swatch { appendPatch(swatch) }
  }
}

extension ValueKind {
  /// Whether every value of the kind is a number.
  var isNumber: Bool {
    switch self {
    case .integer, .real: true
    case .bool, .string, .choice, .choices, .date, .data, .url, .path, .color, .list, .dictionary,
      .table, .alternatives, .json, .any:
      false
    }
  }
}
