import CNcurses
import Glibc

/// The choice of a description in the terminal database.
enum TerminalType {
  /// The beginnings of the names of terminals that understand all of xterm's sequences.
  ///
  /// Many systems have no description of them; xterm's is used instead.
  private static let xtermFamily = [
    "xterm", "kitty", "ghostty", "foot", "alacritty", "wezterm", "konsole", "contour", "rio",
    "iterm",
    "mintty", "mlterm", "hterm", "vscode", "zellij", "nsterm", "st-", "vte", "gnome", "putty",
  ]

  /// The beginnings of other names, and the descriptions to use where their own is missing.
  private static let families = [
    ("tmux", ["tmux-256color", "tmux", "screen-256color", "screen"]),
    ("screen", ["screen-256color", "screen"]),
    ("rxvt", ["rxvt-unicode-256color", "rxvt-unicode", "rxvt", "xterm"]),
    ("linux", ["linux"]),
    ("vt", ["vt220", "vt100"]),
  ]

  /// The beginnings of the names of other terminals that know the control sequence OSC 52.
  private static let clipboardFamilies = ["tmux", "screen"]

  /// The beginnings of the names of relatives of xterm that have no clipboard for programs.
  private static let withoutClipboard = ["putty", "vte", "gnome"]

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
    if withoutClipboard.contains(where: name.hasPrefix) { return hasCapability }
    return hasCapability || (xtermFamily + clipboardFamilies).contains(where: name.hasPrefix)
  }

  /// Returns whether a terminal has true colour.
  ///
  /// Few descriptions have the capability, so most terminals set the variable `COLORTERM`. A program
  /// inherits it also in another terminal than the one that set it. So the variable does not count
  /// where the description has fewer than 256 colours, nor in GNU screen, which shows other attributes
  /// for the sequence before version 5.
  ///
  /// - Parameters:
  ///   - name: the value of `TERM`.
  ///   - announced: the value of `COLORTERM`.
  ///   - hasCapability: whether the description has `RGB` or `Tc`.
  ///   - colorCount: the number of colours in the description.
  /// - Returns: true if exact colours may be sent.
  static func hasTrueColor(
    _ name: String?,
    announced: String?,
    hasCapability: Bool,
    colorCount: Int
  ) -> Bool {
    if hasCapability { return true }
    guard let name, let announced, colorCount >= 256, !name.hasPrefix("screen") else {
      return false
    }
    return ["truecolor", "24bit"].contains(announced)
  }

  /// Returns the name of the description to use for a terminal.
  ///
  /// - Parameter name: the value of `TERM`, nil if it is not set.
  /// - Returns: a name that the terminal database has; it may be that of a relative.
  /// - Throws: ``TerminalError/missingTerminalType``, ``TerminalError/unknownTerminalType(_:)``,
  ///   ``TerminalError/missingDatabase`` and ``TerminalError/tooSimple(_:)``.
  static func description(for name: String?) throws(TerminalError) -> String {
    guard let name, !name.isEmpty else { throw .missingTerminalType }
    for candidate in [name] + fallbacks(for: name) {
      switch cncurses_probe(candidate, STDOUT_FILENO) {
      case Int32(CNCURSES_USABLE.rawValue): return candidate
      case Int32(CNCURSES_TOO_SIMPLE.rawValue): throw .tooSimple(name)
      default: continue
      }
    }
    let common: [String] = ["xterm", "vt100", "linux", "dumb"]
    let hasDatabase = common.contains {
      cncurses_probe($0, STDOUT_FILENO) != Int32(CNCURSES_UNKNOWN.rawValue)
    }
    throw hasDatabase ? .unknownTerminalType(name) : .missingDatabase
  }

  private static func fallbacks(for name: String) -> [String] {
    if xtermFamily.contains(where: name.hasPrefix) { return ["xterm-256color", "xterm"] }
    return families.first { name.hasPrefix($0.0) }?.1 ?? []
  }
}
