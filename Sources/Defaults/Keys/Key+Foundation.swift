public import Foundation

// For code that has Foundation's type at hand; it leads to the suite of the same name.
extension Defaults.Key {
  /// Creates a key with a default in the suite that has the name of a Foundation suite.
  @_disfavoredOverload
  public convenience init(_ name: String, default defaultValue: Value, suite: UserDefaults) {
    self.init(name, default: defaultValue, suite: Defaults.Suite(suite))
  }

  /// Creates an optional key in the suite that has the name of a Foundation suite.
  @_disfavoredOverload
  public convenience init<Wrapped>(
    _ name: String,
    suite: UserDefaults
  ) where Value == Wrapped? {
    self.init(name, suite: Defaults.Suite(suite))
  }

  /// Creates a key with a computed default in the suite that has the name of a Foundation suite.
  @_disfavoredOverload
  @preconcurrency
  public convenience init(
    _ name: String,
    suite: UserDefaults,
    default compute: @escaping @Sendable () -> Value
  ) {
    self.init(name, suite: Defaults.Suite(suite), default: compute)
  }
}

extension UserDefaults {
  /// Reads or writes a key's value in the suite that has this one's name.
  public subscript<Value: Defaults.Serializable>(key: Defaults.Key<Value>) -> Value {
    get { Defaults.Suite(self)[key] }
    set { Defaults.Suite(self)[key] = newValue }
  }

  /// Removes everything that is stored in the suite that has this one's name.
  public func removeAll() {
    Defaults.Suite(self).removeAll()
  }
}
