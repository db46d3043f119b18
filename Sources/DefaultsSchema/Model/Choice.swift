public import Defaults

/// One of the values to choose from.
public struct Choice: Hashable, Sendable {
  /// What is stored.
  public var value: Defaults.StoredValue
  /// Its name for people.
  public var title: String
  /// What choosing it means; may be empty.
  public var help: String

  /// Creates a choice.
  public init(_ value: Defaults.StoredValue, title: String, help: String = "") {
    self.value = value
    self.title = title
    self.help = help
  }
}
