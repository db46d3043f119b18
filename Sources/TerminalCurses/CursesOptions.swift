import Glibc

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

/// The process environment.
enum Environment {
  /// Returns the value of a variable, nil if it is not set.
  ///
  /// The corresponding C function is `getenv`.
  static func value(of name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// How long to wait for the rest of a sequence that began with Escape, in milliseconds.
  ///
  /// On a slow line the parts of an arrow key's sequence arrive apart.
  static var escapeDelay: Int32 {
    if let text = value(of: "ESCDELAY"), let delay = Int32(text), (0...10_000).contains(delay) {
      return delay
    }
    return value(of: "SSH_CONNECTION") == nil ? 25 : 100
  }
}
