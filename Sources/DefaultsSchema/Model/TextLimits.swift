/// Limits on a text.
public struct TextLimits: Hashable, Sendable {
  /// The least length in Unicode scalars.
  public var minimumLength: Int
  /// The greatest length in Unicode scalars; nil for no limit.
  public var maximumLength: Int?
  /// A regular expression that must match somewhere in the text.
  public var pattern: String?
  /// The language of the pattern.
  public var patternSyntax: PatternSyntax
  /// The message for a text that does not match the pattern; nil for a general one.
  public var patternMessage: String?
  /// Whether the text may have several lines.
  public var isMultiline: Bool
  /// Whether the text must be an email address.
  public var isEmail: Bool

  /// Creates limits; by default there are none.
  public init(
    minimumLength: Int = 0,
    maximumLength: Int? = nil,
    pattern: String? = nil,
    patternSyntax: PatternSyntax = .ecmaScript,
    patternMessage: String? = nil,
    isMultiline: Bool = false,
    isEmail: Bool = false
  ) {
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
    self.pattern = pattern
    self.patternSyntax = patternSyntax
    self.patternMessage = patternMessage
    self.isMultiline = isMultiline
    self.isEmail = isEmail
  }
}
