import Defaults
import DefaultsSchema
import Terminal

/// The details of the selected key: its help, its type and its values.
struct DetailsView {
  let state: EditorState
  let layout: Layout

  private var area: Rect { layout.details }

  func draw(on canvas: inout Canvas) {
    switch layout.kind {
    case .blank, .single: break
    case .compact: drawLine(on: &canvas)
    case .stacked: drawBelow(on: &canvas)
    case .panes: drawBeside(on: &canvas)
    }
  }

  // MARK: - One line

  private func drawLine(on canvas: inout Canvas) {
    guard area.size.rows > 0, let item = state.selectedItem else { return }
    let text = [ValueText.briefKind(item.entry), "default \(defaultText(item))", item.source]
      .joined(separator: " · ")
    canvas.write(
      SafeText(problem(item) ?? text).truncated(to: area.size.columns - 2),
      row: area.row,
      column: 1,
      role: item.rejection == nil ? .quiet : .warning
    )
  }

  // MARK: - Below the list

  private func drawBelow(on canvas: inout Canvas) {
    guard area.size.rows > 0 else { return }
    drawRule(titles: [(0, heading)], row: area.row, on: &canvas)
    guard let item = state.selectedItem else { return }
    let columns = area.size.columns - 2
    var lines = helpLines(item, columns: columns, rows: item.isLocked ? 1 : 2)
    if let lock = item.layers.lock { lines.append(SafeText("LOCKED by policy  \(lock.location)")) }
    for (offset, line) in lines.enumerated() {
      canvas.write(line.truncated(to: columns), row: area.row + 1 + offset, column: 1)
    }
    let facts =
      ["\(ValueText.kind(item.entry))   now \(nowText(item))"]
      + [hiddenText(item)].compactMap { $0.map { "yours \($0)" } }
      + ["default \(defaultText(item))"]
    canvas.write(
      SafeText(facts.joined(separator: "   ")).truncated(to: columns),
      row: area.row + 3,
      column: 1
    )
    let isProblem = item.rejection != nil
    canvas.write(
      SafeText(problem(item) ?? remark(item)).truncated(to: columns),
      row: area.row + 4,
      column: 1,
      role: isProblem ? .warning : .quiet
    )
  }

  private var heading: String {
    guard let item = state.selectedItem else { return state.document.suiteName }
    return "\(state.document.suiteName) › \(item.key)"
  }

  // MARK: - Beside the list

  private func drawBeside(on canvas: inout Canvas) {
    drawPaneLines(on: &canvas)
    guard area.size.columns > 0, let item = state.selectedItem else { return }
    let columns = area.size.columns - 2
    var lines = [StyledLine(SafeText(item.entry.title).truncated(to: columns), role: .title)]
    lines.append(StyledLine(SafeText(item.key.string).truncated(to: columns), role: .quiet))
    lines.append(StyledLine())
    lines += helpLines(item, columns: columns, rows: 12).map { StyledLine($0) }
    lines.append(StyledLine())
    var facts = [
      ("Type", ValueText.kind(item.entry)),
      ("Now", nowText(item)),
      ("Default", defaultText(item)),
    ]
    if let hidden = hiddenText(item) { facts.insert(("Yours", hidden), at: 2) }
    if let lock = item.layers.lock { facts.append(("Locked by", lock.location)) }
    if !item.entry.effect.isEmpty { facts.append(("Effect", item.entry.effect)) }
    facts += moreFacts(item)
    for (name, text) in facts {
      let label = SafeText(name).padded(to: 10)
      lines.append(StyledLine(label + SafeText(text).truncated(to: max(0, columns - 10))))
    }
    let isProblem = item.rejection != nil
    let note = SafeText(problem(item) ?? remark(item))
    lines.append(StyledLine())
    lines += note.wrapped(to: columns).map { StyledLine($0, role: isProblem ? .warning : .quiet) }
    for (offset, line) in lines.prefix(area.size.rows).enumerated() {
      canvas.write(line, row: area.row + offset, column: area.column + 1, columns: columns)
    }
  }

  private func drawPaneLines(on canvas: inout Canvas) {
    var titles = [(layout.list.column, "Keys")]
    if area.size.columns > 0 { titles.append((area.column, "Details")) }
    if layout.suites.size.columns > 0 { titles.insert((0, "Suites"), at: 0) }
    drawRule(titles: titles, row: 2, on: &canvas)
    drawRule(titles: [], row: layout.list.endRow, on: &canvas)
    for (column, _) in titles where column > 0 {
      canvas.write("┬", row: 2, column: column - 1, role: .rule)
      canvas.write("┴", row: layout.list.endRow, column: column - 1, role: .rule)
      for row in layout.list.row..<layout.list.endRow {
        canvas.write("│", row: row, column: column - 1, role: .rule)
      }
    }
  }

  // MARK: - Parts

  private func drawRule(titles: [(column: Int, text: String)], row: Int, on canvas: inout Canvas) {
    let width = canvas.size.columns
    canvas.write(
      SafeText(String(repeating: "─", count: width)),
      row: row,
      column: 0,
      role: .rule
    )
    for title in titles {
      let room = width - title.column - 5
      let text = SafeText(" \(title.text) ").truncated(to: max(0, room))
      canvas.write(text, row: row, column: title.column + 2, role: .title)
    }
  }

