public import Defaults

/// A type that stores values of one type in a suite, and reads them.
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
/// Its methods are called on any thread that reads or writes a key.
public protocol DefaultsBridge<T> {
  /// The type of the values.
  associatedtype T

  /// Reads the value of a key.
  ///
  /// - Returns: nil when nothing is stored or it cannot be read; the key's default is then used.
  func get(key: String, userDefaults: DefaultsSuite) -> T?

  /// Stores a value; nil removes the stored value.
  func save(key: String, value: T?, userDefaults: DefaultsSuite)

  /// Converts a stored object to a value, for observers.
  ///
  /// - Returns: nil when it cannot be read; the key's default is then used.
  func deserialize(_ object: Any) -> T?
}

/// A bridge that converts between values and their stored forms, whatever the key and the suite.
public protocol DefaultsStoredValueBridge<T>: DefaultsBridge {
  /// Converts a stored form to a value; returns nil when it cannot be read.
  func value(of stored: Defaults.StoredValue) -> T?

  /// Converts a value to its stored form.
  ///
  /// - Throws: ``Defaults/SerializationError`` when there is none; the stored value is then kept.
  func storedValue(of value: T) throws(Defaults.SerializationError) -> Defaults.StoredValue
}

extension DefaultsStoredValueBridge {
  /// Reads the value of a key from the highest layer that has one.
  public func get(key: String, userDefaults: DefaultsSuite) -> T? {
    userDefaults.effectiveValue(forKey: key).flatMap(value)
  }

  /// Stores a value, or reports why it has no stored form; nil removes the stored value.
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

  /// Converts a stored object to a value.
  public func deserialize(_ object: Any) -> T? {
    // An object that is not a property-list value was never stored.
    (try? StoredValue(propertyList: object)).flatMap(value)
  }
}
