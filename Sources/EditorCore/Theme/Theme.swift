import Terminal

/// The style of each role.
///
/// A theme is one file in `Themes` and one line in ``all``. The initializer is passed a `switch` over
/// all roles, so a new role does not compile until every theme has a style for it. The styles are
/// computed once and kept in arrays by role, because every text of a frame looks one up.
public struct Theme: Hashable, Sendable {
  /// The name by which users choose the theme.
  public let name: String
  /// The title in the settings of the editor.
  let title: String
  /// What the theme is for, as a sentence.
  let help: String
  /// The styles in the order of `Role.allCases`.
  private let styles: [Style]
  /// The styles of selected text, in the same order: reversed, and without a colour, which would become
  /// the background.
  private let selectedStyles: [Style]

  /// All themes; the first is used unless another one is chosen.
  public static let all: [Theme] = [
    .auto,
    .light,
    .dark,
    .contrast,
    .mono,
  ]

  /// Creates a theme from the style of each role.
  ///
  /// Users choose it by its name. The settings of the editor show its title, and `help` says what
  /// the theme is for, as a sentence.
  init(name: String, title: String, help: String, style: (Role) -> Style) {
    self.name = name
    self.title = title
    self.help = help
    styles = Role.allCases.map(style)
    selectedStyles = styles.map {
      Style(bold: $0.isBold, reversed: true, underlined: $0.isUnderlined)
    }
  }

  /// Whether any role has a colour.
  var usesColor: Bool { styles.contains { $0.color != .standard } }

  /// Returns the theme with a name; nil if there is none.
  public static func named(_ name: String) -> Theme? {
    all.first { $0.name == name }
  }

  /// Returns the theme to use on a background: ``auto`` becomes the theme with the background's name.
  func adapted(to background: Background) -> Theme {
    self == .auto ? Self.named(background.rawValue) ?? self : self
  }

  /// Returns the style of a role.
  func style(of role: Role, isSelected: Bool = false) -> Style {
    isSelected ? selectedStyles[role.rawValue] : styles[role.rawValue]
  }
}
