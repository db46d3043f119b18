import EditorCore
import TerminalCurses

extension PreferencesEditor {
  /// The options for the terminal and the keyboard.
  public struct Options: Hashable, Sendable {
    /// The condition under which colours are used.
    public enum Color: String, Hashable, Sendable, CaseIterable {
      /// If the terminal has colours and the environment variable `NO_COLOR` is unset or empty.
      case auto
      /// If the terminal has colours, even if `NO_COLOR` is set.
      case always
      /// Never.
      case never
    }

    /// A set of styles for the screen, chosen by its name.
    ///
    /// ```swift
    /// PreferencesEditor.Options.Theme.allCases.map(\.rawValue)  // ["auto", "light", "dark", "contrast", "mono"]
    /// PreferencesEditor.Options(theme: .init(rawValue: "mono") ?? .auto)
    /// ```
    public struct Theme: RawRepresentable, CaseIterable, Hashable, Sendable {
      /// The styles.
      let styles: EditorCore.Theme

      /// The default theme: colours of the terminal's palette, where colours are used.
      public static let auto: Theme = Theme(.auto)

      /// All themes; the first is the default.
      public static var allCases: [Theme] { EditorCore.Theme.all.map(Theme.init) }

      /// The theme's name.
      public var rawValue: String { styles.name }

      /// Creates the theme of a name; nil if there is none.
      public init?(rawValue: String) {
        guard let styles = EditorCore.Theme.named(rawValue) else { return nil }
        self.init(styles)
      }

      private init(_ styles: EditorCore.Theme) {
        self.styles = styles
      }
    }

    /// The condition under which colours are used.
    public var color: Color
    /// The styles of the screen; their colours are used only if `color` allows it.
    public var theme: Theme
    /// Whether only ASCII is sent; always so in the locales `C` and `POSIX`, and in those of another
    /// encoding than UTF-8.
    public var ascii: Bool
    /// Whether mouse events are requested; selecting text in the terminal then needs Shift.
    public var mouse: Bool
    /// Key presses that replace those of some actions, by the name of the action.
    ///
    /// ```swift
    /// let options = PreferencesEditor.Options(bindings: [
    ///   "reset": ["J", "Del"],  // instead of r, Del and F8
    ///   "list.next": ["Down", "A-j"],  // in the list only
    ///   "details": [],  // no key press
    /// ])
    /// ```
    ///
    /// `prefs edit --list-keys` prints the names of all modes and actions. A key press is written as
    /// the help prints it, `^N`, `A-b`, `S-Tab` or `PgDn`, or as `Ctrl-N`, `Alt-b`, `Shift-Tab` or
    /// `PageDown`. A character is bound only in modes in which it is not typed as text. Ctrl-C always
    /// closes or quits.
    public var bindings: [String: [String]]

    /// What identifies the build of the app in the message after a crash, such as its version; may be
    /// empty.
    public var build: String

    /// Creates options.
    public init(
      color: Color = .auto,
      theme: Theme = .auto,
      ascii: Bool = false,
      mouse: Bool = true,
      bindings: [String: [String]] = [:],
      build: String = ""
    ) {
      self.color = color
      self.theme = theme
      self.ascii = ascii
      self.mouse = mouse
      self.bindings = bindings
      self.build = build
    }

    /// The part of the options that the screen needs.
    var screenOptions: CursesScreen.Options {
      let color: CursesScreen.Options.ColorChoice =
        switch color {
        case .auto: .auto
        case .always: .always
        case .never: .never
        }
      return CursesScreen.Options(
        color: color,
        ascii: ascii,
        mouse: mouse,
        asksBackground: theme == .auto,
        build: build
      )
    }
  }
}
