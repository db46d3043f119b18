public import DefaultsCore

extension Defaults {
  /// A condition on the values of keys, which decides whether a control is disabled or hidden.
  ///
  /// ```swift
  /// Defaults.TextField("Server", key: .server)
  ///   .disabled(when: .isOff(.syncs))
  /// Defaults.NumberField("Columns", key: .columns)
  ///   .hidden(when: .key(.layout, equals: .list) || .isOff(.showsDetails))
  /// ```
  ///
  /// The editor evaluates a condition again when a key that it names changes, in any suite. A closure
  /// names no key, so it is evaluated after each change in the suite of the control.
  public struct Condition: Sendable {
    /// Returns whether the condition is met now; may read files.
    package let isMet: @Sendable () -> Bool
    /// The keys whose changes can change the result.
    package let keys: [AnyKey]
    /// The condition as facts; nil when it is not a comparison of one key with one value.
    let comparison: Comparison?

    /// A comparison of the value of a key, in its stored form.
    struct Comparison: Sendable {
      let key: AnyKey
      let value: StoredValue
      /// Whether the condition is met if the value is equal, or if it is not.
      let isEqual: Bool
    }

    private init(keys: [AnyKey], _ comparison: Comparison?, _ isMet: @escaping @Sendable () -> Bool)
    {
      self.keys = keys
      self.comparison = comparison
      self.isMet = isMet
    }

    /// Creates a condition from a closure, which is evaluated after each change in the suite.
    ///
    /// - Parameter isMet: returns whether the condition is met; called on any thread.
    public init(_ isMet: @escaping @Sendable () -> Bool) {
      self.init(keys: [], nil, isMet)
    }

    /// Returns the condition that a key is true.
    public static func isOn(_ key: Key<Bool>) -> Condition { .key(key, equals: true) }

    /// Returns the condition that a key is false.
    public static func isOff(_ key: Key<Bool>) -> Condition { .key(key, equals: false) }

    /// Returns the condition that a key has this value.
    public static func key<Value: Serializable & Equatable & Sendable>(
      _ key: Key<Value>,
      equals value: Value
    ) -> Condition {
      // Without a stored form, the condition can still be evaluated, but not explained.
      let comparison = (try? key.encode(value)).map {
        Comparison(key: key, value: $0, isEqual: true)
      }
      return Condition(keys: [key], comparison) { Defaults[key] == value }
    }

    /// Returns the condition that a predicate is true for the value of a key.
    public static func key<Value: Serializable>(
      _ key: Key<Value>,
      _ predicate: @escaping @Sendable (Value) -> Bool
    ) -> Condition {
      Condition(keys: [key], nil) { predicate(Defaults[key]) }
    }

    /// Returns the condition that another is not met.
    public static prefix func ! (condition: Condition) -> Condition {
      let comparison = condition.comparison.map {
        Comparison(key: $0.key, value: $0.value, isEqual: !$0.isEqual)
      }
      return Condition(keys: condition.keys, comparison) { !condition.isMet() }
    }

    /// Returns the condition that both others are met.
    public static func && (left: Condition, right: Condition) -> Condition {
      Condition(keys: left.keys + right.keys, nil) { left.isMet() && right.isMet() }
    }

    /// Returns the condition that at least one of two others is met.
    public static func || (left: Condition, right: Condition) -> Condition {
      Condition(keys: left.keys + right.keys, nil) { left.isMet() || right.isMet() }
    }
  }
}

extension Defaults.Condition.Comparison {
  /// The comparison with `isEqual`, where that can be said: a Bool that is not true is false.
  var normalized: Self {
    guard !isEqual, case .bool(let flag) = value else { return self }
    return Self(key: key, value: .bool(!flag), isEqual: true)
  }
}

extension EntryRepresentable {
  /// Returns a copy that the editor shows dimmed, and does not let the user change, while a
  /// condition is met.
  ///
  /// The details say why, and so does every attempt to change the value. Code can set the key at any
  /// time. Of several conditions, one is enough. A condition that compares one key with one value is
  /// also the ``Entry/dependency``, which published schemas have for other programs; use
  /// ``depends(on:equals:)`` alone for a key that may be set in advance.
  ///
  /// - Parameters:
  ///   - condition: when the control is disabled.
  ///   - reason: the reason, as a sentence for people; by default made from the condition.
  /// - Returns: a copy with the condition.
  public func disabled(when condition: Defaults.Condition, reason: String = "") -> Self {
    changed { entry in
      entry.behavior.disabling.append(.init(condition: condition, reason: reason))
      guard entry.dependency == nil, let comparison = (!condition).comparison?.normalized,
        comparison.isEqual, comparison.key.suite == entry.suite
      else { return }
      entry.dependency = Dependency(key: comparison.key.name, value: comparison.value)
    }
  }

  /// Returns a copy that the editor does not list while a condition is met.
  ///
  /// The filter `@hidden` lists it nevertheless. Of several conditions, one is enough.
  ///
  /// - Parameter condition: when the control is hidden.
  /// - Returns: a copy with the condition.
  public func hidden(when condition: Defaults.Condition) -> Self {
    changed { $0.behavior.hiding.append(condition) }
  }
}
