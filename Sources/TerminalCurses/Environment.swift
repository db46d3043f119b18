import Glibc

/// The process environment.
enum Environment {
  /// Returns the value of a variable, nil if it is not set.
  ///
  /// The corresponding C function is `getenv`.
  static func value(of name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The name of the locale of characters; empty if none is set.
  static var localeName: String {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let value = value(of: name), !value.isEmpty { return value }
    }
    return ""
  }

  /// The time to wait for the rest of a sequence that began with Escape, in milliseconds.
  ///
  /// `ESCDELAY` sets it, as it does for curses. The default is longer in an SSH session, where the
  /// bytes of one arrow key may arrive in separate packets.
  static var escapeDelay: Int32 {
    if let text = value(of: "ESCDELAY"), let delay = Int32(text), (0...10_000).contains(delay) {
      return delay
    }
    return value(of: "SSH_CONNECTION") == nil ? 25 : 100
  }
}
