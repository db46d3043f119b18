import DefaultsCore

/// Edits of JSON text that change the text of the edited values, and nothing else.
///
/// Comments, blanks, the order of members and the notation of all other values stay. A comma is
/// written or removed only where the list needs it.
struct JSONTextEdit {
  let text: JSONText
  /// The line break of the text, that of its first line.
  let lineBreak: String
  /// What each level is indented by.
  private let indentation: String
  private var replacements: [(range: Range<Int>, text: String)] = []

  /// Creates an edit of a text.
  ///
  /// Each level is indented by `indentation`, if the text does not show what it uses.
  init(_ source: [UInt8], indentation: String) {
    text = JSONText(source)
    lineBreak = text.lineBreak
    self.indentation = text.indentation ?? indentation
  }

  /// The edited text, and what brings the old one back.
  var result: (text: [UInt8], inverse: TextInverse?) {
    var splice = TextSplice(text.bytes)
    // What is inserted comes before what is removed there, in the order in which it was noted.
    let sorted = replacements.enumerated().sorted { left, right in
      let (first, second) = (left.element.range, right.element.range)
      return (first.lowerBound, first.isEmpty ? 0 : 1, left.offset)
        < (second.lowerBound, second.isEmpty ? 0 : 1, right.offset)
    }
    // Ranges that are removed may overlap in the blanks between two items.
    for (_, replacement) in sorted { splice.replace(replacement.range, by: replacement.text.utf8) }
    return splice.finish()
  }

  private mutating func replace(_ range: Range<Int>, by text: String) {
    replacements.append((range, text))
  }

  private mutating func insert(_ text: String, at place: Int) {
    replace(place..<place, by: text)
  }

  /// Returns the layout of a value that begins on a line of the text.
  func layout(ofLineAt place: Int, isMultiline: Bool) -> JSONLayout {
    JSONLayout(
      indentation: isMultiline ? indentation : nil,
      lineBreak: lineBreak + text.indentation(ofLineAt: place)
    )
  }
}

// MARK: - Values

extension JSONTextEdit {
  /// Replaces a value by another one, of which only what differs is written.
  private mutating func set(
    _ node: JSONNode,
    to value: Defaults.StoredValue,
    _ layout: JSONLayout
  ) {
    guard node.storedValue != value else { return }
    switch (node.content, value) {
    case (.object(let members), .dictionary(let values)):
      var edits: [Defaults.KeyName: Defaults.StoredValue?] = values.mapValues { $0 }
      for member in members where values[Defaults.KeyName(member.name)] == nil {
        edits.updateValue(nil, forKey: Defaults.KeyName(member.name))
      }
      setMembers(of: node, edits)
    case (.array(let elements), .array(let values)):
      setElements(elements, of: node, values)
    default:
      replace(node.offset..<node.end, by: value.json.text(layout))
    }
  }

  /// Sets members of an object; a value of nil removes all members of the name.
  mutating func setMembers(
    of node: JSONNode,
    _ edits: [Defaults.KeyName: Defaults.StoredValue?]
  ) {
    guard case .object(let members) = node.content else { return }
    let items = members.map { $0.nameOffset..<$0.value.end }
    var list = JSONList(items, of: node.offset..<node.end, in: text)
    let names = members.map { Defaults.KeyName($0.name) }
    let last = Dictionary(names.enumerated().map { ($1, $0) }) { $1 }
    for (index, name) in names.enumerated() {
      guard let edit = edits[name] else { continue }
      guard let value = edit else {
        list.removed.insert(index)
        continue
      }
      if last[name] == index {
        set(
          members[index].value,
          to: value,
          layout(ofLineAt: items[index].lowerBound, isMultiline: list.isMultiline)
        )
      }
    }
    let order = JSONMemberOrder(names.enumerated().filter { !list.removed.contains($0.offset) })
    let layout = layout(of: list)
    let colon = members.first.map { text.colon(from: $0.nameOffset, to: $0.value.offset) } ?? ": "
    list.usualGap = colon.hasSuffix(" ") ? " " : ""
    for (name, edit) in edits.sorted(by: { $0.key < $1.key }) where last[name] == nil {
      guard let value = edit else { continue }
      let label = Defaults.JSONValue.string(name.string).text()
      list.insert(label + colon + value.json.text(layout), after: order.place(of: name))
    }
    write(list)
  }

