import DefaultsSchema
import Terminal

/// A question in a box; no other key presses are handled until it is answered.
struct QuestionView {
  let title: String
  let lines: [String]

  /// The question whether an undo or redo may overwrite a newer value.
  static func confirmation(
    _ state: EditorState,
    _ restore: OverwritingRestore
  ) -> QuestionView? {
    guard let item = state.document.item(restore.key) else { return nil }
    let word = restore.direction == .undo ? "Undo" : "Redo"
    let answers = [QuestionCommand.yes, .no].map { state.bindings.name(of: $0, in: .question) }
    let value = ValueText.brief(inUse: restore.value, item)
    return QuestionView(
      title: "Changed since",
      lines: [
        "\(item.entry.title) is now \(ValueText.brief(inUse: item.stored, item)).",
        "\(word) to \(value) anyway?   \(answers.line(separator: " / "))",
      ]
    )
  }

  /// The question which value to keep, after the edited key was changed elsewhere.
  static func conflict(_ state: EditorState, _ edit: OpenEdit) -> QuestionView {
    let entry = edit.entry
    let theirs = state.document.item(edit.key)?.stored
    let mine = try? edit.control.value()
    let answers = ConflictCommand.allCases.map { command in
      let words = state.bindings.binding(of: command, in: .conflict)?.row.help ?? ""
      return state.keyText(command, " \(words)", in: .conflict)
    }
    return QuestionView(
      title: "Changed elsewhere while you were editing",
      lines: [
        entry.title,
        "when you began   \(ValueText.brief(stored: edit.edited.original, in: entry))",
        "theirs (now)     \(ValueText.brief(stored: theirs, in: entry))",
        "yours            \(mine.map { ValueText.brief(stored: $0, in: entry) } ?? "–")",
        "",
        "Nothing has been written.",
        answers.line(separator: "     "),
      ]
    )
  }

  func draw(on frame: inout Frame, _ layout: Layout) {
    let texts = lines.flatMap { line in
      line.isEmpty ? [SafeText("")] : SafeText(line).wrapped(to: layout.size.columns - 6)
    }
    let width = min(
      layout.size.columns - 2,
      max(texts.map(\.width).max() ?? 0, SafeText(title).width + 2) + 4
    )
    let box = layout.box(columns: width, rows: texts.count + 2, avoiding: nil)
    frame.box(box, title: SafeText(title).truncated(to: width - 6))
    for (offset, text) in texts.prefix(max(0, box.size.rows - 2)).enumerated() {
      frame.write(text, row: box.row + 1 + offset, column: box.column + 2, columns: width - 4)
    }
    frame.cursor = .init(row: box.row + max(0, box.size.rows - 2), column: box.column + 2)
  }
}
