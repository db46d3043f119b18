extension Defaults {
  /// Stores a value, or throws why that cannot be done.
  ///
  /// ```swift
  /// try Defaults.set(.quality, to: 1.5)  // "1.5 is above the maximum 1.0"
  /// ```
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - value: the value.
  ///   - options: why it is stored, and what may be replaced.
  /// - Throws: ``WriteError``; nothing is changed then.
  public static func set<Value: Serializable>(
    _ key: Key<Value>,
    to value: Value,
    options: WriteOptions = WriteOptions()
  ) throws(WriteError) {
    let edit = try key.edit(storing: value, in: key.suite.core)
    _ = try key.suite.core.write(CollectionOfOne(edit), options)
  }
}

extension Defaults.Suite {
  /// Returns why a value may not be stored under a key; nil when it may.
  ///
  /// It is the rule of the key that was declared last under the name, if it has one.
  public func rejection(
    of value: Defaults.StoredValue,
    forKey key: String
  ) -> Defaults.Rejection? {
    core.rules.rule(forKey: Defaults.KeyName(key))?.rejection(value)
  }
}
