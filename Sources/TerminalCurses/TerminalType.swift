import CNcurses
import Glibc

/// The choice of a description in the terminal database.
enum TerminalType {
  /// The beginnings of the names of terminals that understand all of xterm's sequences.
  ///
  /// Many systems have no description of them, or an outdated one; xterm's is used instead.
  private static let xtermFamily = ["xterm", "kitty", "ghostty", "foot", "alacritty", "wezterm"]

  /// Returns the name of the description to use for a terminal.
  ///
  /// - Parameter name: the value of `TERM`, nil if it is not set.
  /// - Returns: a name that the terminal database has; for a relative of xterm it may be xterm's.
  /// - Throws: ``TerminalError/missingTerminalType``, ``TerminalError/unknownTerminalType(_:)`` and
  ///   ``TerminalError/tooSimple(_:)``.
  static func description(for name: String?) throws(TerminalError) -> String {
    guard let name, !name.isEmpty else { throw .missingTerminalType }
    for candidate in [name] + fallbacks(for: name) {
      switch cncurses_probe(candidate, STDOUT_FILENO) {
      case Int32(CNCURSES_USABLE.rawValue): return candidate
      case Int32(CNCURSES_TOO_SIMPLE.rawValue): throw .tooSimple(name)
      default: continue
      }
    }
    throw .unknownTerminalType(name)
  }

  private static func fallbacks(for name: String) -> [String] {
    xtermFamily.contains(where: name.hasPrefix) ? ["xterm-256color", "xterm"] : []
  }
}
