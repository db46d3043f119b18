extension Defaults {
  /// A type that can be the value of a key.
  ///
  /// An enumeration with raw values and a `Codable` type only declare the conformance. Other types
  /// also name a ``Defaults/Bridge``.
  ///
  /// ```swift
  /// enum Duration: String, Defaults.Serializable {
  ///   case tenMinutes = "10 Minutes"
  ///   case oneHour = "1 Hour"
  /// }
  /// ```
  public protocol Serializable<Bridge>: SendableMetatype {
    /// The type that the bridge converts.
    typealias Value = Bridge.Value

    /// The type that the bridge converts to.
    typealias Serializable = Bridge.Serializable

    /// The type of the bridge.
    associatedtype Bridge: Defaults.Bridge

    /// The bridge that converts values of this type to what is stored, and back.
    static var bridge: Bridge { get }

    /// Whether property lists support values of this type without conversion.
    static var isNativelySupportedType: Bool { get }

    /// Returns whether copies of a value share no object, so that the value can be cached.
    static func _isIndependent(_ value: Self) -> Bool

    /// Converts a value to its stored form; types without a need for a bridge implement this.
    ///
    /// - Returns: nil when the value is stored by storing nothing.
    /// - Throws: ``SerializationError`` when the value has no stored form.
    static func _storedValue(of value: Self) throws(SerializationError) -> StoredValue?

    /// Converts a stored form to a value.
    ///
    /// - Returns: nil when the stored form cannot be converted to this type.
    static func _value(from stored: StoredValue) -> Self?
  }
}

extension Defaults.Serializable {
  /// Whether property lists support values of this type without conversion; false by default.
  public static var isNativelySupportedType: Bool { false }

  /// Returns whether a value is no instance of a class and holds none.
  public static func _isIndependent(_ value: Self) -> Bool {
    guard !(Self.self is AnyObject.Type) else { return false }
    return isNativelySupportedType || !SharedObjects.areHeld(by: value)
  }

  /// Converts a value to its stored form with the bridge.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the bridge returns nil, or an object that no
  ///   property list can hold.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    guard let serialized = bridge.serialize(value as? Bridge.Value) else {
      throw (bridge as? any RefusalExplaining)?.refusal(of: value)
        ?? .refusedByBridge(type: String(reflecting: Self.self))
    }
    // NB: without the first condition, a bridge from a type to itself would recurse for ever.
    if Bridge.Serializable.self != Self.self, let next = serialized as? any Defaults.Serializable {
      return try next._storedValue()
    }
    return try Defaults.StoredValue(propertyListObject: serialized)
  }

  /// Converts a stored form to a value with the bridge.
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
  /// Converts a value whose type is known only at run time to its stored form.
  func _storedValue() throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    try Self._storedValue(of: self)
  }

  /// Converts a stored form to a value of a type that is known only at run time.
  static func _anyValue(from stored: Defaults.StoredValue) -> Any? {
    _value(from: stored).map { $0 as Any }
  }

  /// Converts an element of a collection, which cannot be stored by storing nothing.
  static func _storedElement(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    guard let stored = try _storedValue(of: value) else {
      throw .missingElement(type: String(reflecting: Self.self))
    }
    return stored
  }
}

/// A bridge that can say why it refuses a value; the requirements of ``Defaults/Bridge`` return nil.
package protocol RefusalExplaining {
  /// Returns why the bridge refuses a value; nil for a value that it does not refuse.
  func refusal(of value: Any) -> Defaults.SerializationError?
}
