/// What a program can change about a screen while it is open.
public struct ScreenSettings: Hashable, Sendable {
  /// The condition under which colours are used.
  public enum ColorChoice: String, Hashable, Sendable, CaseIterable {
    /// Where the terminal has them and the environment's `NO_COLOR` is unset or empty.
    case auto
    /// Where the terminal has them, even if `NO_COLOR` is set.
    case always
    /// Never.
    case never
  }

  /// When colours are used.
  public var color: ColorChoice
  /// Whether only ASCII is sent; always so in the locales `C` and `POSIX`, and in those of another
  /// encoding than UTF-8.
  public var ascii: Bool
  /// Whether the mouse is used; the terminal's own selection then needs Shift.
  public var mouse: Bool
  /// Whether the terminal is asked for its background, which it may return as an event.
  public var asksBackground: Bool

  /// Creates settings.
  public init(
    color: ColorChoice = .auto,
    ascii: Bool = false,
    mouse: Bool = true,
    asksBackground: Bool = false
  ) {
    self.color = color
    self.ascii = ascii
    self.mouse = mouse
    self.asksBackground = asksBackground
  }
}
