extension Defaults {
  /// A bridge that stores an optional as its wrapped value, and nil by storing nothing.
  public struct OptionalBridge<Wrapped: Defaults.Serializable>: Bridge, Sendable {
    /// Creates a bridge.
    public init() {}

    /// Converts the wrapped value.
    public func serialize(_ value: Wrapped?) -> Wrapped.Bridge.Serializable? {
      value.flatMap { Wrapped.bridge.serialize($0 as? Wrapped.Bridge.Value) }
    }

    /// Converts what is stored back to a wrapped value.
    public func deserialize(_ object: Wrapped.Bridge.Serializable?) -> Wrapped? {
      Wrapped.bridge.deserialize(object) as? Wrapped
    }
  }
}

extension Optional: Defaults.Serializable where Wrapped: Defaults.Serializable {
  /// The bridge for optionals of this type.
  public static var bridge: Defaults.OptionalBridge<Wrapped> { .init() }

  /// Whether property lists support the wrapped type without conversion.
  public static var isNativelySupportedType: Bool { Wrapped.isNativelySupportedType }

  /// Returns whether the value is nil, or copies of it share no object.
  public static func _isIndependent(_ value: Self) -> Bool {
    value.map(Wrapped._isIndependent) ?? true
  }

  /// Converts the wrapped value; returns nil for nil, which is stored by storing nothing.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the wrapped value has no stored form.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    guard let value else { return nil }
    return try Wrapped._storedValue(of: value)
  }

  /// Converts a stored form to a wrapped value.
  ///
  /// - Returns: the outer nil when it cannot be converted, never an inner nil.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    guard let value = Wrapped._value(from: stored) else { return nil }
    return .some(value)
  }
}

/// An optional type, for generic code that treats optional values in its own way.
public protocol _DefaultsOptionalProtocol: ExpressibleByNilLiteral {
  /// Whether the value is nil.
  var _defaults_isNil: Bool { get }
}

extension Optional: _DefaultsOptionalProtocol {
  /// Whether the value is nil.
  public var _defaults_isNil: Bool { self == nil }
}
