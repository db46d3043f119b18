public import DefaultsCore

/// A condition on another key; while it does not hold, a key has no effect.
public struct Dependency: Hashable, Sendable {
  /// The other key.
  public var key: String
  /// The value that the other key must have.
  public var value: Defaults.StoredValue

  /// Creates a dependency.
  public init(key: String, value: Defaults.StoredValue) {
    self.key = key
    self.value = value
  }
}
