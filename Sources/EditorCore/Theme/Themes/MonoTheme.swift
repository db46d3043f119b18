import Terminal

extension Theme {
  /// The theme without colours: text that is coloured in `auto` is underlined or reversed.
  public static let mono: Theme = Theme(
    name: "mono",
    title: "Monochrome",
    help: "No colours.",
    style: { role in
      switch role {
      case .text, .border, .news: .plain
      case .removed: Style(dim: true)
      case .added: Style(bold: true)
      case .quiet, .rule, .valueUnset, .valueDisabled, .valueWithoutEffect, .valueUnmatched:
        Style(dim: true)
      case .strong, .title, .keyName, .valueSet, .mark, .cautionMark, .warningMark:
        Style(bold: true)
      case .heading: Style(bold: true, underlined: true)
      case .caution: Style(underlined: true)
      case .warning: Style(bold: true, underlined: true)
      case .field: Style(underlined: true)
      case .rejectedField: Style(bold: true, reversed: true, underlined: true)
      case .escape: Style(dim: true, underlined: true)
      }
    }
  )
}
