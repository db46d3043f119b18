public import DefaultsCore
public import Foundation

// Overloads for code that passes a `UserDefaults` object; they use the suite of the same name.
extension Defaults.Key {
  /// Creates a key with a default in the suite with the name of a Foundation suite.
  @_disfavoredOverload
  public convenience init(
    _ name: String,
    default defaultValue: Value,
    suite: UserDefaults,
    iCloud: Bool = false
  ) {
    self.init(name, default: defaultValue, suite: Defaults.Suite(suite), iCloud: iCloud)
  }

  /// Creates an optional key in the suite with the name of a Foundation suite.
  @_disfavoredOverload
  public convenience init<Wrapped>(
    _ name: String,
    suite: UserDefaults,
    iCloud: Bool = false
  ) where Value == Wrapped? {
    self.init(name, suite: Defaults.Suite(suite), iCloud: iCloud)
  }

  /// Creates a key with a computed default in the suite with the name of a Foundation suite.
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
  /// Reads or writes a key's value in the suite with the name of this one.
  public subscript<Value: Defaults.Serializable>(key: Defaults.Key<Value>) -> Value {
    get { Defaults.Suite(self)[key] }
    set { Defaults.Suite(self)[key] = newValue }
  }

  /// Removes all stored values of the suite with the name of this one.
  public func removeAll() {
    Defaults.Suite(self).removeAll()
  }
}

extension Defaults {
  /// Removes the values stored under names in the suite with the name of a Foundation suite.
  @_disfavoredOverload
  public static func reset(_ names: String..., suite: UserDefaults) {
    reset(names, suite: Suite(suite))
  }

  /// Removes the values stored under names in the suite with the name of a Foundation suite.
  @_disfavoredOverload
  public static func reset(_ names: [String], suite: UserDefaults) {
    reset(names, suite: Suite(suite))
  }

  /// Removes all stored values of the suite with the name of a Foundation suite.
  @_disfavoredOverload
  public static func removeAll(suite: UserDefaults) {
    removeAll(suite: Suite(suite))
  }
}
