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

  /// The text without its roles.
  var text: SafeText { spans.reduce(SafeText("")) { $0 + $1.text } }

  /// The width in columns.
  var width: Int { spans.reduce(0) { $0 + $1.text.width } }
}
