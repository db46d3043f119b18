import Foundation

extension Defaults {
  /// A version of the forms in which values are stored.
  public enum Version: Int, Hashable, Sendable {
    /// Values are stored as a property list holds them, not as JSON text.
    case v5 = 5
  }

  /// Stores the values of some keys in their present form, where they are still JSON text.
  ///
  /// What is no text, or no JSON of such a value, stays as it is.
  ///
  /// - Parameters:
  ///   - keys: the keys.
  ///   - version: the form to reach.
  @_disfavoredOverload
  public static func migrate<each Value: Serializable & Codable>(
    _ keys: repeat Key<each Value>,
    to version: Version
  ) {
    for key in repeat each keys { key.migrateCodable() }
  }

  /// Stores the values of some keys in their present form, where they are still JSON text.
  ///
  /// What is no text, or no JSON of such a value, stays as it is.
  ///
  /// - Parameters:
  ///   - keys: the keys.
  ///   - version: the form to reach.
  public static func migrate<each Value: NativeType>(
    _ keys: repeat Key<each Value>,
    to version: Version
  ) {
    for key in repeat each keys { key.migrateNative() }
  }

  /// Stores the values of some keys in their present form, where they are still JSON text.
  @_disfavoredOverload
  public static func migrate<Value: Serializable & Codable>(
    _ keys: [Key<Value>],
    to version: Version
  ) {
    for key in keys { key.migrateCodable() }
  }

  /// Stores the values of some keys in their present form, where they are still JSON text.
  public static func migrate<Value: NativeType>(_ keys: [Key<Value>], to version: Version) {
    for key in keys { key.migrateNative() }
  }
}

extension Defaults.Key {
  /// Decodes JSON text and stores what a closure makes of it.
  fileprivate func migrateFromJSON<Decoded: Decodable, Native: Defaults.Serializable>(
    _ convert: (Decoded) -> Native?
  ) {
    guard case .string(let text) = suite.storedValue(forKey: name),
      let decoded = JSONText.decode(Decoded.self, from: text), let native = convert(decoded),
      let stored = try? Native._storedValue(of: native), let value = decode(stored)
    else { return }
    suite[self] = value
  }
}

extension Defaults.Key where Value: Codable {
  fileprivate func migrateCodable() {
    migrateFromJSON { (decoded: Value) in decoded }
  }
}

extension Defaults.Key where Value: Defaults.NativeType {
  fileprivate func migrateNative() {
    migrateFromJSON { (decoded: Value.CodableForm) in decoded._nativeForm() }
  }
}

// MARK: - Keys that got another name, another suite or another type

extension Defaults {
  /// Moves what an older version of an app stored under another name.
  ///
  /// ```swift
  /// Defaults.migrate(from: "userName", to: .name)
  /// ```
  ///
  /// Nothing happens when nothing is stored there. When the key has a value already it wins, and
  /// the old one is removed. Both happen in one commit where the suites are the same.
  ///
  /// - Parameters:
  ///   - oldName: the former name.
  ///   - oldSuite: the former suite; nil for the key's own.
  ///   - key: the key.
  ///   - convert: makes the new value of the old one; nil leaves everything as it is. By default
  ///     the stored form stays.
  /// - Returns: whether there was a value that could be moved.
  /// - Throws: ``WriteError`` when the key is locked or the new value cannot be stored; nothing is
  ///   changed then.
  @discardableResult
  public static func migrate<Value: Serializable>(
    from oldName: String,
    in oldSuite: Suite? = nil,
    to key: Key<Value>,
    convert: (StoredValue) -> StoredValue? = { $0 }
  ) throws(WriteError) -> Bool {
    let source = oldSuite ?? key.suite
    guard let new = source.storedValue(forKey: oldName).flatMap(convert),
      key.decode(new) != nil
    else { return false }
    var edits: [KeyName: StoredValue?] = [:]
    let old = KeyName(oldName)
    if !key.isSet || (old == key.storedName && source == key.suite) {
      edits[key.storedName] = .some(new)
    }
    if source == key.suite {
      if old != key.storedName { edits[old] = .some(nil) }
      try source.setStoredValues(edits)
    } else {
      try key.suite.setStoredValues(edits)
      try source.setStoredValues([old: StoredValue?.none])
    }
    return true
  }

  /// Keeps a copy of a key's value in another suite, for another program for example.
  ///
  /// The copy is made now and after every change, until the observation ends. It goes when the
  /// key's stored value goes. What others write to the copy is overwritten by the next change.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - suite: the other suite.
  ///   - name: the name there; nil for the same.
  /// - Returns: an object that ends the copying when it is invalidated or released.
  public static func mirror<Value: Serializable>(
    _ key: Key<Value>,
    to suite: Suite,
    as name: String? = nil
  ) -> any Observation {
    let name = name ?? key.name
    let subscription = Subscription()
    subscription.observe(key.suite.core, key: key.storedName) { change, isPrior in
      if !isPrior { suite.setStoredValue(change.new, forKey: name) }
    }
    suite.setStoredValue(key.suite.storedValue(forKey: key.name), forKey: name)
    return subscription
  }
}
