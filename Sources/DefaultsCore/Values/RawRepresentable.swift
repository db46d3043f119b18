extension Defaults {
  /// A bridge that stores a value as its raw value.
  public struct RawRepresentableBridge<Value: RawRepresentable>: Bridge, Sendable {
    /// Creates a bridge.
    public init() {}

    /// Converts a value to its raw value.
    public func serialize(_ value: Value?) -> Value.RawValue? {
      value?.rawValue
    }

    /// Converts a raw value to a value; nil when no value has it.
    public func deserialize(_ object: Value.RawValue?) -> Value? {
      object.flatMap { Value(rawValue: $0) }
    }
  }
}

extension Defaults.Serializable where Self: RawRepresentable {
  /// The bridge, which stores raw values.
  public static var bridge: Defaults.RawRepresentableBridge<Self> { .init() }
}

extension Defaults.Serializable
where
  Self: RawRepresentable,
  RawValue: Defaults.Serializable,
  Bridge == Defaults.RawRepresentableBridge<Self>
{
  /// Converts a value to the stored form of its raw value.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the raw value has no stored form.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    try RawValue._storedValue(of: value.rawValue)
  }

  /// Converts the stored form of a raw value; nil when no value has it.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    RawValue._value(from: stored).flatMap { Self(rawValue: $0) }
  }
}
