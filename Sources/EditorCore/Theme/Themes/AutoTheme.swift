import Terminal

extension Theme {
  /// The default theme: a few colours of the terminal's palette on the terminal's background.
  public static let auto: Theme = Theme(
    name: "auto",
    title: "Follow the background",
    help: "Colours for a light or a dark background, if the terminal reports which it has.",
    style: { role in
      switch role {
      case .text, .border: .plain
      case .quiet, .rule, .valueUnset, .valueDisabled, .valueWithoutEffect, .valueUnmatched:
        Style(dim: true)
      case .strong, .title, .keyName, .valueSet, .mark: Style(bold: true)
      case .heading: Style(color: .cyan, bold: true)
      case .news: Style(color: .green)
      case .caution, .cautionMark: Style(color: .yellow, bold: true)
      case .warning, .warningMark: Style(color: .red, bold: true)
      case .field: Style(bold: true, underlined: true)
      case .rejectedField: Style(color: .red, bold: true, underlined: true)
      case .removed: Style(color: .red)
      case .added: Style(color: .green)
      case .escape: Style(color: .magenta, dim: true, underlined: true)
      }
    }
  )
}
