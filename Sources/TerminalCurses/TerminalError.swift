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
      "or use what needs no full screen: \"prefs edit --plain\", \"prefs read\" and \"prefs write\"."
    switch self {
    case .notATerminal:
      return "The editor needs a terminal for its input and its output. "
        + "Start it without pipes and redirections, \(instead)"
    case .missingTerminalType:
      return "The kind of terminal is not known, because TERM is not set. "
        + "Set it to your terminal's name, such as \"xterm-256color\", \(instead)"
    case .unknownTerminalType(let name):
      return "The terminal database has no description of \"\(SafeText(name, limit: 64))\". "
        + "Set TERM to a name that it knows, such as \"xterm-256color\", \(instead)"
    case .missingDatabase:
      return
        "There is no terminal database. Install it, such as the package ncurses-base, \(instead)"
    case .tooSimple(let name):
      return "A terminal of the kind \"\(SafeText(name, limit: 64))\" cannot show full screens. "
        + "If it is another one, set TERM to its name, \(instead)"
    case .alreadyOpen:
      return "The terminal is already in use by another screen of this program. "
        + "Close that one first."
    case .system(let call, let code):
      return "The terminal could not be prepared: \(call) failed "
        + "(\(String(cString: strerror(code))))."
    }
  }
}
