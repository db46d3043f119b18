public import Defaults

/// Stores the raw value, which must be one that a property list holds.
public struct DefaultsRawRepresentableBridge<T: RawRepresentable>: DefaultsStoredValueBridge {
  /// Creates a bridge.
  public init() {}

  /// Makes a value of its raw value, or of JSON when the type can be decoded.
  public func value(of stored: Defaults.StoredValue) -> T? {
    if let value = Self.rawValue(of: stored).flatMap(T.init) { return value }
    guard let decodable = T.self as? any Decodable.Type, let json = stored.json else { return nil }
    return JSONText.decode(decodable, from: json) as? T
  }

  /// Makes the stored form of the raw value.
  ///
  /// - Throws: ``Defaults/SerializationError`` when no property list can hold it.
  public func storedValue(of value: T) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    try StoredValue(propertyList: value.rawValue)
  }

  /// A raw value may be text on a command line and a number in a file.
  private static func rawValue(of stored: Defaults.StoredValue) -> T.RawValue? {
    if let type = T.RawValue.self as? any DefaultsSerializable.Type {
      return type.anyValue(of: stored) as? T.RawValue
    }
    return DefaultsObjectBridge<T.RawValue>().value(of: stored)
  }
}

/// Stores an array of raw values; those that are none of the type's are left out when read.
public struct DefaultsRawRepresentableArrayBridge<T: Collection>: DefaultsStoredValueBridge
where T.Element: RawRepresentable {
  /// Creates a bridge.
  public init() {}

  /// Makes the array of values that the stored raw values stand for.
  public func value(of stored: Defaults.StoredValue) -> T? {
    guard case .array(let elements) = stored else { return nil }
    return elements.compactMap(DefaultsRawRepresentableBridge<T.Element>().value) as? T
  }

  /// Makes the stored form of the raw values.
  ///
  /// - Throws: ``Defaults/SerializationError`` when no property list can hold one.
  public func storedValue(of value: T) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    var elements: [Defaults.StoredValue] = []
    for element in value {
      elements.append(try DefaultsRawRepresentableBridge<T.Element>().storedValue(of: element))
    }
    return .array(elements)
  }
}

extension DefaultsSerializable {
  /// Makes a value of a type that is known only at run time.
  fileprivate static func anyValue(of stored: Defaults.StoredValue) -> Any? {
    _defaults.deserialize(stored.propertyList).map { $0 as Any }
  }
}
