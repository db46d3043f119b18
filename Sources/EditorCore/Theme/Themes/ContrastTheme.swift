import Terminal

extension Theme {
  /// The theme with the most contrast: the terminal's own two colours, and nothing dim.
  public static let contrast: Theme = Theme(
    name: "contrast",
    title: "High contrast",
    help: "Bold, reversed and underlined text instead of colours and dim text.",
    style: { role in
      switch role {
      case .text, .border, .quiet, .rule, .news, .removed: .plain
      case .valueUnset, .valueDisabled, .valueWithoutEffect, .valueUnmatched: .plain
      case .strong, .title, .keyName, .valueSet, .mark, .added: Style(bold: true)
      case .heading, .warning, .cautionMark, .warningMark: Style(bold: true, underlined: true)
      case .caution, .field, .escape: Style(underlined: true)
      case .rejectedField: Style(bold: true, reversed: true, underlined: true)
      }
    }
  )
}
