import CNcurses

/// Sequences that are sent or known beside those of curses.
enum Sequences {
  /// Asks for marks around pasted text; terminals that know none ignore it.
  static let pasteOn = "\u{1B}[?2004h"
  /// Asks for pasted text as if it were typed.
  static let pasteOff = "\u{1B}[?2004l"
  /// What a terminal sends before pasted text.
  static let pasteStart = "\u{1B}[200~"
  /// What a terminal sends after pasted text.
  static let pasteEnd = "\u{1B}[201~"

  /// Asks for presses of buttons and the wheel, without motion, and for columns beyond 223.
  static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
  /// Leaves the mouse to the terminal.
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"

  /// Returns what puts the terminal right after a crash, by its own description.
  static func restoring(hasMouse: Bool) -> String {
    let names: [String] = ["rmkx", "sgr0", "op", "cnorm", "rmcup"]
    let capabilities = names.map { name in
      cncurses_capability(name).map { withoutPadding(String(cString: $0)) } ?? ""
    }
    return pasteOff + (hasMouse ? mouseOff : "") + capabilities.joined()
  }

  /// Returns a capability without the pauses in it, which are spelled `$<5>`.
  static func withoutPadding(_ capability: String) -> String {
    var rest = capability[...]
    var result = ""
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[dollar...]
      if rest.hasPrefix("$<"), let end = rest.firstIndex(of: ">") {
        rest = rest[rest.index(after: end)...]
      } else {
        result += "$"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }
}
