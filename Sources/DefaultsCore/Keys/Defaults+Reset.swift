extension Defaults {
  /// Removes the stored values of keys, so that their defaults are used again.
  ///
  /// The keys of one suite are removed in one write.
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
    var list: [AnyKey] = []
    for key in repeat each keys { list.append(key) }
    reset(list, suite: suite)
  }

  /// Removes the stored values of keys, so that their defaults are used again.
  ///
  /// - Parameters:
  ///   - keys: the keys.
  ///   - suite: the suite to remove from, or nil for each key's own suite.
  public static func reset(_ keys: [AnyKey], suite: Suite? = nil) {
    for (suite, keys) in Dictionary(grouping: keys, by: { suite ?? $0.suite }) {
      suite.core.removeOrReport(keys.map(\.storedName))
    }
  }

  /// Removes the values stored under names, so that their defaults are used again.
  public static func reset(_ names: String..., suite: Suite = defaultSuite) {
    reset(names, suite: suite)
  }

  /// Removes the values stored under names, so that their defaults are used again.
  public static func reset(_ names: [String], suite: Suite = defaultSuite) {
    suite.core.removeOrReport(names.map { KeyName($0) })
  }

  /// Removes all stored values of a suite, and calls the observers of the removed keys.
  public static func removeAll(suite: Suite = defaultSuite) {
    suite.removeAll()
  }
}
