public import DefaultsCore

/// One of the values that a key can be set to.
public struct Choice: Hashable, Sendable {
  /// The value that is stored.
  public var value: Defaults.StoredValue
  /// The title that is shown.
  public var title: String
  /// What the choice means, in sentences; may be empty.
  public var help: String

  /// Creates a choice.
  public init(_ value: Defaults.StoredValue, title: String, help: String = "") {
    self.value = value
    self.title = title
    self.help = help
  }
}
