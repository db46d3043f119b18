public import Defaults

// The dialect on suites themselves; adapters and the global variable do no more than call it.
extension DefaultsSuite {
  /// Reads or writes the value of a key; what cannot be read gives the key's default.
  public subscript<T: DefaultsSerializable>(key key: DefaultsKey<T>) -> T.T {
    get {
      noteAccess(forKey: key._key)
      if let value = T._defaults.get(key: key._key, userDefaults: self) { return value }
      reportUnreadableValue(forKey: key._key, type: T.self)
      return key.fallback
    }
    set {
      T._defaults.save(key: key._key, value: newValue, userDefaults: self)
    }
  }

  /// Reads or writes the value of a key, which may be written with a leading dot.
  public subscript<T: DefaultsSerializable>(key: DefaultsKey<T>) -> T.T {
    get { self[key: key] }
    set { self[key: key] = newValue }
  }

  /// Answers whether there is a value for a key besides its default, equal to it or not.
  public func hasKey<T: DefaultsSerializable>(_ key: DefaultsKey<T>) -> Bool {
    effectiveValue(forKey: key._key) != nil
  }

  /// Removes what is stored for a key, so that its default shows again.
  public func remove<T: DefaultsSerializable>(_ key: DefaultsKey<T>) {
    removeObject(forKey: key._key)
  }
}
