import Glibc
import Terminal

/// The reasons why a terminal cannot show a full-screen program.
public enum TerminalError: Error, Hashable, Sendable {
  /// Standard input or standard output is not a terminal.
  case notATerminal
  /// The terminal type is unknown, because `TERM` is unset or empty.
  case missingTerminalType
  /// The terminal database has no description of the type named by `TERM`.
  case unknownTerminalType(String)
  /// The terminal database is missing: it has none of the types that each system describes.
  case missingDatabase
  /// A terminal of the type named by `TERM` cannot move its cursor or clear its screen.
  case tooSimple(String)
  /// Another screen of this process is open.
  case alreadyOpen
  /// A system call failed with this `errno`.
  case system(call: String, code: Int32)
}

extension TerminalError: CustomStringConvertible {
  /// The error and what to do about it, as sentences for people.
  public var description: String {
    let instead =
      "or use a command that needs no full screen: \"prefs edit --plain\", \"prefs read\" or \"prefs write\"."
    switch self {
    case .notATerminal:
      return "The editor needs a terminal for input and output. "
        + "Start it without pipes or redirections, \(instead)"
    case .missingTerminalType:
      return "The terminal type is unknown, because TERM is not set. "
        + "Set it to the type of your terminal, such as \"xterm-256color\", \(instead)"
    case .unknownTerminalType(let name):
      return "The terminal database has no description of \"\(SafeText(name, limit: 64))\". "
        + "Set TERM to the type of your terminal, such as \"xterm-256color\", \(instead)"
    case .missingDatabase:
      return
        "The terminal database is missing. Install it, for example with the package ncurses-base, \(instead)"
    case .tooSimple(let name):
      return "A terminal of the type \"\(SafeText(name, limit: 64))\" cannot show a full screen. "
        + "If your terminal has another type, set TERM to that, \(instead)"
    case .alreadyOpen:
      return "The terminal is already in use by another screen of this program. "
        + "Close that one first."
    case .system(let call, let code):
      return "The terminal could not be prepared: \(call) failed "
        + "(\(String(cString: strerror(code))))."
    }
  }
}
