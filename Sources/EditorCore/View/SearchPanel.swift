import Terminal

/// A panel in which a search is typed, with the lines that match below it.
struct SearchPanel {
  let panel: Panel
  /// Where the text is typed.
  let field: Rect
  /// The titles of the columns; empty without a header.
  let header: Rect
  /// The lines.
  let body: Rect

  private enum Part: Hashable, Sendable {
    case field, header, body
  }

  /// Creates the parts of a panel; the lines have at least a number of rows.
  init(_ panel: Panel, hasHeader: Bool = false, leastRows: Int = 1) {
    self.panel = panel
    let parts = Arrangement<Part>.rows([
      .part(.field, .fixed(1)), .part(.header, .fixed(hasHeader ? 1 : 0, .useful)),
      .part(.body, .flexible(leastRows)),
    ]).rects(in: panel.inside)
    field = parts[.field] ?? .none
    header = parts[.header] ?? .none
    body = parts[.body] ?? .none
  }
}
