public import Defaults

/// Stores what a property list holds as it is: dates and dictionaries, for example.
public struct DefaultsObjectBridge<T>: DefaultsStoredValueBridge {
  /// Creates a bridge.
  public init() {}

  /// Makes a value of its stored form.
  public func value(of stored: Defaults.StoredValue) -> T? { stored.plainValue() }

  /// Makes the stored form of a value.
  ///
  /// - Throws: ``Defaults/SerializationError`` when no property list can hold the value.
  public func storedValue(of value: T) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    try StoredValue(propertyList: value)
  }
}

/// Stores an array of what a property list holds.
public struct DefaultsArrayBridge<T: Collection>: DefaultsStoredValueBridge {
  /// Creates a bridge.
  public init() {}

  /// Makes an array of its stored form.
  public func value(of stored: Defaults.StoredValue) -> T? { stored.plainValue() }

  /// Makes the stored form of an array.
  ///
  /// - Throws: ``Defaults/SerializationError`` when no property list can hold an element.
  public func storedValue(of value: T) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    try StoredValue(propertyList: value)
  }
}

extension Defaults.StoredValue {
  /// Makes a value of a type that a property list holds; numbers change their type without loss.
  fileprivate func plainValue<Value>() -> Value? {
    if let value = propertyList as? Value { return value }
    let serializable = Value.self as? any Defaults.Serializable.Type
    return serializable?._value(from: self) as? Value
  }
}
