import CNcurses

/// The escape sequences that are not in the terminal database, and the use of its capabilities.
enum Sequences {
  /// Turns bracketed paste on; a terminal without it ignores the sequence.
  static let pasteOn = "\u{1B}[?2004h"
  /// Turns bracketed paste off.
  static let pasteOff = "\u{1B}[?2004l"
  /// The sequence that a terminal sends before pasted text.
  static let pasteStart = "\u{1B}[200~"
  /// The sequence that a terminal sends after pasted text.
  static let pasteEnd = "\u{1B}[201~"

  /// Asks the terminal for the colour of its background.
  static let backgroundQuery = "\u{1B}]11;?\u{1B}\\"

  /// Turns on reports of button presses and the wheel, without motion, in SGR coordinates.
  static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
  /// Turns mouse reports off.
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"

  /// Returns the bytes that restore the terminal after a crash, from its description.
  static func restoring(hasMouse: Bool) -> String {
    pasteOff + (hasMouse ? mouseOff : "")
      + capabilities(["rmkx", "sgr0", "op", "cnorm", "rmcup"])
  }

  /// Returns the sequences of capabilities, joined; a capability that the terminal lacks is left out.
  static func capabilities(_ names: [String]) -> String {
    names.map { capability($0) ?? "" }.joined()
  }

  /// Returns a capability without its padding; nil if the terminal lacks it.
  static func capability(_ name: String) -> String? {
    cncurses_capability(name).map { withoutPadding(String(cString: $0)) }
  }

  /// Returns a capability without its padding, which is spelled `$<5>`.
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
