import DefaultsCore
import DefaultsSchema
import Terminal

// The question which value to keep, after the edited key was changed elsewhere. It shows only the places
// of a value that either side has changed, because the short texts of the whole values would look the same.
extension QuestionView {
  /// The most places that are shown, and the most characters of the changes of one side.
  private static let (placeLimit, changesLength) = (8, 150)
  /// The most columns of a place or a value.
  private static let cellWidth = 20

  /// Returns the question which value to keep.
  static func conflict(_ state: EditorState, _ edit: OpenEdit) -> QuestionView {
    let entry = state.shownEntry(of: edit)
    let theirs = edit.theirs
    let mine = try? edit.control.value()
    let base = edit.storedBase
    let answers = state.bindings.bindings(in: .conflict).compactMap { binding -> String? in
      guard let action = binding.row.action, let command = ConflictCommand(action),
        command != .keepBoth || edit.merged != nil
      else { return nil }
      return state.keyText(command, " \(binding.row.help)", in: .conflict)
    }
    // On a narrow screen, two answers on a line would be broken between their words.
    let isWide = Layout(state: state).kind != .compact && Layout(state: state).kind != .single
    let author = state.suite.authors[edit.key].map {
      "by \($0.name) at \(state.session.clock.timeOfDay($0.date))"
    }
    let values: [String]
    let room = Panel.room(Layout(state: state), .box).columns
    if let lines = differences(base, theirs, mine, of: entry, columns: room) {
      values = lines
    } else {
      let names =
        isWide
        ? ["when you began   ", "theirs (now)     ", "yours            "]
        : ["began   ", "theirs  ", "yours   "]
      let texts = [base, theirs, mine].map { ValueText.brief(stored: $0, in: entry) }
      values = zip(names, [texts[0], texts[1], mine == nil ? "–" : texts[2]]).map(+)
    }
    // On a small screen the values and the answers need all lines.
    guard isWide else {
      let size = Panel.room(Layout(state: state), .box)
      let fits = values.count + answers.count <= size.rows
      return QuestionView(
        title: "Changed elsewhere",
        lines: values + (fits ? answers : pairedClosely(answers, columns: size.columns))
      )
    }
    return QuestionView(
      title: "Changed elsewhere while you were editing",
      lines: [[entry.title, author].line(separator: "   ")] + values
        + ["", "Nothing has been written."] + paired(answers)
    )
  }

  /// Returns the answers, two on a line with one blank between them; one on a line if they do not fit.
  private static func pairedClosely(_ answers: [String], columns: Int) -> [String] {
    let left = stride(from: 0, to: answers.count - 1, by: 2).map { answers[$0].count }.max() ?? 0
    let lines = paired(answers, width: left + 1)
    return lines.allSatisfy { $0.count <= columns } ? lines : answers
  }

  /// Returns the answers, two on a line.
  private static func paired(_ answers: [String]) -> [String] {
    paired(answers, width: (answers.map(\.count).max() ?? 0) + 3)
  }

  private static func paired(_ answers: [String], width: Int) -> [String] {
    stride(from: 0, to: answers.count, by: 2).map { index in
      guard index + 1 < answers.count else { return answers[index] }
      return answers[index].padded(to: width) + answers[index + 1]
    }
  }

  /// Returns the lines about the parts that differ; nil if the values have no parts.
  private static func differences(
    _ base: Defaults.StoredValue?,
    _ theirs: Defaults.StoredValue?,
    _ mine: Defaults.StoredValue?,
    of entry: Entry,
    columns: Int
  ) -> [String]? {
    guard !entry.isSecret, let base, let theirs, let mine else { return nil }
    let changes = [theirs, mine].map { ValueDifference(from: base, to: $0, as: entry.kind) }
    guard changes.allSatisfy({ $0.isOfParts || $0.changes.isEmpty }) else { return nil }
    if changes.allSatisfy(\.keepsPlaces) {
      return table(changes.flatMap(\.changes), [base, theirs, mine], of: entry, columns: columns)
    }
    // Parts have other places in the other value, so there are no rows that have both.
    let style = ValueText.changeStyle(of: entry)
    let texts = changes.map {
      $0.changes.isEmpty ? "unchanged" : $0.text(style, length: changesLength)
    }
    return ["theirs  \(texts[0])", "yours   \(texts[1])"]
  }

  /// Returns a table of the places that either side has changed, each with the values of a version.
  private static func table(
    _ changes: [ValueDifference.Change],
    _ versions: [Defaults.StoredValue],
    of entry: Entry,
    columns: Int
  ) -> [String] {
    let style = ValueText.changeStyle(of: entry)
    var places: [ValueDifference.Change] = []
    // A place inside of another one is shown with it, and one that both sides have changed once.
    for change in changes.sorted(by: { $0.path.count < $1.path.count })
    where !places.contains(where: { change.path.starts(with: $0.path) }) {
      places.append(change)
    }
    places.sort { $0.indices.lexicographicallyPrecedes($1.indices) }
    let rows = places.prefix(placeLimit).map { place in
      let values = versions.map { version in
        guard let value = version.part(at: place.path[...]) else { return "–" }
        return place.isSecret ? ValueText.hidden : style.text(value, place.kind)
      }
      return [place.place(style)] + values
    }
    let cells = [["", "you began", "theirs", "yours"]] + rows
    let widest = (0..<4).map { column in
      (cells.map { SafeText($0[column]).width }.max() ?? 0) + 2
    }
    var widths = widest.map { min($0, cellWidth, max(6, columns / 4)) }
    // A place that would be cut has what the values leave.
    widths[0] = max(widths[0], min(widest[0] - 1, columns - widths[1...].reduce(0, +)))
    let more = places.count - rows.count
    let labels = cells.map { $0[0] }
    return cells.map { line($0, widths, labels) } + (more > 0 ? ["and \(more) more"] : [])
  }

  /// Returns the line of a place, which is cut so that it can be told from the others.
  private static func line(_ cells: [String], _ widths: [Int], _ labels: [String]) -> String {
    let place = RowTitles.cut(cells[0], to: widths[0] - 1, among: labels)
    let values = zip(cells, widths).dropFirst().map { cell, width in
      SafeText(cell, limit: width).truncated(to: width - 1).padded(to: width).string
    }
    return place.padded(to: widths[0]).string + values.joined()
  }
}

extension ValueDifference.Change {
  /// The indices of the items on the path.
  fileprivate var indices: [Int] {
    path.compactMap { if case .item(let index) = $0 { index } else { nil } }
  }
}

extension ValueDifference {
  /// Whether every part has the place that it had, and no text was changed by lines.
  fileprivate var keepsPlaces: Bool {
    changes.allSatisfy { change in
      switch (change.action, change.path.last) {
      case (_, .line): false
      case (.changed, _), (.added, .member), (.removed, .member): true
      case (.added, _), (.removed, _), (.moved, _), (.renamed, _): false
      }
    }
  }
}

extension String {
  /// Returns the text with blanks at its end; for texts whose characters have one column.
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