  private func helpLines(_ item: Item, columns: Int, rows: Int) -> [SafeText] {
    guard !item.entry.help.isEmpty else {
      return item.isDeclared ? [] : ["No schema describes this key."]
    }
    let lines = SafeText.lines(of: item.entry.help, columns: columns)
    guard lines.count > rows else { return lines }
    let full = lines.filter { !$0.isEmpty }
    guard full.count > rows else { return full }
    let rest = full[(rows - 1)...].reduce(SafeText("")) { $0 + $1 + " " }
    return Array(full[..<(rows - 1)]) + [rest.truncated(to: columns)]
  }

  /// The value in use and where it comes from.
  private func nowText(_ item: Item) -> String {
    guard item.value != nil || item.stored != nil else { return "unset" }
    let isReplaced = item.rejection != nil && item.layers.above == nil
    let source =
      isReplaced ? "\(item.sourceWhenReset), what is stored does not fit" : item.source
    return "\(ValueText.brief(stored: item.value, in: item.entry)) (\(source))"
  }

  /// What is stored under a layer that hides it.
  private func hiddenText(_ item: Item) -> String? {
    guard item.layers.above != nil, let stored = item.stored else { return nil }
    return "\(ValueText.brief(stored: stored, in: item.entry)) (ignored)"
  }

  private func defaultText(_ item: Item) -> String {
    item.defaultValue.map { ValueText.brief(stored: $0, in: item.entry) } ?? "none"
  }

  private func problem(_ item: Item) -> String? {
    guard let rejection = item.rejection, let stored = item.stored, item.layers.above == nil else {
      return nil
    }
    let text = item.entry.isSecret ? ValueText.hidden : ValueText.raw(stored)
    return "! stored \(text): \(rejection). r resets it, Enter mends it."
  }

  /// What may be done next, or what else is worth knowing.
  private func remark(_ item: Item) -> String {
    if let lock = item.layers.lock {
      return lock.reason ?? "Ask your administrator. Your own value comes back when the lock goes."
    }
    if state.parkedEdits[state.suiteKey(item.key)] != nil {
      return "Typed and not saved: editing shows it."
    }
    if item.isChangedElsewhere { return "Changed elsewhere." }
    if !item.isDeclared {
      return state.editsUndeclaredKeys
        ? "Not in the schema." : "Not in the schema: f allows editing."
    }
    if let warning = warning(item) { return warning }
    let reset = item.stored == nil ? "" : "r → \(resetText(item))"
    if !item.layers.others.isEmpty { return layersText(item, reset: reset) }
    let effect = item.entry.effect.isEmpty ? "" : "takes effect \(item.entry.effect)"
    if case .choice(let choices, _) = item.entry.kind, reset.isEmpty, effect.isEmpty {
      return choices.map(\.title).joined(separator: " · ")
    }
    return [reset, effect].filter { !$0.isEmpty }.joined(separator: "   ")
  }

  /// What should be known before the key is changed.
  private func warning(_ item: Item) -> String? {
    if let deprecation = item.entry.deprecation {
      let replacement = deprecation.replacement.map { "Use \(title(of: $0)) instead." }
      return ["Deprecated.", deprecation.message, replacement ?? ""]
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
    if let dependency = item.entry.dependency,
      let other = state.document.item(Defaults.KeyName(dependency.key)),
      other.value != dependency.value
    {
      let wanted = ValueText.brief(stored: dependency.value, in: other.entry)
      return "No effect while \(other.entry.title) is not \(wanted)."
    }
    if item.entry.isReadOnly { return "The app itself sets it." }
    if let flaw = item.entry.flaw { return "Shown as it is stored: \(flaw)." }
    return nil
  }

  /// What the schema says besides, where there is room for it.
  private func moreFacts(_ item: Item) -> [(String, String)] {
    var facts: [(String, String)] = []
    let entry = item.entry
    if !entry.since.isEmpty { facts.append(("Since", entry.since)) }
    if !entry.until.isEmpty { facts.append(("Until", entry.until)) }
    if !entry.seeAlso.isEmpty {
      facts.append(("See also", entry.seeAlso.map(title).joined(separator: ", ")))
    }
    if !entry.tags.isEmpty { facts.append(("Tags", entry.tags.joined(separator: ", "))) }
    return facts
  }

  /// What another key is called.
  private func title(of key: String) -> String {
    state.document.item(Defaults.KeyName(key))?.entry.title ?? key
  }

  /// What shows after a reset, and where that comes from.
  private func resetText(_ item: Item) -> String {
    guard let value = item.valueWhenReset else { return "none (default)" }
    return "\(ValueText.brief(stored: value, in: item.entry)) (\(item.sourceWhenReset))"
  }

  /// Every layer that has a value, the one in use first.
  private func layersText(_ item: Item, reset: String) -> String {
    var layers = item.layers.others.map { ($0.layer, $0.value) }
    if let stored = item.stored {
      let place = layers.firstIndex { $0.0 > .user } ?? layers.endIndex
      layers.insert((.user, stored), at: place)
    }
    var texts = layers.map { "\($0.0.word) \(ValueText.brief(stored: $0.1, in: item.entry))" }
    texts.append("default \(defaultText(item))")
    let list = "layers: " + texts.joined(separator: " · ")
    return reset.isEmpty ? list : "\(reset)   \(list)"
  }
}
