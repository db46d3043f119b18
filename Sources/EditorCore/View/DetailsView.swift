import DefaultsCore
import DefaultsSchema
import Terminal

/// The details of the selected key: help, type, values and state.
///
/// `compact` has room for one line, `stacked` for four lines, `panes` for a whole pane. The last texts are
/// the remarks, the most important first: below the list, the others are shown if there is room.
struct DetailsView {
  let state: EditorState
  let layout: Layout

  var area: Rect { layout[.detailsText] }

  /// Draws the details in the form of the layout.
  func draw(on canvas: inout Canvas) {
    switch layout.kind {
    case .blank, .single: break
    case .compact: drawLine(on: &canvas)
    case .stacked: drawBelow(on: &canvas)
    case .panes:
      drawPaneLines(on: &canvas)
      if layout[.detailsRule].isEmpty { drawBeside(on: &canvas) } else { drawBelow(on: &canvas) }
    }
  }

  // MARK: - One line

  /// Draws the most important text on the line of the details, and the next one on the status line
  /// while it has no notice.
  private func drawLine(on canvas: inout Canvas) {
    guard let item = state.selectedItem else {
      return canvas.write(SafeText(groupLine), in: area, role: .quiet)
    }
    let lock = item.layers.lock.map { "LOCKED: \($0.reason?.onOneLine ?? $0.location)" }
    let urgent =
      problem(item) ?? item.disabledReason ?? lock ?? parkedText(item) ?? deprecationText(item)
      ?? dependencyText(item)
    let facts = SafeText(shortFacts(item))
    if urgent == nil, drawLongTitle(item, facts, on: &canvas) { return }
    let role: Role = item.isInvalid ? .warning : .quiet
    canvas.write(urgent.map { SafeText($0) } ?? facts, in: area, role: role)
    guard state.currentNotice == nil, !area.isEmpty else { return }
    let status = StatusText.columns(state, layout)[0]
    if urgent != nil {
      canvas.write(facts, in: status, role: .quiet)
    } else {
      drawHelp(item, in: status, on: &canvas)
    }
  }

  /// Draws a title that is too long for the status line on both lines, followed by the facts.
  ///
  /// - Returns: whether the title is cut in the list and too long.
  private func drawLongTitle(_ item: Item, _ facts: SafeText, on canvas: inout Canvas) -> Bool {
    let status = StatusText.columns(state, layout)[0]
    let title = SafeText(item.entry.title)
    guard title.width > status.size.columns, RowTitles(state, layout).isCut(item),
      state.currentNotice == nil, !area.isEmpty
    else { return false }
    let lines = (title + " · " + facts).wrapped(to: area.size.columns)
    let rest = Array(lines.dropFirst()).cut(toRows: 1, columns: status.size.columns)
    canvas.write(lines[0], in: area, role: .quiet)
    canvas.write(rest.first ?? "", in: status, role: .quiet)
    return true
  }

  /// Draws the title if it is cut in the list, otherwise the help or the key, and the keys to see also on one
  /// line; both are cut if they do not fit together.
  private func drawHelp(_ item: Item, in line: Rect, on canvas: inout Canvas) {
    let isCut = RowTitles(state, layout).isCut(item)
    let links = SafeText(seeAlso(item))
    let key = links.isEmpty ? item.key.shown : ""
    let text = [isCut ? item.entry.title : "", item.entry.help].first { !$0.isEmpty } ?? key
    let help = helpLines(text, line.size.columns, 1).first ?? ""
    let gap = help.isEmpty || links.isEmpty ? 0 : 3
    let parts = line.columns([
      .upTo(help.width, minimum: 0), .upTo(links.width, minimum: 0, gap: gap),
    ])
    canvas.write(help, in: parts[0], role: .quiet)
    canvas.write(links, in: parts[1], role: .quiet)
  }

  /// Returns the kind, the default or the hidden own value, and the source.
  private func shortFacts(_ item: Item) -> String {
    let kind = ValueText.briefKind(item.entry)
    if let hidden = state.hiddenText(item) { return "yours \(hidden) · \(item.source) · \(kind)" }
    let found = state.match(item.key)?.placeName(in: item).map { "in \($0)" }
    let value = "default \(state.defaultText(item))"
    let source = state.source(item) == "default" ? nil : state.source(item)
    return [found, kind, value, source].line(separator: " · ")
  }

  // MARK: - Below the list

