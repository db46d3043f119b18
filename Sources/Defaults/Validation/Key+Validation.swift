extension Defaults.Key {
  /// Creates a key with a default, and with a rule for its values.
  ///
  /// Of several keys of the same name in a suite the last one's rule counts.
  ///
  /// - Parameters:
  ///   - name: any text, dots included.
  ///   - defaultValue: the value to use when nothing is stored.
  ///   - suite: the suite the value belongs to.
  ///   - validation: which values may be stored.
  public convenience init(
    _ name: String,
    default defaultValue: Value,
    suite: Defaults.Suite = .standard,
    validation: Defaults.Validation<Value>
  ) {
    self.init(name, default: defaultValue, suite: suite)
    suite.core.rules.add(forKey: name, validation)
  }

  /// Creates a key with a default, whose values lie between two bounds.
  public convenience init(
    _ name: String,
    default defaultValue: Value,
    suite: Defaults.Suite = .standard,
    in range: ClosedRange<Value>
  ) where Value: Comparable & Sendable {
    self.init(name, default: defaultValue, suite: suite, validation: .range(range))
  }

  /// Creates an optional key with a rule for the values other than nil.
  public convenience init<Wrapped: Defaults.Serializable>(
    _ name: String,
    suite: Defaults.Suite = .standard,
    validation: Defaults.Validation<Wrapped>
  ) where Value == Wrapped? {
    self.init(name, suite: suite)
    suite.core.rules.add(forKey: name, validation)
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
      stored = try Value._storedValue(of: value)
    } catch {
      throw .refused(key: key.name, reason: error)
    }
    try key.suite.setStoredValues([key.name: stored])
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
    core.rules.violation(of: value, forKey: key)
  }
}
