/// The colour and text attributes of a cell.
///
/// A ``Color`` is from the terminal's palette, so that the user's theme decides the shade. The
/// background is always the terminal's own.
public struct Style: Hashable, Sendable {
  /// The palette colours that every colour terminal has.
  public enum Color: UInt8, Hashable, Sendable, CaseIterable {
    /// The terminal's own text colour.
    case standard
    case red, green, yellow, blue, magenta, cyan
  }

  /// The colour of the text.
  public var color: Color
  /// The index in a palette of 256 colours, which replaces `color` and `isDim` on terminals with that
  /// palette; nil for none.
  public var paletteIndex: UInt8?
  /// A colour that replaces `color` and `paletteIndex` on terminals with true colour; nil for none.
  public var trueColor: TrueColor?
  /// Whether the text is bold.
  public var isBold: Bool
  /// Whether the text is faint.
  public var isDim: Bool
  /// Whether the colours of text and background are exchanged.
  public var isReversed: Bool
  /// Whether the text is underlined.
  public var isUnderlined: Bool

  /// Creates a style; attributes that are not given are off.
  public init(
    color: Color = .standard,
    palette paletteIndex: UInt8? = nil,
    trueColor: TrueColor? = nil,
    bold isBold: Bool = false,
    dim isDim: Bool = false,
    reversed isReversed: Bool = false,
    underlined isUnderlined: Bool = false
  ) {
    self.color = color
    self.paletteIndex = paletteIndex
    self.trueColor = trueColor
    self.isBold = isBold
    self.isDim = isDim
    self.isReversed = isReversed
    self.isUnderlined = isUnderlined
  }

  /// The terminal's plain text.
  public static let plain: Style = Style()
}
