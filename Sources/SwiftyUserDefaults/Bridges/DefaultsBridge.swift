public import Defaults

/// Stores values of one type in a suite, and reads them.
///
/// ```swift
/// struct FrogBridge: DefaultsBridge {
///   func get(key: String, userDefaults: DefaultsSuite) -> Frog? {
///     userDefaults.string(forKey: key).map(Frog.init)
///   }
///   func save(key: String, value: Frog?, userDefaults: DefaultsSuite) {
///     userDefaults.set(value?.name, forKey: key)
///   }
///   func deserialize(_ object: Any) -> Frog? {
///     (object as? String).map(Frog.init)
///   }
/// }
/// ```
///
/// It is called on any thread that reads or writes a key.
public protocol DefaultsBridge<T> {
  /// The type of the values.
  associatedtype T

  /// Reads the value of a key.
  ///
  /// - Returns: nil when there is none, or none that makes sense; the default is then used.
  func get(key: String, userDefaults: DefaultsSuite) -> T?

  /// Stores a value; nil removes what is stored.
  func save(key: String, value: T?, userDefaults: DefaultsSuite)

  /// Makes a value of an object that was stored, for observers.
  ///
  /// - Returns: nil when it makes no sense; the default is then used.
  func deserialize(_ object: Any) -> T?
}

/// A bridge between values and their stored forms, whatever the key and the suite.
public protocol DefaultsStoredValueBridge<T>: DefaultsBridge {
  /// Makes a value of its stored form; nil when that makes no sense.
  func value(of stored: Defaults.StoredValue) -> T?

  /// Makes the stored form of a value.
  ///
  /// - Throws: ``Defaults/SerializationError`` when there is none, so that what was stored stays.
  func storedValue(of value: T) throws(Defaults.SerializationError) -> Defaults.StoredValue
}

extension DefaultsStoredValueBridge {
  /// Reads the value of a key in whatever layer has one.
  public func get(key: String, userDefaults: DefaultsSuite) -> T? {
    userDefaults.effectiveValue(forKey: key).flatMap(value)
  }

  /// Stores a value, or reports why it has no stored form; nil removes what is stored.
  public func save(key: String, value: T?, userDefaults: DefaultsSuite) {
    do {
      let stored = try value.map { value throws(Defaults.SerializationError) in
        try storedValue(of: value)
      }
      userDefaults.setStoredValue(stored, forKey: key)
    } catch {
      userDefaults.reportRefusedValue(error, forKey: key)
    }
  }

  /// Makes a value of an object that was stored.
  public func deserialize(_ object: Any) -> T? {
    // An object that no property list can hold was never stored.
    (try? StoredValue(propertyList: object)).flatMap(value)
  }
}
