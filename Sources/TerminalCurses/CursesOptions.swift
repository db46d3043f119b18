extension CursesScreen {
  /// How a screen is shown.
  public struct Options: Hashable, Sendable {
    /// When colours are used.
    public enum ColorChoice: String, Hashable, Sendable, CaseIterable {
      /// Where the terminal has them and the environment's `NO_COLOR` is unset or empty.
      case auto
      /// Where the terminal has them, whatever `NO_COLOR` says.
      case always
      /// Nowhere.
      case never
    }

    /// When colours are used.
    public var color: ColorChoice
    /// Whether only ASCII is sent; always so where the locale's encoding is not UTF-8.
    public var ascii: Bool
    /// Whether the mouse is used; the terminal's own selection then needs Shift.
    public var mouse: Bool

    /// Creates options.
    public init(color: ColorChoice = .auto, ascii: Bool = false, mouse: Bool = true) {
      self.color = color
      self.ascii = ascii
      self.mouse = mouse
    }

    /// Whether colours are wanted, apart from whether the terminal has any.
    var wantsColor: Bool {
      switch color {
      case .always: true
      case .never: false
      case .auto: (Environment.value(of: "NO_COLOR") ?? "").isEmpty
      }
    }
  }
}
