extension Defaults {
  /// A type that can be the value of a key.
  ///
  /// An enumeration with raw values and a `Codable` type need nothing but the conformance; any
  /// other type names a ``Defaults/Bridge``.
  ///
  /// ```swift
  /// enum Duration: String, Defaults.Serializable {
  ///   case tenMinutes = "10 Minutes"
  ///   case oneHour = "1 Hour"
  /// }
  /// ```
  public protocol Serializable: SendableMetatype {
    /// The type that the bridge converts.
    typealias Value = Bridge.Value

    /// The type that the bridge converts to.
    typealias Serializable = Bridge.Serializable

    /// The type of the bridge.
    associatedtype Bridge: Defaults.Bridge

    /// Converts values of this type into what is stored.
    static var bridge: Bridge { get }

    /// Whether a property list holds values of this type as they are.
    static var isNativelySupportedType: Bool { get }

    /// Whether a copy of a value cannot change when the original does, so that it may be kept.
    static var _hasValueSemantics: Bool { get }

    /// Converts a value into its stored form; the way around the bridge for types that need none.
    ///
    /// - Returns: nil when storing this value means storing nothing.
    /// - Throws: ``SerializationError`` when the value has no stored form.
    static func _storedValue(of value: Self) throws(SerializationError) -> StoredValue?

    /// Converts a stored form into a value.
    ///
    /// - Returns: nil when the stored form makes no sense for this type.
    static func _value(from stored: StoredValue) -> Self?
  }
}

extension Defaults.Serializable {
  /// Whether a property list holds values of this type as they are: false unless the type says so.
  public static var isNativelySupportedType: Bool { false }

  /// Whether a copy of a value cannot change when the original does: false for classes.
  public static var _hasValueSemantics: Bool { !(Self.self is AnyObject.Type) }

  /// Converts a value into its stored form through the bridge.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the bridge gives nothing, or something that
  ///   no property list can hold.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    guard let serialized = bridge.serialize(value as? Bridge.Value) else {
      throw .refusedByBridge(type: String(reflecting: Self.self))
    }
    // NB: a bridge whose stored type is the type itself would otherwise be asked without end.
    if Bridge.Serializable.self != Self.self, let next = serialized as? any Defaults.Serializable {
      return try next._storedValue()
    }
    return try Defaults.StoredValue(propertyListObject: serialized)
  }

  /// Converts a stored form into a value through the bridge.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    let serialized: Bridge.Serializable?
    if Bridge.Serializable.self != Self.self,
      let next = Bridge.Serializable.self as? any Defaults.Serializable.Type
    {
      serialized = next._anyValue(from: stored) as? Bridge.Serializable
    } else {
      serialized = stored.propertyList as? Bridge.Serializable
    }
    guard let serialized else { return nil }
    return bridge.deserialize(serialized) as? Self
  }
}

extension Defaults.Serializable {
  /// Converts a value whose type is known only at run time.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the value has no stored form.
  func _storedValue() throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    try Self._storedValue(of: self)
  }

  /// Converts a stored form into a value whose type is known only at run time.
  static func _anyValue(from stored: Defaults.StoredValue) -> Any? {
    _value(from: stored).map { $0 as Any }
  }

  /// Converts an element of a collection, where there is no way to store nothing.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the element has no stored form.
  static func _storedElement(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    guard let stored = try _storedValue(of: value) else {
      throw .missingElement(type: String(reflecting: Self.self))
    }
    return stored
  }
}
