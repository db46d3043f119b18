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
/// The setter is `nonmutating`: it stores the key's value and does not change the property, so it
/// can be used on a constant too. `$volume` is a binding, and `_volume.reset()` resets the key.
@propertyWrapper
public struct Default<Value: Defaults.Serializable>: Sendable {
  /// The key that the property reads and writes.
  package let key: Defaults.Key<Value>

  /// Creates a property that reads and writes a key.
  public init(_ key: Defaults.Key<Value>) {
    self.key = key
  }

  /// The value of the key.
  public var wrappedValue: Value {
    get { Defaults[key] }
    nonmutating set { Defaults[key] = newValue }
  }

  /// A binding to the key's value.
  public var projectedValue: Defaults.Binding<Value> {
    Defaults.Binding(key: key)
  }

  /// The default of the key.
  public var defaultValue: Value { key.defaultValue }

  /// Does nothing; in the original, SwiftUI calls it before it draws a view.
  ///
  /// Every read of the property returns the present value.
  public mutating func update() {}

  /// Removes the stored value, so that the default is used again.
  public func reset() {
    key.reset()
  }
}

extension Default where Value: Equatable {
  /// Whether the value equals the default, stored or not.
  public var isDefaultValue: Bool { key.isDefaultValue }
}

/// The property wrapper, for code that declares a type with the same name.
public typealias _Default = Default

/// The namespace, for code that declares a type with the same name.
public typealias _Defaults = Defaults
