extension Defaults {
  /// Stores an optional as its wrapped value, and nil as nothing.
  public struct OptionalBridge<Wrapped: Defaults.Serializable>: Bridge {
    /// Creates a bridge.
    public init() {}

    /// Converts the wrapped value.
    public func serialize(_ value: Wrapped?) -> Wrapped.Bridge.Serializable? {
      value.flatMap { Wrapped.bridge.serialize($0 as? Wrapped.Bridge.Value) }
    }

    /// Converts back into a wrapped value.
    public func deserialize(_ object: Wrapped.Bridge.Serializable?) -> Wrapped? {
      Wrapped.bridge.deserialize(object) as? Wrapped
    }
  }
}

extension Optional: Defaults.Serializable where Wrapped: Defaults.Serializable {
  /// Stores wrapped values.
  public static var bridge: Defaults.OptionalBridge<Wrapped> { .init() }

  /// Whether a property list holds the wrapped type as it is.
  public static var isNativelySupportedType: Bool { Wrapped.isNativelySupportedType }

  /// Whether a copy of the wrapped value cannot change when the original does.
  public static var _hasValueSemantics: Bool { Wrapped._hasValueSemantics }

  /// Converts the wrapped value; nil is stored by storing nothing.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the wrapped value has no stored form.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    guard let value else { return nil }
    return try Wrapped._storedValue(of: value)
  }

  /// Reads the wrapped value.
  ///
  /// - Returns: the outer nil when the stored form makes no sense, never an inner one.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    guard let value = Wrapped._value(from: stored) else { return nil }
    return .some(value)
  }
}
