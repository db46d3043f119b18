import DefaultsSchema
import Terminal

/// A question in a box; until it is answered, only its answers and the commands of every mode work.
struct QuestionView {
  /// The title of the box.
  let title: String
  /// The paragraphs of the question; the last one contains the answers.
  let lines: [String]

  /// Returns the question whether a change may overwrite newer values.
  static func confirmation(_ state: EditorState, _ change: OverwritingChange) -> QuestionView {
    let answers = [QuestionCommand.yes, .no].map { state.bindings.name(of: $0, in: .question) }
      .line(separator: " / ")
    switch change.request {
    case .restore(let direction, let suite):
      let word = direction == .undo ? "Undo" : "Redo"
      let facts = change.newer.map { fact($0, suite, state) }
      let wanted = facts.count == 1 ? "to \(facts[0].wanted)" : "all"
      return QuestionView(
        title: "Changed since",
        lines: facts.map(\.now) + ["\(word) \(wanted) anyway?   \(answers)"]
      )
    case .write(let request):
      let facts = change.newer.map { fact($0, request.suite, state) }
      let word = request.purpose == .reset ? "Reset" : "Change it"
      return QuestionView(
        title: "Changed elsewhere",
        lines: facts.map(\.now)
          + ["\(word) to \(facts.first?.wanted ?? "") anyway?   \(answers)"]
      )
    }
  }

  /// Returns the sentence about a newer value, and the value that would replace it.
  private static func fact(
    _ newer: NewerValue,
    _ suite: ScopedSuite,
    _ state: EditorState
  ) -> (now: String, wanted: String) {
    let isShown = suite.name == state.document.suiteName
    let item = state.tableItem(newer.key, newer.now, newer.wanted)
    let name = isShown ? item.entry.title : "\(newer.key) in \(suite.name)"
    let author = newer.author.map { ", by \($0)" } ?? ""
    let isOwn = suite.scope == .user
    let texts = [newer.now, newer.wanted].map { value in
      if newer.isSecret, value != nil { return ValueText.hidden }
      return isOwn
        ? ValueText.brief(inUse: value, item) : ValueText.brief(stored: value, in: item.entry)
    }
    return ("\(name) is now \(texts[0])\(author).", texts[1])
  }

  /// Draws the question; if it does not fit, its first lines are left out, so that the answers show.
  func draw(on canvas: inout Canvas, _ layout: Layout) {
    let room = Panel.room(layout, .box)
    let texts = lines.flatMap { line in
      line.isEmpty ? [SafeText("")] : SafeText(line).wrapped(to: room.columns)
    }
    // In the edge of the box, the title has a corner, a line and a blank on each side.
    let width = max(texts.map(\.width).max() ?? 0, SafeText(title).width + 2)
    let size = Size(columns: min(width, room.columns), rows: min(texts.count, room.rows))
    let panel = Panel(layout, .box, size)
    panel.draw(title: SafeText(title), on: &canvas)
    // The last lines contain the answers.
    canvas.write(texts.suffix(size.rows).map { StyledLine($0) }, in: panel.inside)
    canvas.cursor = .init(row: panel.inside.lastRow, column: panel.inside.column)
  }
}
