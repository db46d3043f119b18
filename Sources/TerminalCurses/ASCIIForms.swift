/// The replacements of characters on terminals that show only ASCII.
enum ASCIIForms {
  /// Returns an ASCII character of one column, `?` where none is similar.
  static func form(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "─", "━", "╌", "┄", "═": "-"
    case "│", "┃", "┆", "║": "|"
    case "┌", "┐", "└", "┘", "├", "┤", "┬", "┴", "┼", "╭", "╮", "╰", "╯": "+"
    case "▾", "▼", "↓": "v"
    case "▴", "▲", "↑", "▔": "^"
    case "▸", "▶", "→", "›", "❯": ">"
    case "◂", "◀", "←", "‹", "↵", "⏎": "<"
    case "•", "●", "◆", "■", "✱": "*"
    case "○", "◌", "◇", "□": "o"
    case "✓", "✔", "✗", "✘", "×": "x"
    case "…": "~"
    case "␣": "_"
    case "·": "."
    case "–", "—", "−": "-"
    case "“", "”", "„": "\""
    case "‘", "’", "‚": "'"
    case "█", "▓", "▒", "░": "#"
    case "\u{A0}", "\u{202F}": " "
    default: "?"
    }
  }
}
