import FoundationEssentials

extension Defaults {
  /// A version of the format in which values are stored.
  public enum Version: Int, Hashable, Sendable {
    /// Values are stored as types of property lists, not as JSON text.
    case v5 = 5
  }

  /// Converts the stored values of some keys from JSON text to their present format.
  ///
  /// A stored value that is not JSON text of the key's type is left as it is. The keys of one suite
  /// are changed in one write.
  ///
  /// - Parameters:
  ///   - keys: the keys.
  ///   - version: the version to convert to.
  @_disfavoredOverload
  public static func migrate<each Value: Serializable & Codable>(
    _ keys: repeat Key<each Value>,
    to version: Version
  ) {
    var migrated: [MigratedValue?] = []
    for key in repeat each keys { migrated.append(key.migratedCodable()) }
    store(migrated)
  }

  /// Converts the stored values of some keys from JSON text to their present format.
  ///
  /// A stored value that is not JSON text of the key's type is left as it is.
  ///
  /// - Parameters:
  ///   - keys: the keys.
  ///   - version: the version to convert to.
  public static func migrate<each Value: NativeType>(
    _ keys: repeat Key<each Value>,
    to version: Version
  ) {
    var migrated: [MigratedValue?] = []
    for key in repeat each keys { migrated.append(key.migratedNative()) }
    store(migrated)
  }

  /// Converts the stored values of some keys from JSON text to their present format.
  @_disfavoredOverload
  public static func migrate<Value: Serializable & Codable>(
    _ keys: [Key<Value>],
    to version: Version
  ) {
    store(keys.map { $0.migratedCodable() })
  }

  /// Converts the stored values of some keys from JSON text to their present format.
  public static func migrate<Value: NativeType>(_ keys: [Key<Value>], to version: Version) {
    store(keys.map { $0.migratedNative() })
  }

  /// A converted value and the suite that stores it.
  fileprivate typealias MigratedValue = (suite: Suite, edit: SuiteCore.Edit)

  /// Stores converted values, those of one suite in one write.
  private static func store(_ values: [MigratedValue?]) {
    for (suite, values) in Dictionary(grouping: values.compactMap(\.self), by: \.suite) {
      let edits = Dictionary(values.map { ($0.edit.key, $0.edit) }) { $1 }
      suite.core.writeOrReport(Array(edits.values), cause: .migration)
    }
  }
}

extension Defaults.Key {
  /// Decodes the stored JSON text, and returns the value that a closure converts it to.
  ///
  /// The result is nil when the stored value stays as it is; a value that is refused is reported.
  fileprivate func migratedFromJSON<Decoded: Decodable, Native: Defaults.Serializable>(
    _ convert: (Decoded) -> Native?
  ) -> Defaults.MigratedValue? {
    guard case .string(let text) = suite.storedValue(forKey: name),
      let decoded = JSONText.decode(Decoded.self, from: text), let native = convert(decoded),
      let stored = try? Native._storedValue(of: native), let value = decode(stored)
    else { return nil }
    do throws(Defaults.WriteError) {
      return (suite, try edit(storing: value, in: suite.core))
    } catch {
      suite.core.diagnostics.report(.refusedWrite(error))
      return nil
    }
  }
}

extension Defaults.Key where Value: Codable {
  fileprivate func migratedCodable() -> Defaults.MigratedValue? {
    migratedFromJSON { (decoded: Value) in decoded }
  }
}

extension Defaults.Key where Value: Defaults.NativeType {
  fileprivate func migratedNative() -> Defaults.MigratedValue? {
    migratedFromJSON { (decoded: Value.CodableForm) in decoded._nativeForm() }
  }
}

// MARK: - Keys with a new name, suite or type

extension Defaults {
  /// Moves the value that an older version of an app stored under another name.
  ///
  /// ```swift
  /// Defaults.migrate(from: "userName", to: .name)
  /// ```
  ///
  /// If nothing is stored under the old name, nothing changes. If the key has a stored value
  /// already, it is kept and the old one is removed. Within one suite, both are changed in one
  /// commit. Of two suites, the function waits until the new value is on disk, and removes the old
  /// one only then; if the new one cannot be stored, both stay, and a later call tries again.
  ///
  /// - Parameters:
  ///   - oldName: the old name.
  ///   - oldSuite: the old suite; nil for the key's own.
  ///   - key: the key.
  ///   - convert: a closure that converts the old stored value to the new one; if it returns nil,
  ///     nothing changes. By default, the stored value stays the same.
  /// - Returns: whether there was a value that the key's type can decode.
  /// - Throws: ``WriteError`` when the key is locked or the new value cannot be stored; nothing is
  ///   changed then.
  @discardableResult
  public static func migrate<Value: Serializable>(
    from oldName: String,
    in oldSuite: Suite? = nil,
    to key: Key<Value>,
    convert: (StoredValue) -> StoredValue? = { $0 }
  ) throws(WriteError) -> Bool {
    try migrate(from: oldName, in: oldSuite, to: key, .init(cause: .migration), convert: convert)
  }

  /// Moves a value to another key, with the options of the write.
  static func migrate<Value: Serializable>(
    from oldName: String,
    in oldSuite: Suite? = nil,
    to key: Key<Value>,
    _ options: WriteOptions,
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
      try source.write(edits, options: options)
      return true
    }
    try key.suite.write(edits, options: options)
    // An error was reported when the commit failed.
    guard (try? key.suite.flush()) != nil else { return true }
    try source.write([old: StoredValue?.none], options: options)
    return true
  }

  /// Keeps a copy of a key's value in another suite, for example for another program.
  ///
  /// The copy is written now and after every change, until the observation ends. When the key is
  /// reset, the copy is removed. If another program writes to the copy, the next change overwrites
  /// it.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - suite: the other suite.
  ///   - name: the name of the copy; nil for the key's name.
  /// - Returns: an observation that ends when it is invalidated or released.
  public static func mirror<Value: Serializable>(
    _ key: Key<Value>,
    to suite: Suite,
    as name: String? = nil
  ) -> any Observation {
    let name = name ?? key.name
    // The copy gets the value that is stored now, which may be newer than the observed change.
    let copy = { @Sendable in
      suite.setStoredValue(key.suite.storedValue(forKey: key.name), forKey: name)
    }
    let subscription = Subscription()
    subscription.observe(key.suite.core, key: key.storedName, initial: { _ in copy() }) {
      if $1 != .before { copy() }
    }
    return subscription
  }
}
