/// Text that is safe to show: nothing in it can act on a terminal.
///
/// Every text is escaped when it becomes one, and a frame accepts nothing else. What cannot be
/// shown is shown by its number; escaped text is for people, not for reading back.
///
///     SafeText("tab\there").string       // tab\there
///     SafeText("\u{1B}[2J").string       // \u{1B}[2J
///     SafeText("日本").width              // 4
public struct SafeText: Hashable, Sendable, ExpressibleByStringInterpolation,
  CustomStringConvertible
{
  /// The printable text.
  public let string: String

  /// Creates safe text by escaping what could act on a terminal or deceive its reader.
  public init(_ text: String) {
    string = TextEscaper.escape(text)
  }

  /// Creates safe text from the start of a text that may be huge.
  ///
  /// - Parameters:
  ///   - text: the text, of which no more is looked at than is kept.
  ///   - limit: how many graphemes to keep; if there are more, `…` follows them.
  public init(_ text: String, limit: Int) {
    let end = text.index(text.startIndex, offsetBy: max(0, limit), limitedBy: text.endIndex)
    guard let end, end < text.endIndex else {
      self.init(text)
      return
    }
    self.init(escaped: TextEscaper.escape(text[..<end]) + "…")
  }

  /// Creates safe text from a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Creates safe text from parts of text that is safe already.
  init(escaped string: some StringProtocol) {
    self.string = String(string)
  }

  /// The printable text.
  public var description: String { string }

  /// Answers whether there is nothing to show.
  public var isEmpty: Bool { string.isEmpty }

  /// Joins two texts.
  public static func + (left: SafeText, right: SafeText) -> SafeText {
    SafeText(escaped: left.string + right.string)
  }
}
