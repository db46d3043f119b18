import Terminal

/// One line of text in several styles.
struct StyledLine: Hashable, Sendable {
  /// A part of the line in one style.
  struct Span: Hashable, Sendable {
    var text: SafeText
    var style: Style
  }

  var spans: [Span]

  init(_ text: SafeText = "", style: Style = .plain) {
    spans = [Span(text: text, style: style)]
  }

  init(spans: [Span]) {
    self.spans = spans
  }

  /// The width in columns.
  var width: Int { spans.reduce(0) { $0 + $1.text.width } }
}
