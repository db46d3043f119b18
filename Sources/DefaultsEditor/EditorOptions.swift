import EditorCore
import Terminal
import TerminalCurses

extension PreferencesEditor {
  /// The options for the terminal and the keyboard.
  ///
  /// The user has settings for the editor, in the suite `prefs`, which are the same for all apps. An
  /// option that is nil follows them, also when they change while the editor is open. An option that the
  /// app sets wins over them, except that the user can still turn the mouse on and off with its key.
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

    /// The condition under which colours are used; nil for the user's setting.
    public var color: Color?
    /// The styles of the screen, whose colours are used only if `color` allows it; nil for the user's
    /// setting.
    public var theme: Theme?
    /// Whether only ASCII is sent; nil for the user's setting.
    ///
    /// It always is in the locales `C` and `POSIX`, and in locales with another encoding than UTF-8.
    public var ascii: Bool?
    /// Whether mouse events are requested; nil for the user's setting.
    ///
    /// Selecting text in the terminal then needs Shift.
    public var mouse: Bool?
    /// The key presses that replace the standard ones of an action, by the name of the action.
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
    /// closes or quits. The user's own key presses for other actions stay.
    public var bindings: [String: [String]]
    /// Whether the user's settings of the editor are used, and can be opened in it.
    public var usesSettings: Bool

    /// The build of the app, such as its version, for the message after a crash; may be empty.
    public var build: String

    /// The path of the log file, to which events are appended for the report of a problem; nil for none.
    ///
    /// The file is created so that only the user can read it. It names suites, keys and files, and
    /// contains neither values nor typed text. If it cannot be opened, the editor is not shown.
    public var log: String?

    /// Creates options.
    public init(
      color: Color? = nil,
      theme: Theme? = nil,
      ascii: Bool? = nil,
      mouse: Bool? = nil,
      bindings: [String: [String]] = [:],
      usesSettings: Bool = true,
      build: String = "",
      log: String? = nil
    ) {
      self.color = color
      self.theme = theme
      self.ascii = ascii
      self.mouse = mouse
      self.bindings = bindings
      self.usesSettings = usesSettings
      self.build = build
      self.log = log
    }

    /// The options as settings that win over the user's.
    var overrides: SettingsOverrides {
      SettingsOverrides(
        theme: theme?.styles,
        color: color?.choice,
        ascii: ascii,
        mouse: mouse,
        bindings: bindings
      )
    }

    /// The options with which the screen is opened.
    ///
    /// The session changes them when it has read the user's settings. Until then the mouse is not used,
    /// because a terminal must not report it to a user who has turned it off.
    var screenOptions: CursesScreen.Options {
      let theme = theme ?? .auto
      let settings = ScreenSettings(
        color: color?.choice ?? .auto,
        ascii: ascii ?? false,
        mouse: mouse ?? !usesSettings,
        asksBackground: theme == .auto && !usesSettings
      )
      return CursesScreen.Options(settings: settings, build: build)
    }
  }
}

extension PreferencesEditor.Options.Color {
  fileprivate var choice: ScreenSettings.ColorChoice {
    switch self {
    case .auto: .auto
    case .always: .always
    case .never: .never
    }
  }
}
