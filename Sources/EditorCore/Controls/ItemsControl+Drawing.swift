import DefaultsCore
import DefaultsSchema
import Terminal

// The lines of the items, or of the open one.
extension ItemsControl {
  /// There are rows for the header, the note, and the members of a record.
  var wantedRows: Int { max(3, items.count, structure.columns.count) + 2 }

  mutating func render(columns: Int, rows: Int) -> ControlPicture {
    size = Size(columns: columns, rows: rows)
    if var item = open {
      defer { open = item }
      return render(&item, columns: columns, rows: rows)
    }
    guard !items.isEmpty else {
      return ControlPicture(
        lines: [StyledLine("no items", cutTo: columns, role: .quiet)],
        cursor: (line: 0, column: 0)
      )
    }
    // If not all items fit, the note about them needs a line.
    let rest = rows - recordHeaderRows(rows)
    let room = items.count + 1 <= rest || rest < 4 ? rest : rest - 1
    cursor.show(rows: room)
    let visible = cursor.visible(rows: room)
    let cells = cells(visible, columns: columns)
    var lines =
      cells.isEmpty ? itemLines(visible, columns: columns) : recordLines(visible, cells, rows: rows)
    let cursor = (
      line: selected - visible.lowerBound + recordHeaderRows(rows),
      column: cells.indices.contains(selectedColumn) ? cells[selectedColumn].lowerBound : 0
    )
    if lines.count < rows {
      lines += noteLine(visible).map { line in
        StyledLine(line.text, cutTo: columns, role: line.spans[0].role)
      }
    }
    return ControlPicture(lines: lines, cursor: cursor)
  }

  private func itemLines(_ visible: Range<Int>, columns: Int) -> [StyledLine] {
    let measured = measured(visible)
    // A label has a third of the line, or what the texts of the values leave.
    let values = measured.map { SafeText(valueText(items[$0]), limit: columns).width }.max() ?? 0
    let room = max(8, columns / 3, columns - values - 4)
    let width = measured.map { label(at: $0, columns: room).width }.max() ?? 0
    return visible.map { index in
      line(at: index, label(at: index, columns: room).padded(to: width), columns: columns)
    }
  }

  /// Returns the items that decide the widths of columns: in all but very long lists, all items, so that
  /// no column moves while the list scrolls.
  func measured(_ visible: Range<Int>) -> [Int] {
    Array(items.indices.prefix(200)) + visible.drop { $0 < 200 }
  }

  /// Returns the line below the items: why the selected item is not valid, or which items are visible.
  private func noteLine(_ visible: Range<Int>) -> [StyledLine] {
    if let rejection = rejection(at: selected) {
      let name = items[selected].name
      let reason = structure.text(of: rejection, inItemNamed: name)
      let text = "! \(name?.string ?? "item \(selected + 1)"): \(reason)"
      return [StyledLine(SafeText(text, limit: 300), role: .warning)]
    }
    let isWhole = visible.count >= items.count
    let hidden = isWhole ? nil : "  … \(visible.position(of: items.count))"
    let marked = items.marked.count
    let text = [hidden, marked > 0 ? "\(marked) marked" : nil, changeSummary, memberNote]
      .compactMap(\.self).joined(separator: "   ")
    return text.isEmpty ? [] : [StyledLine(SafeText(text), role: .quiet)]
  }

  /// Returns why an item is not valid; nil if it is, or if it is unset.
  private func rejection(at index: Int) -> Defaults.Rejection? {
    guard items.indices.contains(index), let value = items[index].value else { return nil }
    do throws(Defaults.Rejection) {
      try structure.kind(ofItemNamed: items[index].name).validate(value)
      return nil
    } catch {
      return error
    }
  }

  /// Returns the mark of an item whose value is not valid; nil for none.
  func mark(at index: Int) -> Mark? { rejection(at: index) == nil ? nil : .invalid }