  /// Draws the title if it is cut in the list, the help, the lock, and at the end the facts and the remark.
  private func drawBelow(on canvas: inout Canvas) {
    canvas.rule(layout[.detailsRule])
    canvas.write(
      title: SafeText(heading + position),
      over: layout[.detailsRule],
      pane: layout[.detailsRule],
      isFocused: state.focusedPane == .details
    )
    if case .details(let top) = state.list.focus { return drawScrolled(top, on: &canvas) }
    guard let item = state.selectedItem else { return canvas.write(groupLines, in: area) }
    let (columns, room) = (area.size.columns, area.size.rows)
    let isCut = RowTitles(state, layout).isCut(item)
    let title = isCut ? SafeText(item.entry.title).wrapped(to: columns) : []
    let help = helpLines(item, rows: room)
    let lock = item.layers.lock.map { SafeText("LOCKED by \($0.location)") }
    let facts = briefFacts(item).wrapped(to: columns)
    let remarks = remarks(item).map { SafeText($0).wrapped(to: columns) }
    let remarkRows = max(1, remarks.map(\.count).reduce(0, +))
    // The first line of the facts and of the remarks is more important than their other lines.
    let parts = Extent.ranges(
      of: [
        .upTo(title.count, minimum: min(1, title.count), .useful),
        .upTo(help.count, minimum: min(1, help.count)),
        .fixed(lock == nil ? 0 : 1),
        .fixed(1), .fixed(facts.count - 1, .useful),
        .fixed(1), .upTo(remarkRows - 1, minimum: 0, .useful),
      ],
      in: 0..<room
    ).map(\.count)
    let upper =
      title.cut(toRows: parts[0], columns: columns).map { StyledLine($0, role: .title) }
      + help.cut(toRows: parts[1], columns: columns).map { StyledLine($0) }
      + (parts[2] > 0 ? [lock].compactMap(\.self) : []).map { StyledLine($0) }
    let lower =
      facts.cut(toRows: parts[3] + parts[4], columns: columns).map { StyledLine($0) }
      + Self.lines(of: remarks, parts[5] + parts[6], columns, isProblem: item.isInvalid)
    canvas.write(upper + lower, in: area)
  }

  /// Returns the first lines of the remarks, of which the first one can be a problem.
  private static func lines(
    of remarks: [[SafeText]],
    _ rows: Int,
    _ columns: Int,
    isProblem: Bool
  ) -> [StyledLine] {
    var lines: [StyledLine] = []
    for (number, remark) in remarks.enumerated() where lines.count < rows {
      let role: Role = number == 0 && isProblem ? .warning : .quiet
      lines += remark.cut(toRows: rows - lines.count, columns: columns).map {
        StyledLine($0, role: role)
      }
    }
    return lines
  }

  /// Returns the kind, the value in use, the hidden own value and the default.
  private func briefFacts(_ item: Item) -> SafeText {
    var facts = [ValueText.kind(item.entry), "now \(state.nowText(item))"]
    facts += [state.hiddenText(item)].compactMap { $0.map { "yours \($0)" } }
    // A default that is in use was named already.
    let isNamed = item.layers.isEmpty && item.value != nil
    if !isNamed { facts.append("default \(state.defaultText(item))") }
    return SafeText(facts.joined(separator: "   "))
  }

  private var heading: String {
    let name = state.selectedItem?.key.shown ?? state.selectedGroup?.title
    let path = [state.document.suiteName, name].line(separator: " › ")
    return layout.kind == .panes ? "\(state.title(of: .details))  \(path)" : path
  }

  // MARK: - Beside the list

  private func drawBeside(on canvas: inout Canvas) {
    guard !area.isEmpty else { return }
    if case .details(let top) = state.list.focus { return drawScrolled(top, on: &canvas) }
    guard let item = state.selectedItem else { return canvas.write(groupLines, in: area) }
    let all = allLines
    // Without the focus, the help is cut where the facts below it would not be visible.
    let helpRows = max(3, rowCount - (all.count - helpLines(item, rows: .max).count))
    canvas.write(all.count > rowCount ? lines(item, helpRows: helpRows) : all, in: area)
  }

  /// Draws the lines from a scroll position.
  private func drawScrolled(_ top: Int, on canvas: inout Canvas) {
    canvas.write(allLines.dropFirst(top), in: area)
    canvas.cursor = .init(row: area.row, column: area.column)
  }

  /// The number of rows of the pane.
  var rowCount: Int { area.size.rows }

  /// Everything about the selected key or group, for the pane with the focus.
  var allLines: [StyledLine] {
    state.selectedItem.map { lines($0, helpRows: .max) } ?? groupLines
  }

  /// Everything about the selected key as sentences, for the editor on plain lines.
  var sentences: [String] {
    guard let item = state.selectedItem else { return [] }
    let title = item.entry.title
    var lines = [title == item.key.shown ? title : "\(title) (\(item.key))"]
    lines.append(item.entry.help)
    // The title names the key, and the states follow without the characters of the gutter.
    let facts = state.facts(about: item, [])
    lines += facts.filter { $0.subject != .name && $0.subject != .warning }.map(\.line)
    lines.append(state.marks(of: item).map(\.word).joined(separator: ", "))
    lines += remarks(item)
    return lines.filter { !$0.isEmpty }
  }

