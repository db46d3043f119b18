public import DefaultsCore

// A theme is stored by its name.
extension Theme: RawRepresentable, CaseIterable, Defaults.Serializable {
  /// All themes.
  public static var allCases: [Theme] { all }

  /// The name.
  public var rawValue: String { name }

  /// Creates the theme with a name; nil if there is none.
  public init?(rawValue: String) {
    guard let theme = Self.named(rawValue) else { return nil }
    self = theme
  }
}
