import TerminalCurses

extension PreferencesEditor {
  /// The options for the editor's use of the terminal.
  public struct Options: Hashable, Sendable {
    /// The choice when colours are used.
    public enum Color: String, Hashable, Sendable, CaseIterable {
      /// If the terminal has colours and the environment variable `NO_COLOR` is unset or empty.
      case auto
      /// If the terminal has colours, even if `NO_COLOR` is set.
      case always
      /// Never.
      case never
    }

    /// When colours are used.
    public var color: Color
    /// Whether only ASCII is sent; always true if the C library has no UTF-8 locale.
    public var ascii: Bool
    /// Whether mouse events are requested; selecting text in the terminal then needs Shift.
    public var mouse: Bool

    /// Creates options.
    public init(color: Color = .auto, ascii: Bool = false, mouse: Bool = true) {
      self.color = color
      self.ascii = ascii
      self.mouse = mouse
    }

    /// The same options for the screen.
    var screenOptions: CursesScreen.Options {
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
