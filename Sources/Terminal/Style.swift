/// How a cell looks apart from its text.
///
/// Colours come from the terminal's own palette, so that the user's theme decides about shades,
/// and the background is the terminal's own.
public struct Style: Hashable, Sendable {
  /// One of the palette colours every colour terminal has.
  public enum Color: UInt8, Hashable, Sendable, CaseIterable {
    /// Whatever colour the terminal uses for text.
    case standard
    case red, green, yellow, blue, magenta, cyan
  }

  /// The colour of the text.
  public var color: Color
  /// Heavier text.
  public var isBold: Bool
  /// Fainter text.
  public var isDim: Bool
  /// Text and background exchanged.
  public var isReversed: Bool
  /// A line below the text.
  public var isUnderlined: Bool

  /// Creates a style; what is not named is off.
  public init(
    color: Color = .standard,
    bold isBold: Bool = false,
    dim isDim: Bool = false,
    reversed isReversed: Bool = false,
    underlined isUnderlined: Bool = false
  ) {
    self.color = color
    self.isBold = isBold
    self.isDim = isDim
    self.isReversed = isReversed
    self.isUnderlined = isUnderlined
  }

  /// The terminal's plain text.
  public static let plain: Style = Style()
}
