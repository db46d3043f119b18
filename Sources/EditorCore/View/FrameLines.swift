import DefaultsSchema
import Terminal

/// The lines above and below the list: title, filter, status and hints.
///
/// Each line is divided with extents, so that narrow screens drop less important texts instead of
/// cutting them.
struct FrameLines {
  let state: EditorState
  let layout: Layout

  /// Draws the lines that the layout shows.
  func draw(on canvas: inout Canvas) {
    // On the smallest screens, `SingleKeyView` draws title and status.
    if layout.kind != .single {
      drawTitle(on: &canvas)
      drawStatus(on: &canvas)
      HintLine(state: state, layout: layout).draw(on: &canvas)
    }
    drawFilter(on: &canvas)
  }

  // MARK: - Title

  private func drawTitle(on canvas: inout Canvas) {
    let isCompact = layout.kind == .compact
    let name = state.document.suiteName
    // A narrow screen has room for one name.
    let title = isCompact || state.document.title == name ? "" : SafeText(state.document.title)
    let suite = SafeText(title.isEmpty ? name : "  \(name)")
    let polling: SafeText = state.document.isPolling ? "  polling" : ""
    let count = state.stagedCount
    let isShown = state.isStaging || count > 0
    let staged: SafeText =
      isShown ? SafeText("  \(state.isStaging ? "STAGED" : "staged") \(count)") : ""
    // A narrow screen has no room for all numbers beside what is more important.
    let areBrief = isCompact && !(staged + polling).isEmpty
    let names = min(8, title.width) + suite.width + staged.width + polling.width
    let texts = areBrief ? [""] : counts(isCompact: isCompact).map { SafeText($0) }
    let counts =
      texts.first { text in
        let parts: [Extent] = [.fixed(names), .fixed(text.width, .useful, gap: 1)]
        return !layout[.title].columns(parts)[1].isEmpty
      } ?? texts[texts.count - 1]
    let columns = layout[.title].columns([
      .upTo(title.width, minimum: min(8, title.width), .useful),
      .upTo(suite.width, minimum: min(suite.width, isCompact ? 8 : 30)),
      .fixed(staged.width),
      .fixed(polling.width, .useful), .flexible(), .fixed(counts.width, gap: 1),
    ])
    canvas.write(title, in: columns[0], role: .title)
    canvas.write(suite, in: columns[1], role: title.isEmpty ? .title : .quiet)
    canvas.write(staged, in: columns[2], role: .caution)
    canvas.write(polling, in: columns[3], role: .quiet)
    canvas.write(counts, in: columns[5], role: .quiet)
  }

  /// Returns the numbers of keys for the title line: all of them, then without the less important ones.
  private func counts(isCompact: Bool) -> [String] {
    let document = state.document
    guard !document.isLoading else { return [""] }
    let counts = document.counts
    let separator = isCompact ? " " : " · "
    var parts = [counts.listed.counted("key"), "\(counts.set) set"]
    if state.document.status.loadFailure != nil {
      // Say this before the numbers, because they are from the last successful load.
      return [isCompact ? "NOT READABLE" : "NOT READABLE · \(parts[0])"]
    }
    if let obstacle = document.writeObstacle, !state.session.isReadOnly {
      // Say this before the numbers, because nothing that is changed could be stored.
      let reason = "READ-ONLY: \(obstacle.briefReason)"
      return isCompact ? ["READ-ONLY"] : ["\(reason) · \(parts[0])", reason]
    }
    guard state.document.hasSchema else {
      let marked =
        state.suite.marked.isEmpty ? "" : "\(separator)\(state.suite.marked.count) marked"
      let schema = document.remark == nil ? "no schema" : "the schema cannot be used"
      return [(isCompact ? parts[0] : "\(parts[0]) stored, \(schema)") + marked]
    }
    let unsaved = document.status.uncommittedKeys.count
    if unsaved > 0 {
      // A narrow screen has no room for more, and this is what the user must know first.
      parts = [parts[0], "\(unsaved) \(Mark.uncommitted.word)"]
      if isCompact { return [parts.joined(separator: separator)] }
    }
    if !state.suite.marked.isEmpty {
      let marked = "\(state.suite.marked.count) marked"
      if isCompact { return [[parts[0], marked].joined(separator: separator)] }
      parts.append(marked)
    }
    if counts.locked > 0 { parts.append("\(counts.locked) locked") }
    if counts.invalid > 0 { parts.append("\(counts.invalid) invalid") }
    let brief = parts
    if document.undeclaredCount > 0 { parts.append("\(document.undeclaredCount) unknown") }
    if counts.withheld > 0 { parts.append("\(counts.withheld) hidden") }
    return (isCompact ? [brief] : [parts, brief]).map { $0.joined(separator: separator) }
  }