  /// Returns the lines about a key, with the help in at most `helpRows` lines.
  private func lines(_ item: Item, helpRows: Int) -> [StyledLine] {
    let columns = area.size.columns
    var lines = SafeText(item.entry.title).wrapped(to: columns).map { StyledLine($0, role: .title) }
    lines += helpLines(item, rows: helpRows).map { StyledLine($0) }
    lines += paneFacts(item).flatMap { fact($0.label, $0.text) }
    let remarks = remarks(item).map { SafeText($0).wrapped(to: columns) }
    return lines + Self.lines(of: remarks, .max, columns, isProblem: item.isInvalid)
  }

  /// Returns the lines of a label and a text beside it, which can have several lines.
  func fact(_ label: String, _ text: String) -> [StyledLine] {
    let columns = area.columns([.fixed(max(10, label.count + 1)), .flexible()]).map(\.size.columns)
    return SafeText(text).wrapped(to: columns[1]).cut(toRows: 4, columns: columns[1]).enumerated()
      .map { number, text in
        StyledLine(SafeText(number == 0 ? label : "").padded(to: columns[0]) + text)
      }
  }

  /// The numbers of the visible lines while the pane has the focus; empty if all lines are visible.
  private var position: String {
    guard case .details(let top) = state.list.focus, allLines.count > rowCount else { return "" }
    return "  \(top + 1)–\(min(allLines.count, top + rowCount)) of \(allLines.count)"
  }

  /// Returns the facts for the pane, without the warnings and states that the text below them says.
  private func paneFacts(_ item: Item) -> [Fact] {
    let note = remarks(item).joined(separator: " ").lowercased()
    let marks = state.marks(of: item).filter { mark in
      switch mark {
      case .locked: item.layers.lock == nil
      case .changedElsewhere, .parked, .undeclared: !note.contains(mark.word)
      case .invalid, .uncommitted, .overridden, .storedDefault, .set, .bookmarked: true
      }
    }
    return state.facts(about: item, marks).filter { $0.subject != .warning }
  }

  /// Draws the rules with the titles of the panes, and the lines between the panes.
  private func drawPaneLines(on canvas: inout Canvas) {
    let (upper, lower) = (layout[.upperRule], layout[.lowerRule])
    canvas.rule(upper)
    canvas.rule(lower)
    for pane in Pane.allCases where pane != .details || layout.hasDetailsBeside {
      canvas.write(
        title: SafeText(state.title(of: pane) + (pane == .details ? position : "")),
        over: upper,
        pane: layout[pane.part],
        isFocused: pane == state.focusedPane && pane != .list
      )
    }
    for line in [layout[.suitesLine], layout[.detailsLine]] where !line.isEmpty {
      canvas.write("┬", in: upper.columns(line.column..<line.endColumn), role: .rule)
      canvas.write("┴", in: lower.columns(line.column..<line.endColumn), role: .rule)
      for row in 0..<line.size.rows {
        let isAtRule = line.row + row == layout[.detailsRule].row
        canvas.write(isAtRule ? "├" : "│", in: line.line(row), role: .rule)
      }
    }
  }

  // MARK: - Parts

  /// Returns the help in at most `rows` lines; the last one is cut if it does not fit.
  private func helpLines(_ item: Item, columns: Int? = nil, rows: Int) -> [SafeText] {
    let columns = columns ?? area.size.columns
    return helpLines(item.entry.help, columns, rows)
  }

  /// Returns a description without empty lines in at most `rows` lines.
  func helpLines(_ help: String, _ columns: Int, _ rows: Int) -> [SafeText] {
    guard !help.isEmpty else { return [] }
    return SafeText.lines(of: help, columns: columns).filter { !$0.isEmpty }
      .cut(toRows: rows, columns: columns)
  }

  /// Returns why the value in use is invalid and which keys solve that; nil if it is valid.
  func problem(_ item: Item) -> String? {
    if let rejection = item.layerRejection, let layer = item.layers.otherInUse {
      let text = item.entry.holdsSecret ? ValueText.hidden : ValueText.raw(layer.value)
      let reason = item.entry.text(of: rejection)
      return "! \(layer.sourceWords) \(text): \(reason)."
    }
    guard let rejection = item.rejection, let stored = item.stored, item.layers.above == nil else {
      return nil
    }
    let text = ValueText.invalid(stored, item.entry)
    let advice = [
      state.keyText(ListCommand.reset, "resets it"), state.keyText(ListCommand.edit, "edits it"),
    ].line(separator: ", ")
    let reason = item.entry.text(of: rejection)
    return "! stored \(text): \(reason).\(advice.isEmpty ? "" : " \(advice).")"
  }
}
