import Terminal

/// One line of text whose parts can have different roles.
struct StyledLine: Hashable, Sendable {
  /// A part of the line in one role.
  struct Span: Hashable, Sendable {
    var text: SafeText
    var role: Role
    /// Whether the part is drawn in the style of selected text.
    var isSelected: Bool = false
  }

  /// The parts, from left to right.
  var spans: [Span]

  /// Creates a line with one part.
  init(_ text: SafeText = "", role: Role = .text, isSelected: Bool = false) {
    spans = [Span(text: text, role: role, isSelected: isSelected)]
  }

  init(spans: [Span]) {
    self.spans = spans
  }

  /// Draws the first columns in the style of selected text, if the line has one part.
  mutating func select(columns: Int) {
    guard spans.count == 1, let span = spans.first else { return }
    let selected = span.text.prefix(columns: columns)
    let rest = span.text.dropping(columns: selected.width)
    spans = [
      Span(text: selected, role: span.role, isSelected: true),
      Span(text: rest, role: span.role),
    ]
  }

  /// The width in columns.
  var width: Int { spans.reduce(0) { $0 + $1.text.width } }
}
