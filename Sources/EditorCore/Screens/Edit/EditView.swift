import DefaultsCore
import DefaultsSchema
import Terminal

/// Draws the open edit: a box over the list, or a small screen as a whole.
struct EditView {
  let layout: EditLayout

  /// Draws the panel, the lines and the cursor.
  func draw(on canvas: inout Canvas) {
    let entry = layout.edit.entry
    let panel = layout.panel
    // A menu or a field for a path has no key and no type of its own.
    let isQuestion = entry.key.string.isEmpty
    let scope = layout.edit.scope
    let file = scope == .user ? "" : "   for \(scope.words)"
    let facts = panel.isBox && !isQuestion ? "\(file)   \(ValueText.kind(entry))" : file
    let room = max(8, panel.titleColumns - SafeText(facts).width)
    let title =
      layout.title == entry.title ? RowTitles.cut(entry.title, to: room) : SafeText(layout.title)
    panel.draw(title: title + SafeText(facts), footer: SafeText(entry.key.string), on: &canvas)
    canvas.write(layout.lines, in: panel.inside)
    if let cursor = layout.cursor {
      canvas.cursor = .init(row: cursor.row, column: cursor.column, isVisible: true)
    }
  }
}
