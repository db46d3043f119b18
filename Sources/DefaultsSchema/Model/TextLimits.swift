/// Which texts are taken.
public struct TextLimits: Hashable, Sendable {
  /// The least length in Unicode scalars.
  public var minimumLength: Int
  /// The greatest length in Unicode scalars, or nil when there is none.
  public var maximumLength: Int?
  /// A regular expression that must match somewhere in the text.
  public var pattern: String?
  /// What to tell a person whose text does not match.
  public var patternMessage: String?
  /// Whether the text may have several lines.
  public var isMultiline: Bool
  /// Whether the text must be an electronic mail address.
  public var isEmail: Bool

  /// Creates limits; what is not named is not limited.
  public init(
    minimumLength: Int = 0,
    maximumLength: Int? = nil,
    pattern: String? = nil,
    patternMessage: String? = nil,
    isMultiline: Bool = false,
    isEmail: Bool = false
  ) {
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
    self.pattern = pattern
    self.patternMessage = patternMessage
    self.isMultiline = isMultiline
    self.isEmail = isEmail
  }
}
