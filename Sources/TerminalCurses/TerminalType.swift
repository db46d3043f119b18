import CNcurses
import Glibc

/// The choice of a description in the terminal database.
enum TerminalType {
  /// The beginnings of the names of terminals that understand all of xterm's sequences.
  ///
  /// Many systems have no description of them, or an outdated one; xterm's is used instead.
  private static let xtermFamily = ["xterm", "kitty", "ghostty", "foot", "alacritty", "wezterm"]

  /// The beginnings of the names of other terminals that know the control sequence OSC 52.
  private static let clipboardFamilies = [
    "tmux", "screen", "iterm", "mintty", "contour", "rio", "st-", "konsole", "mlterm", "hterm",
    "vscode", "zellij", "nsterm",
  ]

  /// Returns whether a terminal has a clipboard that OSC 52 sets.
  ///
  /// No terminal can be asked: most do not answer, and a question that is not answered would delay the
  /// start. The description of the terminal has the capability `Ms` where its author knew of the
  /// sequence. Many descriptions lack it although the terminal knows the sequence, so the name counts
  /// too. What is left are terminals that have no clipboard at all, such as the Linux console and
  /// serial terminals. A terminal that has the name of xterm and ignores the sequence is not noticed.
  ///
  /// - Parameters:
  ///   - name: the value of `TERM`.
  ///   - hasCapability: whether the description has `Ms`.
  /// - Returns: true if copying is worth trying.
  static func hasClipboard(_ name: String?, hasCapability: Bool) -> Bool {
    guard let name else { return hasCapability }
    return hasCapability || (xtermFamily + clipboardFamilies).contains(where: name.hasPrefix)
  }

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
