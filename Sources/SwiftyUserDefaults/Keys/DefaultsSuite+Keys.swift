public import Defaults

// The keys of this dialect on a suite; adapters and the global variable only call these methods.
extension DefaultsSuite {
  /// Reads or writes the value of a key; one that cannot be read is reported, and reads as the
  /// default.
  public subscript<T: DefaultsSerializable>(key key: DefaultsKey<T>) -> T.T {
    get {
      noteAccess(forKey: key._key)
      declare(key)
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

  /// Chooses the launch argument and the environment variable that set a key.
  func declare<T: DefaultsSerializable>(_ key: DefaultsKey<T>) {
    guard hasValuesOfProcess else { return }
    let declaration = KeyDeclaration(
      typeName: "\(T.T.self)",
      isBoolean: T.T.self == Bool.self || T.T.self == Bool?.self
    ) { stored in
      T._defaults.deserialize(stored.propertyList) == nil ? nil : stored
    }
    declare(.init(key._key), as: declaration)
  }

  /// Returns whether any layer has a value for a key, even one equal to the key's default.
  public func hasKey<T: DefaultsSerializable>(_ key: DefaultsKey<T>) -> Bool {
    effectiveValue(forKey: key._key) != nil
  }

  /// Removes the stored value of a key, so that its default is used again.
  public func remove<T: DefaultsSerializable>(_ key: DefaultsKey<T>) {
    removeObject(forKey: key._key)
  }
}
