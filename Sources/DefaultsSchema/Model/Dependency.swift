public import Defaults

/// What another key must be for a key to have an effect.
public struct Dependency: Hashable, Sendable {
  /// The other key.
  public var key: String
  /// The value it must have.
  public var value: Defaults.StoredValue

  /// Creates a dependency.
  public init(key: String, value: Defaults.StoredValue) {
    self.key = key
    self.value = value
  }
}
