/// The settings of a screen, which a program can change while the screen is open.
public struct ScreenSettings: Hashable, Sendable {
  /// The condition under which colours are used.
  public enum ColorChoice: String, Hashable, Sendable, CaseIterable {
    /// If the terminal has colours and the environment variable `NO_COLOR` is unset or empty.
    case auto
    /// If the terminal has colours, even if `NO_COLOR` is set.
    case always
    /// Never.
    case never
  }

  /// When colours are used.
  public var color: ColorChoice
  /// Whether only ASCII is sent; it always is in the locales `C` and `POSIX`, and in locales with
  /// another encoding than UTF-8.
  public var ascii: Bool
  /// Whether the mouse is used; the terminal's own selection then needs Shift.
  public var mouse: Bool
  /// Whether the terminal is asked for its background, which the screen may return as an event.
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
