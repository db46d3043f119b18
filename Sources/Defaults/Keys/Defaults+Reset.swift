public import Foundation

extension Defaults {
  /// Removes what is stored under some keys, so that their defaults show again.
  ///
  /// ```swift
  /// Defaults.reset(.quality, .name)
  /// ```
  ///
  /// - Parameters:
  ///   - keys: the keys.
  ///   - suite: the suite to remove from, or nil for each key's own.
  public static func reset<each Value: Serializable>(
    _ keys: repeat Key<each Value>,
    suite: Suite? = nil
  ) {
    for key in repeat each keys {
      (suite ?? key.suite).removeObject(forKey: key.name)
    }
  }

  /// Removes what is stored under some keys, so that their defaults show again.
  ///
  /// - Parameters:
  ///   - keys: the keys.
  ///   - suite: the suite to remove from, or nil for each key's own.
  public static func reset(_ keys: [AnyKey], suite: Suite? = nil) {
    for key in keys {
      (suite ?? key.suite).removeObject(forKey: key.name)
    }
  }

  /// Removes what is stored under some names, so that their defaults show again.
  public static func reset(_ names: String..., suite: Suite = defaultSuite) {
    reset(names, suite: suite)
  }

  /// Removes what is stored under some names, so that their defaults show again.
  public static func reset(_ names: [String], suite: Suite = defaultSuite) {
    for name in names {
      suite.removeObject(forKey: name)
    }
  }

  /// Removes what is stored under some names in the suite that has the name of a Foundation one.
  @_disfavoredOverload
  public static func reset(_ names: String..., suite: UserDefaults) {
    reset(names, suite: Suite(suite))
  }

  /// Removes what is stored under some names in the suite that has the name of a Foundation one.
  @_disfavoredOverload
  public static func reset(_ names: [String], suite: UserDefaults) {
    reset(names, suite: Suite(suite))
  }

  /// Removes everything that is stored in a suite; defaults show again, and observers are called.
  public static func removeAll(suite: Suite = defaultSuite) {
    suite.removeAll()
  }

  /// Removes everything that is stored in the suite that has the name of a Foundation suite.
  @_disfavoredOverload
  public static func removeAll(suite: UserDefaults) {
    removeAll(suite: Suite(suite))
  }
}
