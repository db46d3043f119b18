public import Terminal

extension CursesScreen {
  /// The ways in which a screen uses the terminal.
  public struct Options: Hashable, Sendable {
    /// The settings at first; ``CursesScreen/use(_:)`` changes them.
    public var settings: ScreenSettings
    /// The build of the program, for the message after a crash; may be empty.
    public var build: String

    /// Creates options.
    public init(settings: ScreenSettings = ScreenSettings(), build: String = "") {
      self.settings = settings
      self.build = build
    }
  }
}

extension ScreenSettings {
  /// Whether the settings ask for colours; the terminal may have none.
  var wantsColor: Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: (Environment.value(of: "NO_COLOR") ?? "").isEmpty
    }
  }
}
