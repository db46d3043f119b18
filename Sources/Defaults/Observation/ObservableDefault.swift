/// A property of an `@Observable` class whose value is that of a key.
///
/// ```swift
/// @Observable
/// final class Player {
///   @ObservableDefault(.volume)
///   @ObservationIgnored
///   var volume: Double
/// }
/// ```
///
/// Whoever tracks the property is told of every change of the key, whoever makes it, this process
/// or another. `@ObservationIgnored` keeps the class's own macro away, which would track a
/// property that is never set. As the macro of the same name in sindresorhus/Defaults, without
/// a macro.
@propertyWrapper
public struct ObservableDefault<Value: Defaults.Serializable>: Sendable {
  private let key: Defaults.Key<Value>

  /// Creates a property over a key.
  public init(_ key: Defaults.Key<Value>) {
    self.key = key
  }

  /// The value of the key; reading any key is tracked.
  public var wrappedValue: Value {
    get { Defaults[key] }
    nonmutating set { Defaults[key] = newValue }
  }

  /// A link to the key's value.
  public var projectedValue: Defaults.Binding<Value> {
    Defaults.Binding(key: key)
  }

  /// Removes what is stored, so that the default shows again.
  public func reset() {
    key.reset()
  }
}
