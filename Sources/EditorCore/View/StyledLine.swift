import DefaultsCore
package import Terminal

/// One line of text whose parts can have different roles.
package struct StyledLine: Hashable, Sendable {
  /// A part of the line in one role.
  package struct Span: Hashable, Sendable {
    package var text: SafeText
    package var role: Role
    /// Whether the part is drawn in the style of selected text.
    package var isSelected: Bool = false
    /// The colour that the text shows as a patch, blank if it cannot be shown; nil for other text.
    var swatch: Defaults.Color?

    package init(text: SafeText, role: Role, isSelected: Bool = false) {
      self.text = text
      self.role = role
      self.isSelected = isSelected
    }

    /// Creates a patch that shows a colour.
    init(text: SafeText, role: Role, swatch: Defaults.Color?) {
      self.init(text: text, role: role)
      self.swatch = swatch
    }
  }

  /// The parts, from left to right.
  package var spans: [Span]
  /// Whether the line is the selected one of a list, which is drawn as selected text over its whole width.
  var isHighlighted: Bool = false

  /// Creates a line with one part.
  package init(_ text: SafeText = "", role: Role = .text, isSelected: Bool = false) {
    spans = [Span(text: text, role: role, isSelected: isSelected)]
  }

  /// Creates a line with one part that ends in `…` if it does not fit.
  init(_ text: SafeText, cutTo columns: Int, role: Role = .text) {
    self.init(text.truncated(to: columns), role: role)
  }

  /// Creates a line with several parts.
  package init(spans: [Span], isHighlighted: Bool = false) {
    self.spans = spans
    self.isHighlighted = isHighlighted
  }

  /// The width of a patch behind a text, with the blank before it.
  static let patchWidth = 3

  /// Adds a patch of a colour; it is blank on a terminal that cannot show the colour.
  mutating func appendPatch(_ color: Defaults.Color) {
    spans.append(Span(text: " ", role: .text))
    spans.append(Span(text: "██", role: .text, swatch: color))
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

  /// The text without its roles.
  var text: SafeText { spans.reduce(SafeText("")) { $0 + $1.text } }

  /// The width in columns.
  var width: Int { spans.reduce(0) { $0 + $1.text.width } }
}
