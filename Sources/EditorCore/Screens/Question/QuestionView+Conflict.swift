import Defaults
import DefaultsSchema
import Terminal

// The question which value to keep, after the edited key was changed elsewhere. It shows only the members
// of a dictionary, the items of a list or the lines of a text that either side has changed, because the
// short texts of the whole values would look the same.
extension QuestionView {
  /// The most lines of differences that are shown.
  private static let differenceLimit = 8
  /// The width of a column of the differences.
  private static let columns = 15

  /// Returns the question which value to keep.
  static func conflict(_ state: EditorState, _ edit: OpenEdit) -> QuestionView {
    let entry = state.shownEntry(of: edit)
    let theirs = edit.theirs
    let mine = try? edit.control.value()
    let base = edit.edited.original
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
    if !entry.holdsSecret, let lines = differences(base, theirs, mine) {
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
    guard isWide else { return QuestionView(title: "Changed elsewhere", lines: values + answers) }
    return QuestionView(
      title: "Changed elsewhere while you were editing",
      lines: [[entry.title, author].line(separator: "   ")] + values
        + ["", "Nothing has been written."] + paired(answers)
    )
  }

  /// Returns the answers, two on a line.
  private static func paired(_ answers: [String]) -> [String] {
    let width = (answers.map(\.count).max() ?? 0) + 3
    return stride(from: 0, to: answers.count, by: 2).map { index in
      guard index + 1 < answers.count else { return answers[index] }
      return answers[index].padded(to: width) + answers[index + 1]
    }
  }

  /// Returns the lines about the parts of nested values that differ; nil if the values have no parts.
  private static func differences(
    _ base: Defaults.StoredValue?,
    _ theirs: Defaults.StoredValue?,
    _ mine: Defaults.StoredValue?
  ) -> [String]? {
    switch (base, theirs, mine) {
    case (.dictionary(let base), .dictionary(let theirs), .dictionary(let mine)):
      return members(base, theirs, mine)
    case (.array(let base), .array(let theirs), .array(let mine)):
      return ["theirs  \(changes(base, theirs))", "yours   \(changes(base, mine))"]
    case (.string(let base), .string(let theirs), .string(let mine))
    where base.contains(where: \.isNewline):
      let lines = { (text: String) in
        text.split(separator: "\n", omittingEmptySubsequences: false)
          .map { Defaults.StoredValue.string(String($0)) }
      }
      return [
        "theirs  \(changes(lines(base), lines(theirs)))",
        "yours   \(changes(lines(base), lines(mine)))",
      ]
    default:
      return nil
    }
  }

  /// Returns a table of the members that either side has changed.
  private static func members(
    _ base: [Defaults.KeyName: Defaults.StoredValue],
    _ theirs: [Defaults.KeyName: Defaults.StoredValue],
    _ mine: [Defaults.KeyName: Defaults.StoredValue]
  ) -> [String] {
    let keys = Set(base.keys).union(theirs.keys).union(mine.keys)
      .filter { base[$0] != theirs[$0] || base[$0] != mine[$0] }.sorted()
    let heading = row(["", "you began", "theirs", "yours"])
    let rows = keys.prefix(differenceLimit).map { key in
      row([key.string] + [base, theirs, mine].map { $0[key].map(ValueText.part) ?? "–" })
    }
    return [heading] + rows + more(keys.count)
  }

  private static func more(_ count: Int) -> [String] {
    count > differenceLimit ? ["and \(count - differenceLimit) more"] : []
  }

  private static func row(_ cells: [String]) -> String {
    cells.map { cell in
      let text = SafeText(cell, limit: columns).truncated(to: columns - 1)
      return text.padded(to: columns).string
    }.joined()
  }

  /// Returns what a change removes and adds: `− "a"  + "b"`.
  private static func changes(
    _ base: [Defaults.StoredValue],
    _ new: [Defaults.StoredValue]
  ) -> String {
    guard base.count + new.count < 4000 else { return "\(new.count) items" }
    var texts: [String] = []
    let difference = new.difference(from: base)
    for change in difference.prefix(differenceLimit) {
      switch change {
      case .remove(_, let element, _): texts.append("- \(ValueText.part(element))")
      case .insert(_, let element, _): texts.append("+ \(ValueText.part(element))")
      }
    }
    let count = difference.count
    if count > differenceLimit { texts.append("and \(count - differenceLimit) more") }
    return texts.isEmpty ? "unchanged" : texts.joined(separator: "  ")
  }
}

extension String {
  /// Returns the text with blanks at its end; for texts whose characters have one column.
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
