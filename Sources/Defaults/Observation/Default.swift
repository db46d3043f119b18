/// A property whose value is that of a key.
///
/// ```swift
/// struct Player {
///   @Default(.volume) var volume
/// }
///
/// Player().volume = 0.5  // stored
/// ```
///
/// It works in any type, also in a constant of one: what is set is the key's value, not the
/// property. `$volume` is a binding, and `_volume.reset()` resets the key.
@propertyWrapper
public struct Default<Value: Defaults.Serializable>: Sendable {
  /// The key whose value the property has.
  package let key: Defaults.Key<Value>

  /// Creates a property over a key.
  public init(_ key: Defaults.Key<Value>) {
    self.key = key
  }

  /// The value of the key.
  public var wrappedValue: Value {
    get { Defaults[key] }
    nonmutating set { Defaults[key] = newValue }
  }

  /// A link to the key's value.
  public var projectedValue: Defaults.Binding<Value> {
    Defaults.Binding(key: key)
  }

  /// The default of the key.
  public var defaultValue: Value { key.defaultValue }

  /// Removes what is stored, so that the default shows again.
  public func reset() {
    key.reset()
  }
}

extension Default where Value: Equatable {
  /// Whether the value equals the default, stored or not.
  public var isDefaultValue: Bool { key.isDefaultValue }
}

/// The property wrapper under a name that survives a type of the user's own called like it.
public typealias _Default = Default

/// The namespace under a name that survives a type of the user's own called like it.
public typealias _Defaults = Defaults
