/// The ASCII texts that replace other characters on terminals that show only ASCII.
///
/// A sign such as a line or an arrow is replaced by a similar text. A letter is not, because one
/// preference must not look like another: ``SafeText`` writes its code point, such as `\u{E9}` for é.
public enum ASCIIForms {
  /// Returns an ASCII character of one column for the text of a cell, `?` where none is similar.
  ///
  /// It is for texts that were laid out for Unicode; ``SafeText/Form/ascii`` is better, because it may
  /// take more columns.
  public static func character(for text: String) -> Character {
    guard let scalar = text.unicodeScalars.first else { return " " }
    if scalar.isASCII { return Character(scalar) }
    switch scalar {
    case "→": return ">"
    case "←": return "<"
    case "↑": return "^"
    case "↓": return "v"
    case "…": return "~"
    default: return form(of: scalar)?.first ?? "?"
    }
  }

  /// Returns the ASCII text that is similar to a sign; nil for letters and for other signs.
  static func form(of scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "─", "━", "╌", "┄", "═", "–", "—", "−", "‐", "‑": "-"
    case "│", "┃", "┆", "║": "|"
    case "┌", "┐", "└", "┘", "├", "┤", "┬", "┴", "┼", "╭", "╮", "╰", "╯": "+"
    case "↑": "Up"
    case "↓": "Down"
    case "→": "->"
    case "←": "<-"
    case "…": "..."
    case "▾", "▼": "v"
    case "▴", "▲", "▔": "^"
    case "▸", "▶", "›", "❯": ">"
    case "◂", "◀", "‹", "↵", "⏎": "<"
    case "•", "●", "◆", "■", "✱": "*"
    case "○", "◌", "◇", "□": "o"
    case "✓", "✔", "✗", "✘", "×": "x"
    case "␣": "_"
    case "·": "."
    case "“", "”", "„": "\""
    case "‘", "’", "‚": "'"
    case "█", "▓", "▒", "░": "#"
    case "\u{A0}", "\u{202F}": " "
    default: nil
    }
  }
}
