import DefaultsSchema
import Terminal

/// The lines around the list: title, filter, message and hints.
struct FrameLines {
  let state: EditorState
  let layout: Layout

  func draw(on canvas: inout Canvas) {
    drawTitle(on: &canvas)
    drawFilter(on: &canvas)
    drawStatus(on: &canvas)
    canvas.writeHints(hints, row: layout.hintsRow)
  }

  // MARK: - Title

  private func drawTitle(on canvas: inout Canvas) {
    let isCompact = layout.kind == .compact
    if isCompact, case .filter = state.mode { return }
    let counts = SafeText(counts(isCompact: isCompact))
    let room = max(0, canvas.size.columns - counts.width - 3)
    let name = isCompact ? state.document.suiteName : "Preferences  \(state.document.suiteName)"
    let rest = isCompact ? "" : "  (user)\(state.document.isPolling ? "  polling" : "")"
    let end = canvas.write(
      SafeText(name).truncated(to: room),
      row: 0,
      column: 1,
      role: .title
    )
    canvas.write(SafeText(rest), row: 0, column: end, columns: max(0, room + 1 - end))
    canvas.write(counts, row: 0, column: canvas.size.columns - counts.width - 1)
  }

  private func counts(isCompact: Bool) -> String {
    let document = state.document
    guard !document.isOpening else { return "" }
    let counts = document.counts
    let separator = isCompact ? " " : " · "
    var parts = ["\(counts.keys) key\(counts.keys == 1 ? "" : "s")", "\(counts.set) set"]
    if state.document.status.loadFailure != nil {
      // Before the numbers, which are those of the last load.
      return isCompact ? "NOT READABLE" : "NOT READABLE · \(parts[0])"
    }
    guard state.document.hasSchema else {
      return isCompact ? parts[0] : "\(parts[0]) stored, no schema"
    }
    if counts.locked > 0 { parts.append("\(counts.locked) locked") }
    if counts.invalid > 0 { parts.append("\(counts.invalid) invalid") }
    let unknown = document.undeclaredCount
    if unknown > 0, !isCompact { parts.append("\(unknown) unknown") }
    return parts.joined(separator: separator)
  }

  // MARK: - Filter

  private func drawFilter(on canvas: inout Canvas) {
    let row: Int
    let label: SafeText
    if let filterRow = layout.filterRow {
      row = filterRow
      label = "Filter: "
    } else if case .filter = state.mode {
      row = 0
      label = "/"
    } else {
      return
    }
    // The number is known when the whole suite was searched.
    let shown = state.pass == nil ? "\(state.listing.shown.count)" : "…"
    let scope = state.filter.showsOnlySet ? "only set" : "all"
    let count = state.filter.isActive ? "\(shown) of \(state.document.count)   " : ""
    let right = SafeText(count + scope)
    canvas.write(right, row: row, column: canvas.size.columns - right.width - 1)
    let start = canvas.write(label, row: row, column: 1)
    let room = max(1, canvas.size.columns - right.width - 3 - start)
    if case .filter(let buffer) = state.mode {
      let picture = buffer.picture(columns: room, isRejected: false)
      for line in picture.lines { canvas.write(line, row: row, column: start, columns: room) }
      canvas.cursor = .init(
        row: row,
        column: start + (picture.cursor?.column ?? 0),
        isVisible: true
      )
    } else {
      let text = state.filter.query.isEmpty ? "none" : state.filter.query.text
      canvas.write(
        SafeText(text).truncated(to: room),
        row: row,
        column: start,
        role: state.filter.query.isEmpty ? .quiet : .strong
      )
    }
  }

  // MARK: - Message and position

  private func drawStatus(on canvas: inout Canvas) {
    let position = SafeText(positionText)
    let room = max(0, canvas.size.columns - position.width - 3)
    canvas.write(position, row: layout.statusRow, column: canvas.size.columns - position.width - 1)
    guard let notice = state.currentNotice else { return }
    let prefix = notice.kind == .failed ? "! " : ""
    canvas.write(
      SafeText(prefix + notice.text).truncated(to: room),
      row: layout.statusRow,
      column: 1,
      role: notice.kind == .done ? .news : .warning
    )
  }

  private var positionText: String {
    guard let place = state.selectedPlace else { return "" }
    let count = state.listing.shown.count
    guard state.pass == nil else { return "\(place + 1)/…" }
    let text = "\(place + 1)/\(count)"
    guard layout.kind != .compact else { return text }
    let percent = "\((place + 1) * 100 / count)%"
    return text + String(repeating: " ", count: 5 - percent.count) + percent
  }

  // MARK: - Hints

  private var hints: [(key: String, word: String)] {
    switch state.mode {
    case .list: listHints
    case .filter: Keymap.prompt.hints
    case .edit(let edit): edit.control.keys.hints
    case .conflict: Keymap.conflict.hints
    case .confirm: Keymap.question.hints
    case .suites: Keymap.picker.hints
    case .message: Keymap.message.hints
    case .help: [("↑/↓", "scroll"), ("Esc", "close")]
    }
  }

  /// The hints of the key presses that have an effect on the selected row.
  private var listHints: [(key: String, word: String)] {
    let isBool = state.selectedItem?.entry.kind == .bool
    let rows = Keymap.list.rows
    let isProblem = state.problemText != nil
    // A problem comes first, because the last hints may not fit.
    let order =
      rows.filter { isProblem && $0.command == .messages }
      + rows.filter { !isProblem || $0.command != .messages }
    return order.compactMap { row in
      guard let hint = row.hint, let press = row.presses.first else { return nil }
      switch row.command {
      case .toggle where !isBool, .suites where state.suites.count < 2: return nil
      case .edit where isBool: return nil
      case .reset where state.selectedItem?.stored == nil: return nil
      case .messages where state.problemText == nil && state.messages.isEmpty: return nil
      case .undo where !state.suitesWithUndo.contains(state.document.suiteName): return nil
      default: return (press.name, hint)
      }
    }
  }
}
