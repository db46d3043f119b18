import Terminal

extension Theme {
  /// The theme for light backgrounds, with fixed colours where the terminal has 256.
  ///
  /// Of the eight colours of other terminals, only blue, red and magenta are readable on white, and bold
  /// text is often brighter there, so cautions and warnings are underlined.
  public static let light: Theme = Theme(
    name: "light",
    title: "Light",
    help: "Colours for a light background.",
    style: { role in
      switch role {
      case .text, .border: .plain
      case .quiet, .rule, .valueUnset, .valueDisabled, .valueWithoutEffect, .valueUnmatched:
        Style(palette: 240, dim: true)
      case .strong, .title, .keyName, .valueSet, .mark: Style(bold: true)
      case .heading: Style(color: .blue, palette: 25, bold: true)
      case .news, .added: Style(color: .blue, palette: 22)
      case .caution, .cautionMark: Style(color: .magenta, palette: 94, underlined: true)
      case .warning, .warningMark: Style(color: .red, palette: 124, underlined: true)
      case .removed: Style(color: .red, palette: 124)
      case .field: Style(bold: true, underlined: true)
      case .rejectedField: Style(color: .red, palette: 124, underlined: true)
      case .escape: Style(color: .magenta, palette: 90, underlined: true)
      }
    }
  )
}
