public import Defaults

/// A bridge that stores the raw value, which must be a property-list value.
public struct DefaultsRawRepresentableBridge<T: RawRepresentable>: DefaultsStoredValueBridge {
  /// Creates a bridge.
  public init() {}

  /// Converts a raw value to a value, and also JSON if the type can be decoded.
  public func value(of stored: Defaults.StoredValue) -> T? {
    if let value = Self.rawValue(of: stored).flatMap(T.init) { return value }
    guard let decodable = T.self as? any Decodable.Type, let json = stored.json else { return nil }
    return JSONText.decode(decodable, from: json) as? T
  }

  /// Converts a value to the stored form of its raw value.
  ///
  /// - Throws: ``Defaults/SerializationError`` when no property list can hold it.
  public func storedValue(of value: T) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    try StoredValue(propertyList: value.rawValue)
  }

  /// Returns the raw value; a number may be stored as text, as on a command line.
  private static func rawValue(of stored: Defaults.StoredValue) -> T.RawValue? {
    if let type = T.RawValue.self as? any DefaultsSerializable.Type {
      return type.anyValue(of: stored) as? T.RawValue
    }
    return DefaultsObjectBridge<T.RawValue>().value(of: stored)
  }
}

/// A bridge that stores an array of raw values and skips invalid ones when reading.
public struct DefaultsRawRepresentableArrayBridge<T: Collection>: DefaultsStoredValueBridge
where T.Element: RawRepresentable {
  /// Creates a bridge.
  public init() {}

  /// Converts stored raw values to an array of values.
  public func value(of stored: Defaults.StoredValue) -> T? {
    guard case .array(let elements) = stored else { return nil }
    return elements.compactMap(DefaultsRawRepresentableBridge<T.Element>().value) as? T
  }

  /// Converts an array of values to the stored forms of their raw values.
  ///
  /// - Throws: ``Defaults/SerializationError`` when no property list can hold one.
  public func storedValue(of value: T) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    .array(try value.map(DefaultsRawRepresentableBridge<T.Element>().storedValue))
  }
}

extension DefaultsSerializable {
  /// Converts a stored form to a value, for a type that is known only at run time.
  fileprivate static func anyValue(of stored: Defaults.StoredValue) -> Any? {
    _defaults.deserialize(stored.propertyList).map { $0 as Any }
  }
}