  /// Returns the number of an item of a list, or the name of a member.
  private func label(at index: Int, columns: Int) -> SafeText {
    guard let name = items[index].name else {
      let number = String(index + 1)
      return SafeText(
        String(repeating: " ", count: String(items.count).count - number.count) + number
      )
    }
    let title = structure.member(name)?.title ?? name.string
    return SafeText(title, limit: columns).truncated(to: columns)
  }

  /// Returns the sign of a marked or the selected line, and the mark.
  func start(at index: Int) -> SafeText {
    let isSelected = index == selected
    let sign = items[index].isMarked ? isSelected ? "X" : "x" : isSelected ? ">" : " "
    return SafeText("\(sign)\(mark(at: index)?.glyph ?? items[index].change?.rawValue ?? " ")")
  }

  private func line(at index: Int, _ label: SafeText, columns: Int) -> StyledLine {
    let item = items[index]
    let start = start(at: index) + label + "  "
    let text = SafeText(valueText(item), limit: columns)
    let span = StyledLine.Span(
      text: (start + text).truncated(to: columns),
      role: item.value == nil ? .quiet : .text
    )
    var line = StyledLine(spans: [span], isHighlighted: index == selected)
    if let value = item.value, structure.member(item.name)?.isSecret != true,
      let color = value.color(as: kind(of: value, named: item.name))
    {
      line.appendPatch(color)
    }
    return line
  }

  /// Returns the text of the value of an item, which is hidden if it is secret.
  func valueText(_ item: EditedItem) -> String {
    let member = structure.member(item.name)
    if let value = item.value {
      return member?.isSecret == true
        ? ValueText.hidden
        : ValueText.item(value, as: shownKind(of: value, item.name), unit: edited.unit)
    }
    guard let member else { return "unset" }
    let fallback = member.defaultValue.map { "default \(ValueText.display($0, ofMember: member))" }
    return ["unset", member.isRequired ? "required" : nil, fallback].line(separator: ", ")
  }

  /// Returns the kind by which a value is shown: a number of a list without a kind is shown with its type.
  private func shownKind(of value: Defaults.StoredValue, _ name: Defaults.KeyName?) -> ValueKind {
    if case .real = value {
      structure.kind(ofItemNamed: name)
    } else {
      kind(of: value, named: name)
    }
  }

  private func render(_ item: inout OpenItem, columns: Int, rows: Int) -> ControlPicture {
    let message = mark(&item)
    // The innermost open item leaves a row for the message.
    let messageRows = item.control.openParts.isEmpty ? 1 : 0
    var picture = item.control.render(columns: columns, rows: max(1, rows - messageRows))
    if picture.lines.count < rows, let message {
      let text = SafeText("! \(message)")
      picture.lines.append(StyledLine(text, cutTo: columns, role: .warning))
    }
    return picture
  }

  /// Marks the place of the error in the text of the open item, and returns the message about it.
  ///
  /// The place in a long text is not searched. An item whose changes are in the value has no message of
  /// its own, because the whole value is checked; nor has one in which another item is open.
  private func mark(_ item: inout OpenItem) -> String? {
    guard item.control.isDirty, item.control.openParts.isEmpty, !isInValue(item) else {
      return item.control.mark(nil)
    }
    do throws(Defaults.Rejection) {
      _ = try value(of: item)
      return item.control.mark(nil)
    } catch {
      let isSecret = structure.holdsSecret(inItemNamed: item.name)
      let message = isSecret || item.control.isLong ? nil : item.control.mark(error)
      return message ?? structure.text(of: error, inItemNamed: item.name)
    }
  }

  /// Returns the words for the open item: the title of a member, a name, or a number.
  func label(of item: OpenItem) -> String {
    if item.part == .name { return item.isNew ? "name of the new item" : "name of the item" }
    if item.name != nil { return title(of: item) }
    let count = items.count + (item.isNew ? 1 : 0)
    return "\(item.isNew ? "new item" : "item") \(item.index + 1) of \(count)"
  }
}
