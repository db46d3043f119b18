extension CursesScreen {
  /// The ways in which a screen uses the terminal.
  public struct Options: Hashable, Sendable {
    /// When colours are used.
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
    /// What identifies the build of the program in the message after a crash; may be empty.
    public var build: String

    /// Creates options.
    public init(
      color: ColorChoice = .auto,
      ascii: Bool = false,
      mouse: Bool = true,
      asksBackground: Bool = false,
      build: String = ""
    ) {
      self.color = color
      self.ascii = ascii
      self.mouse = mouse
      self.asksBackground = asksBackground
      self.build = build
    }

    /// Whether the options ask for colours; the terminal may have none.
    var wantsColor: Bool {
      switch color {
      case .always: true
      case .never: false
      case .auto: (Environment.value(of: "NO_COLOR") ?? "").isEmpty
      }
    }
  }
}
