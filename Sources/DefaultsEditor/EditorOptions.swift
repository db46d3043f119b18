import TerminalCurses

extension PreferencesEditor {
  /// How the editor uses the terminal.
  public struct Options: Hashable, Sendable {
    /// When colours are used.
    public enum Color: String, Hashable, Sendable, CaseIterable {
      /// Where the terminal has them and the environment's `NO_COLOR` is unset or empty.
      case auto
      /// Where the terminal has them, even if `NO_COLOR` is set.
      case always
      /// Never.
      case never
    }

    /// When colours are used.
    public var color: Color
    /// Whether only ASCII is sent; always so where the C library has no UTF-8 locale.
    public var ascii: Bool
    /// Whether the mouse is used; the terminal's own selection then needs Shift.
    public var mouse: Bool

    /// Creates options.
    public init(color: Color = .auto, ascii: Bool = false, mouse: Bool = true) {
      self.color = color
      self.ascii = ascii
      self.mouse = mouse
    }

    /// The options as the screen has them.
    var ofScreen: CursesScreen.Options {
      let color: CursesScreen.Options.ColorChoice =
        switch color {
        case .auto: .auto
        case .always: .always
        case .never: .never
        }
      return CursesScreen.Options(color: color, ascii: ascii, mouse: mouse)
    }
  }
}
