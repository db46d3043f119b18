package import Terminal

/// One line of text whose parts can have different roles.
package struct StyledLine: Hashable, Sendable {
  /// A part of the line in one role.
  package struct Span: Hashable, Sendable {
    package var text: SafeText
    package var role: Role
    /// Whether the part is drawn in the style of selected text.
    package var isSelected: Bool = false

    package init(text: SafeText, role: Role, isSelected: Bool = false) {
      self.text = text
      self.role = role
      self.isSelected = isSelected
    }
  }

  /// The parts, from left to right.
  package var spans: [Span]

  /// Creates a line with one part.
  package init(_ text: SafeText = "", role: Role = .text, isSelected: Bool = false) {
    spans = [Span(text: text, role: role, isSelected: isSelected)]
  }

  package init(spans: [Span]) {
    self.spans = spans
  }

  /// The width in columns.
  var width: Int { spans.reduce(0) { $0 + $1.text.width } }
}
