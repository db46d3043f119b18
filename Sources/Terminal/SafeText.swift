/// Text that is safe to send to a terminal: control and invisible characters are escaped.
///
/// Every public initialiser escapes its text, and ``Frame`` accepts only safe text. A character that
/// cannot be shown is replaced by its code point. The result is for reading only: since backslashes
/// are not escaped, the original text cannot be recovered from it.
///
///     SafeText("tab\there").string       // tab\there
///     SafeText("\u{1B}[2J").string       // \u{1B}[2J
///     SafeText("日本").width              // 4
public struct SafeText: Hashable, Sendable, ExpressibleByStringInterpolation,
  CustomStringConvertible
{
  /// The characters that a terminal shows.
  public enum Form: Hashable, Sendable {
    /// All characters of Unicode.
    case unicode
    /// Only ASCII; other characters are written with ASCII characters, see ``ASCIIForms``.
    case ascii
  }

  /// The form of the texts that are created by the closure of `withValue`.
  ///
  /// The form changes the width of a text, so it must be known before a text is laid out.
  ///
  ///     SafeText.$form.withValue(.ascii) { SafeText("a → é").string }  // a -> \u{E9}
  @TaskLocal public static var form: Form = .unicode

  /// The printable text.
  public let string: String

  /// Creates safe text by escaping characters that could control a terminal or mislead a reader.
  public init(_ text: String) {
    string = TextEscaper.escape(text)
  }

  /// Creates safe text from the start of a text that may be huge.
  ///
  /// - Parameters:
  ///   - text: the text; what follows the limit is not escaped.
  ///   - limit: the number of graphemes to keep; `…` is added if there are more.
  public init(_ text: String, limit: Int) {
    let end = text.index(text.startIndex, offsetBy: max(0, limit), limitedBy: text.endIndex)
    guard let end, end < text.endIndex else {
      self.init(text)
      return
    }
    self.init(escaped: TextEscaper.escape(text[..<end]) + Self.ellipsis)
  }

  /// Creates safe text from a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Creates safe text that has another one several times.
  public init(repeating text: SafeText, count: Int) {
    self.init(escaped: String(repeating: text.string, count: count))
  }

  /// Creates safe text from text that is escaped already.
  init(escaped string: some StringProtocol) {
    self.string = String(string)
  }

  /// The sign for an omitted part, which is one column wide.
  static var ellipsis: String { form == .ascii ? "~" : "…" }

  /// The printable text.
  public var description: String { string }

  /// Whether the text is empty.
  public var isEmpty: Bool { string.isEmpty }

  /// Joins two texts.
  public static func + (left: SafeText, right: SafeText) -> SafeText {
    SafeText(escaped: left.string + right.string)
  }
}
