extension Defaults {
  /// Stores a value, or throws when it is refused.
  ///
  /// ```swift
  /// try Defaults.set(.quality, to: 1.5)  // "1.5 is above the maximum 1.0"
  /// ```
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - value: the value.
  ///   - options: the options of the write.
  /// - Throws: ``WriteError`` when the value is refused; nothing is changed then.
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
  /// Returns why a key's rule refuses a value; nil when the value is accepted.
  ///
  /// If several keys with this name were declared, the rule of the last one counts.
  public func rejection(
    of value: Defaults.StoredValue,
    forKey key: String
  ) -> Defaults.Rejection? {
    core.rules.rule(forKey: Defaults.KeyName(key))?.rejection(value)
  }

  /// Refuses secrets from now on: a write that stores one throws ``Defaults/WriteError``.
  ///
  /// Stored secrets stay, and can be removed. A later call replaces the rule. The closure returns
  /// why a value must not be stored because it is a secret, as a short phrase without the value;
  /// nil when it may be.
  package func refuseSecrets(
    _ reason: @escaping @Sendable (Defaults.KeyName, Defaults.StoredValue) -> String?
  ) {
    core.rules.setSecretRule(reason)
  }
}
