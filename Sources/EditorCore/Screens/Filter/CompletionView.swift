import Terminal

/// The words that can be typed next in the filter, in a box below it.
///
/// A compact screen has no room for a box; there, the status line shows the words.
struct CompletionView {
  let completion: FilterCompletion
  let state: EditorState
  let layout: Layout

  /// The number of rows for words.
  private static let rows = 8

  /// The words on one line.
  static func line(_ completion: FilterCompletion) -> SafeText {
    SafeText(completion.candidates.map(\.word).joined(separator: " "))
  }

  /// Draws the box.
  func draw(on canvas: inout Canvas) {
    guard layout.kind != .compact, layout.kind != .single else { return }
    let words = completion.candidates.map { SafeText($0.word) }
    let width = words.map(\.width).max() ?? 0
    let lines = zip(words, completion.candidates).map { word, candidate in
      let help = candidate.help.isEmpty ? "" : SafeText("   \(candidate.help)")
      return (word: word.padded(to: width), help: help)
    }
    // The box keeps its size while the words become fewer.
    let size = Size(columns: layout.list.size.columns, rows: Self.rows)
    let panel = Panel(layout, .row, size, below: layout[.filter].row)
    let visible = completion.cursor.visible(rows: panel.inside.size.rows)
    let count = visible.position(of: lines.count)
    panel.draw(
      title: "@ filters",
      footer: SafeText(visible.count < lines.count ? count : ""),
      on: &canvas
    )
    for (index, offset) in zip(visible, 0...) {
      let line = StyledLine(
        spans: [
          .init(text: lines[index].word, role: .strong),
          .init(text: lines[index].help, role: .quiet),
        ],
        isHighlighted: index == completion.cursor.selected
      )
      canvas.write(line, in: panel.inside.line(offset))
    }
  }
}
