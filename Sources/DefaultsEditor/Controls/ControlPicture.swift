/// The lines that a control draws, and the position of the cursor.
///
/// ```swift
/// let picture: ControlPicture = ["First line", ControlText("Second line", style: .quiet)]
/// ```
public struct ControlPicture: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// A position in the lines.
  public struct Cursor: Hashable, Sendable {
    /// The line, 0-based.
    public var line: Int
    /// The column of the terminal, 0-based; a wide character has two columns.
    public var column: Int

    /// Creates a position.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// The lines, from top to bottom.
  public var lines: [ControlText]
  /// The position of the terminal's cursor; nil to show none.
  public var cursor: Cursor?

  /// Creates a picture.
  public init(_ lines: [ControlText], cursor: Cursor? = nil) {
    self.lines = lines
    self.cursor = cursor
  }

  /// Creates a picture without a cursor from its lines.
  public init(arrayLiteral lines: ControlText...) {
    self.init(lines)
  }
}

/// A line of text with styles.
///
/// Control characters in it are shown as text, so no value can send commands to the terminal.
///
/// ```swift
/// ControlText("#####", style: .strong) + "-----" + ControlText(" half", style: .quiet)
/// ```
public struct ControlText: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The meaning of a part of the text; the theme of the editor decides how it looks.
  public enum Style: Hashable, Sendable, CaseIterable {
    /// Text without a special meaning.
    case plain
    /// Secondary text.
    case quiet
    /// Text that is more important than the text around it.
    case strong
    /// The selected part.
    case selected
    /// Text that is being typed.
    case field
    /// A problem or an invalid value.
    case warning
  }

  /// A part of the text in one style.
  struct Span: Hashable, Sendable {
    var text: String
    var style: Style
  }

  /// The parts, from left to right.
  private(set) var spans: [Span]

  /// Creates a text in one style.
  public init(_ text: String, style: Style = .plain) {
    spans = [Span(text: text, style: style)]
  }

  /// Creates a plain text.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// Returns one text followed by another.
  public static func + (left: ControlText, right: ControlText) -> ControlText {
    var sum = left
    sum.spans += right.spans
    return sum
  }
}