  /// Sets the elements of an array.
  private mutating func setElements(
    _ elements: [JSONNode],
    of node: JSONNode,
    _ values: [Defaults.StoredValue]
  ) {
    let items = elements.map { $0.offset..<$0.end }
    var list = JSONList(items, of: node.offset..<node.end, in: text)
    let old = elements.map(\.storedValue)
    let limit = min(old.count, values.count)
    let start = (0..<limit).first { old[$0] != values[$0] } ?? limit
    let rest = limit - start
    let shared =
      (0..<rest).first { old[old.count - 1 - $0] != values[values.count - 1 - $0] } ?? rest
    let (oldEnd, newEnd) = (old.count - shared, values.count - shared)
    let paired = start..<min(oldEnd, newEnd)
    for index in paired {
      let layout = layout(ofLineAt: items[index].lowerBound, isMultiline: list.isMultiline)
      set(elements[index], to: values[index], layout)
    }
    list.removed = Set(paired.upperBound..<oldEnd)
    let layout = layout(of: list)
    for value in values[paired.upperBound..<newEnd] {
      let place = paired.upperBound == 0 ? nil : paired.upperBound - 1
      list.insert(value.json.text(layout), after: place)
    }
    write(list)
  }

  /// The layout of the items that are inserted into a list.
  private func layout(of list: JSONList) -> JSONLayout {
    JSONLayout(
      indentation: list.isMultiline ? indentation : nil,
      lineBreak: lineBreak + itemIndentation(of: list)
    )
  }

  private func itemIndentation(of list: JSONList) -> String {
    list.itemIndentation ?? text.indentation(ofLineAt: list.range.lowerBound) + indentation
  }
}

// MARK: - Lists

extension JSONTextEdit {
  /// Writes what is removed from a list and inserted into it.
  private mutating func write(_ list: JSONList) {
    guard list.isChanged else { return }
    for index in list.removed {
      for range in list.removal(of: index) { replace(range, by: "") }
    }
    let kept = list.kept
    guard let last = kept.last else {
      fill(list)
      return
    }
    let endsWithComma = list.commas.last.flatMap { $0 } != nil
    let hasNewLast = list.insertions[last]?.isEmpty == false
    for index in kept {
      // A comma on a later line stays behind what is inserted.
      let isBeforeNew = hasNewLast && !list.hasCommaOnLaterLine(index)
      let needsComma = index != last || isBeforeNew || endsWithComma
      switch (needsComma, list.commas[index]) {
      case (true, nil): insert(",", at: list.items[index].upperBound)
      case (false, .some(let comma)): replace(comma..<comma + 1, by: "")
      case (true, .some), (false, nil): break
      }
    }
    writeFirst(list, before: kept[0])
    for index in kept {
      guard let texts = list.insertions[index] else { continue }
      let place = list.place(after: index)
      let separator = list.isMultiline ? lineBreak + itemIndentation(of: list) : list.gap
      if list.hasCommaOnLaterLine(index) {
        insert(texts.map { separator + ", " + $0 }.joined(), at: place)
        continue
      }
      let isEnd = index == last && !endsWithComma
      let text = texts.map { separator + $0 }.joined(separator: ",")
      insert(text + (isEnd ? "" : ","), at: place)
    }
  }

  /// Writes the items that are inserted before all others of a list.
  private mutating func writeFirst(_ list: JSONList, before first: Int) {
    guard let texts = list.insertions[nil] else { return }
    let separator = list.isMultiline ? lineBreak + itemIndentation(of: list) : list.gap
    if list.isMultiline, let place = text.endOfLine(after: list.range.lowerBound + 1) {
      insert(texts.map { separator + $0 + "," }.joined(), at: place)
    } else {
      insert(texts.map { $0 + "," + separator }.joined(), at: list.items[first].lowerBound)
    }
  }

  /// Writes the items of a list that has none besides.
  private mutating func fill(_ list: JSONList) {
    let texts = [nil] + list.items.indices.map { $0 }
    let inserted = texts.flatMap { list.insertions[$0] ?? [] }
    guard !inserted.isEmpty else { return }
    let close = list.range.upperBound - 1
    guard list.isMultiline else {
      insert(inserted.joined(separator: ", "), at: close)
      return
    }
    let indentation = itemIndentation(of: list)
    let start = text.startOfLine(at: close)
    if start > list.range.lowerBound, text.isFirstOnLine(close) {
      let lines = inserted.map { indentation + $0 }.joined(separator: "," + lineBreak)
      insert(lines + lineBreak, at: start)
    } else {
      let end = lineBreak + text.indentation(ofLineAt: list.range.lowerBound)
      let lines = inserted.map { lineBreak + indentation + $0 }.joined(separator: ",")
      insert(lines + end, at: close)
    }
  }
}