  // MARK: - Filter

  private func drawFilter(on canvas: inout Canvas) {
    let isTyped = state.screen is FilterScreen
    // A compact screen has no line for the filter; an active filter covers the title.
    let hasOwnLine = !layout[.filter].isEmpty
    guard hasOwnLine || isTyped || state.suite.filter.isActive else { return }
    let line = hasOwnLine ? layout[.filter] : layout[.title]
    let isNamed = isTyped || !state.suite.filter.query.isEmpty
    let label: SafeText = hasOwnLine ? isNamed ? "Filter: " : "" : "/"
    let right = SafeText(filterFacts(hasOwnLine: hasOwnLine))
    let columns = line.columns([
      .fixed(label.width), .flexible(8), .fixed(right.width, .useful, gap: 2),
    ])
    if !hasOwnLine { canvas.fill(line) }
    canvas.write(label, in: columns[0])
    canvas.write(right, in: columns[2], role: .quiet)
    let field = columns[1]
    if var prompt = state.topScreen(FilterScreen.self) {
      let picture = prompt.buffer.render(columns: field.size.columns)
      canvas.write(picture.lines, in: field)
      let column = field.column + (picture.cursor?.column ?? 0)
      canvas.cursor = .init(row: field.row, column: column, isVisible: true)
    } else {
      canvas.write(SafeText(state.suite.filter.query.text), in: field, role: .strong)
    }
  }

  /// Returns the number of matches, which keys are shown, and the order of the list; nothing of what is
  /// as at first.
  private func filterFacts(hasOwnLine: Bool) -> String {
    let filter = state.suite.filter
    // The number of matches is known only after the search is complete.
    let shown = state.suite.pass == nil ? "\(state.suite.listing.shown.count)" : "…"
    let withheld = filter.query.includesWithheldKeys ? 0 : state.document.counts.withheld
    let count = filter.isActive ? "\(shown) of \(state.document.count - withheld)" : ""
    let only = [
      filter.showsOnlySet ? "only set" : "", filter.showsOnlyBookmarks ? "bookmarks" : "",
    ]
    let order = state.order == .group ? "" : "order: \(state.order.words)"
    let facts = [count] + only + (hasOwnLine ? [filter.query.isRanked ? "relevance" : order] : [])
    return facts.filter { !$0.isEmpty }.joined(separator: "   ")
  }

  // MARK: - Message and position

  private func drawStatus(on canvas: inout Canvas) {
    let columns = StatusText.columns(state, layout)
    let last = columns[1].rows(columns[1].lastRow..<columns[1].endRow)
    canvas.write(StatusText.position(state, layout), in: last)
    // Only larger screens have room for the words in a box.
    if layout.kind == .compact, let prompt = state.topScreen(FilterScreen.self),
      let completion = prompt.completion
    {
      // The padding covers a text of the details.
      let line = CompletionView.line(completion).padded(to: columns[0].size.columns)
      canvas.write(line, in: columns[0], role: .quiet)
      return
    }
    guard let status = StatusText(state, layout) else { return }
    canvas.write(status.styledLines, in: columns[0])
  }
}
