public import Defaults

/// A bridge that stores property-list values unchanged, dates and dictionaries for example.
public struct DefaultsObjectBridge<T>: DefaultsStoredValueBridge {
  /// Creates a bridge.
  public init() {}

  /// Converts a stored form to a value.
  public func value(of stored: Defaults.StoredValue) -> T? { stored.plainValue() }

  /// Converts a value to its stored form.
  ///
  /// - Throws: ``Defaults/SerializationError`` when no property list can hold the value.
  public func storedValue(of value: T) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    try StoredValue(propertyList: value)
  }
}

/// A bridge that stores an array of property-list values.
public struct DefaultsArrayBridge<T: Collection>: DefaultsStoredValueBridge {
  /// Creates a bridge.
  public init() {}

  /// Converts a stored form to an array.
  public func value(of stored: Defaults.StoredValue) -> T? { stored.plainValue() }

  /// Converts an array to its stored form.
  ///
  /// - Throws: ``Defaults/SerializationError`` when no property list can hold an element.
  public func storedValue(of value: T) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    try StoredValue(propertyList: value)
  }
}

extension Defaults.StoredValue {
  /// Returns the stored value as a property-list type; numbers are converted if nothing is lost.
  fileprivate func plainValue<Value>() -> Value? {
    if let value = propertyList as? Value { return value }
    let serializable = Value.self as? any Defaults.Serializable.Type
    return serializable?._value(from: self) as? Value
  }
}
