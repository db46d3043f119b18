public import Foundation

extension Defaults {
  /// Removes the stored values of keys, so that their defaults are used again.
  ///
  /// ```swift
  /// Defaults.reset(.quality, .name)
  /// ```
  ///
  /// - Parameters:
  ///   - keys: the keys.
  ///   - suite: the suite to remove from, or nil for each key's own suite.
  public static func reset<each Value: Serializable>(
    _ keys: repeat Key<each Value>,
    suite: Suite? = nil
  ) {
    for key in repeat each keys {
      (suite ?? key.suite).removeObject(forKey: key.name)
    }
  }

  /// Removes the stored values of keys, so that their defaults are used again.
  ///
  /// - Parameters:
  ///   - keys: the keys.
  ///   - suite: the suite to remove from, or nil for each key's own suite.
  public static func reset(_ keys: [AnyKey], suite: Suite? = nil) {
    for key in keys {
      (suite ?? key.suite).removeObject(forKey: key.name)
    }
  }

  /// Removes the values stored under names, so that their defaults are used again.
  public static func reset(_ names: String..., suite: Suite = defaultSuite) {
    reset(names, suite: suite)
  }

  /// Removes the values stored under names, so that their defaults are used again.
  public static func reset(_ names: [String], suite: Suite = defaultSuite) {
    for name in names {
      suite.removeObject(forKey: name)
    }
  }

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

  /// Removes all stored values of a suite, and calls the observers of the removed keys.
  public static func removeAll(suite: Suite = defaultSuite) {
    suite.removeAll()
  }

  /// Removes all stored values of the suite with the name of a Foundation suite.
  @_disfavoredOverload
  public static func removeAll(suite: UserDefaults) {
    removeAll(suite: Suite(suite))
  }
}
