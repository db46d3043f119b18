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

  /// The beginnings of other names, and the descriptions to use if the terminal's own is missing.
  private static let families = [
    ("tmux", ["tmux-256color", "tmux", "screen-256color", "screen"]),
    ("screen", ["screen-256color", "screen"]),
    ("rxvt", ["rxvt-unicode-256color", "rxvt-unicode", "rxvt", "xterm"]),
    ("linux", ["linux"]),
    ("vt", ["vt220", "vt100"]),
  ]

  /// The beginnings of the names of other terminals that support the control sequence OSC 52.
  private static let clipboardFamilies = ["tmux", "screen"]

  /// The beginnings of the names of relatives of xterm that have no clipboard for programs.
  private static let withoutClipboard = ["putty", "vte", "gnome"]

  /// Returns whether a terminal has a clipboard that OSC 52 sets, so that copying is worth trying.
  ///
  /// Terminals are not asked: most do not respond, and waiting for a response would delay the
  /// start. The description of a terminal can have the capability `Ms`. Many descriptions lack it
  /// although the terminal supports the sequence, so the name, the value of `TERM`, is used too.
  /// The other terminals have no clipboard, such as the Linux console and serial terminals. A
  /// terminal that uses the name xterm and ignores the sequence is not detected.
  static func hasClipboard(_ name: String?, hasCapability: Bool) -> Bool {
    guard let name else { return hasCapability }
    if withoutClipboard.contains(where: name.hasPrefix) { return hasCapability }
    return hasCapability || (xtermFamily + clipboardFamilies).contains(where: name.hasPrefix)
  }

  /// The beginnings of the names of other terminals that mark pastes.
  private static let pasteFamilies = ["tmux", "screen", "rxvt", "Eterm"]

  /// Returns whether a terminal encloses pasted text in control sequences when a program asks for
  /// it.
  ///
  /// The name is the value of `TERM`. Consoles, serial terminals and unknown names do not.
  static func marksPastes(_ name: String?) -> Bool {
    (xtermFamily + pasteFamilies).contains { name?.hasPrefix($0) == true }
  }

  /// Returns whether a terminal has true colour, so that exact colours may be sent.
  ///
  /// Few descriptions have the capability, `RGB` or `Tc`, so most terminals set the variable
  /// `COLORTERM`. A program can inherit it from another terminal. So the variable is ignored if the
  /// description has fewer than 256 colours, and in GNU screen, which before version 5 shows other
  /// attributes for the sequence. The name is the value of `TERM`, and the announced one that of
  /// `COLORTERM`.
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

  /// Returns the name of the description to use for a terminal with a value of `TERM`.
  ///
  /// The terminal database has that name, which can be the name of a related terminal. The error is
  /// ``TerminalError/missingTerminalType``, ``TerminalError/unknownTerminalType(_:)``,
  /// ``TerminalError/missingDatabase`` or ``TerminalError/tooSimple(_:)``.
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
