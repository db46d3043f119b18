import Terminal

extension Theme {
  /// The theme for dark backgrounds, with fixed colours where the terminal has 256.
  public static let dark: Theme = Theme(
    name: "dark",
    title: "Dark",
    help: "Colours for a dark background.",
    style: { role in
      switch role {
      case .text, .border: .plain
      case .quiet, .rule, .valueUnset, .valueDisabled, .valueWithoutEffect, .valueUnmatched:
        Style(palette: 248, dim: true)
      case .strong, .title, .keyName, .valueSet, .mark: Style(bold: true)
      case .heading: Style(color: .cyan, palette: 117, bold: true)
      case .news, .added: Style(color: .green, palette: 114)
      case .caution, .cautionMark: Style(color: .yellow, palette: 221, bold: true)
      case .warning, .warningMark, .removed: Style(color: .red, palette: 210, bold: true)
      case .field: Style(bold: true, underlined: true)
      case .rejectedField: Style(color: .red, palette: 210, bold: true, underlined: true)
      case .escape: Style(color: .cyan, palette: 176, underlined: true)
      }
    }
  )
}
