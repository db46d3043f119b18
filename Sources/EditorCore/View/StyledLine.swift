import Terminal

/// One line of text in several roles.
struct StyledLine: Hashable, Sendable {
  /// A part of the line in one role.
  struct Span: Hashable, Sendable {
    var text: SafeText
    var role: Role
    /// Whether it is drawn as selected.
    var isSelected: Bool = false
  }

  var spans: [Span]

  init(_ text: SafeText = "", role: Role = .text, isSelected: Bool = false) {
    spans = [Span(text: text, role: role, isSelected: isSelected)]
  }

  init(spans: [Span]) {
    self.spans = spans
  }

  /// The width in columns.
  var width: Int { spans.reduce(0) { $0 + $1.text.width } }
}
