extension Defaults.Key {
  /// Sets the rule of the key's name in its suite.
  func addRule(_ validation: Defaults.Validation<Value>) {
    // Not the key itself, which holds the suite that will hold the rule.
    let decode = decoder
    suite.core.rules.add(forKey: storedName) { decode($0).flatMap(validation.violation) }
  }
}

extension Defaults {
  /// Stores a value, or says why that cannot be done.
  ///
  /// ```swift
  /// try Defaults.set(.quality, to: 1.5)  // "1.5 is above the maximum 1.0"
  /// ```
  ///
  /// - Throws: ``WriteError``; nothing is changed then.
  public static func set<Value: Serializable>(
    _ key: Key<Value>,
    to value: Value
  ) throws(WriteError) {
    let stored: StoredValue?
    do throws(SerializationError) {
      stored = try key.encode(value)
    } catch {
      throw .refused(key: key.storedName, reason: error)
    }
    try key.suite.setStoredValues([key.storedName: stored])
  }
}

extension Defaults.Suite {
  /// Tells why a value may not be stored under a key; nil when it may.
  ///
  /// It asks the rule of the key that was declared last under the name, if it has one.
  public func violation(
    of value: Defaults.StoredValue,
    forKey key: String
  ) -> Defaults.Violation? {
    core.rules.violation(of: value, forKey: Defaults.KeyName(key))
  }
}
