import DefaultsCore
import DefaultsSchema
import Terminal

/// The text of an empty list: the reason, and the key presses that help.
struct EmptyListView {
  let state: EditorState
  let layout: Layout

  private var list: Rect { layout.list }

  /// Draws the text in the middle of the list.
  func draw(on canvas: inout Canvas) {
    if !state.suite.filter.isActive, let failure = state.document.status.loadFailure {
      return drawUnreadable(failure, on: &canvas)
    }
    let columns = layout[.listColumns].size.columns
    let lines = lines.flatMap { $0.isEmpty ? [SafeText("")] : SafeText($0).wrapped(to: columns) }
    let place = Rect(
      row: list.row,
      column: list.column,
      columns: list.size.columns,
      rows: min(list.size.rows, 13)
    )
    let shown = lines.prefix(place.size.rows)
    for (offset, line) in shown.enumerated() {
      let block = place.centered(Size(columns: line.width, rows: shown.count))
      canvas.write(line, in: block.line(offset))
    }
    canvas.cursor = .init(row: list.row, column: list.column)
  }

  /// The paragraphs of the text.
  private var lines: [String] {
    if state.document.isLoading {
      return ["The keys are being read.", "", "\(KeyPress.interrupt.name) quits"]
    }
    if state.suite.pass != nil { return ["Searching…", "", clearing ?? ""] }
    guard state.suite.filter.isActive else {
      let suites = state.hasOtherSuites ? "chooses another suite" : nil
      let advice = [
        suites.flatMap { state.keyText(ListCommand.suites, $0) },
        state.session.isReadOnly ? nil : state.keyText(ListCommand.add, "adds a key"),
        state.keyText(ListCommand.quit, "quits"),
      ]
      let name = state.document.suiteName
      let near = nearestWord(
        to: name,
        among: state.catalog.suites.map(\.name).filter { $0 != name }
      )
      return [
        state.document.hasSchema
          ? "This suite stores no key, and its schema has none."
          : "This suite stores no key, and no schema describes it.",
        near.map { "Did you mean \($0)?" }, "", advice.line(separator: ", "),
      ].compactMap(\.self)
    }
    return filtered
  }

  /// The text for a filter that matches no key.
  private var filtered: [String] {
    let filter = state.suite.filter
    let repairs = state.offeredRepairs
    var lines: [String]
    if let problem = filter.query.problem(in: state.document) {
      lines = [problem]
    } else if filter.query.isEmpty {
      lines = [filter.showsOnlyBookmarks ? "No key has a bookmark." : "No key is set."]
    } else {
      lines = ["No key matches  \(filter.query.text)"]
      if repairs.contains(where: \.isSimilar) {
        lines[0] = "No exact match for  \(filter.query.text)"
      }
      if let words = state.suite.repairs?.wordsWithoutCapitals {
        lines.append("Capital letters match only capital letters: type \(words) to find both.")
      }
    }
    lines.append("")
    lines += repairs.map(\.line)
    if !repairs.isEmpty { lines.append("") }
    if let elsewhere = state.suite.elsewhere { lines += [elsewhere.text, ""] }
    return lines + [advice(hasRepairs: !repairs.isEmpty).line(separator: ", ")]
  }

  private func advice(hasRepairs: Bool) -> [String?] {
    let isTyping = state.keyMode == .filter
    let choice =
      isTyping
      ? state.keyText(FilterCommand.complete, "takes the first", in: .filter)
      : state.keyText(ListCommand.edit, "chooses one of these")
    let search =
      isTyping
      ? state.keyText(FilterCommand.searchEverywhere, "searches all suites", in: .filter)
      : hasRepairs ? nil : state.keyText(ListCommand.edit, "searches all suites")
    let filter = state.suite.filter
    let toggle: String? =
      if isTyping || !filter.query.isEmpty { nil } else if filter.showsOnlyBookmarks {
        state.keyText(ListCommand.onlyBookmarks, "shows all keys again")
      } else {
        state.keyText(ListCommand.onlySet, "shows all keys again")
      }
    return [hasRepairs ? choice : nil, state.canSearchElsewhere ? search : nil, toggle ?? clearing]
  }

  private var clearing: String? {
    state.keyText(ListCommand.clearFilter, "clears the filter", in: state.keyMode)
  }

  private func drawUnreadable(_ failure: StoreStatus.Failure, on canvas: inout Canvas) {
    let columns = list.columns([.fixed(1), .flexible(), .fixed(1)])
    let lines =
      ["This suite cannot be read.", ""]
      + SafeText(failure.description).wrapped(to: columns[1].size.columns)
    canvas.write(lines.map { StyledLine($0) }, in: columns[1])
    canvas.cursor = .init(row: list.row, column: list.column)
  }
}
