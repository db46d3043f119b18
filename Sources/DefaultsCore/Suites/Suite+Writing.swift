public import FoundationEssentials

// The untyped setters of Foundation's `UserDefaults`.
extension Defaults.Suite {
  /// Stores a property-list object or a value of a serializable type.
  ///
  /// Storing nil removes the stored value. An object that has no stored form is refused: the stored
  /// value is unchanged, and the refusal is reported to diagnostics.
  public func set(_ value: Any?, forKey key: String) {
    guard let value else { return removeObject(forKey: key) }
    do {
      let stored = try Defaults.StoredValue(propertyList: value)
      core.writeOrReport(stored, forKey: Defaults.KeyName(key))
    } catch {
      core.diagnostics.report(.refusedWrite(.refused(key: Defaults.KeyName(key), reason: error)))
    }
  }

  /// Stores a Boolean.
  public func set(_ value: Bool, forKey key: String) {
    core.writeOrReport(.bool(value), forKey: Defaults.KeyName(key))
  }

  /// Stores an integer.
  public func set(_ value: Int, forKey key: String) {
    core.writeOrReport(.integer(Int128(value)), forKey: Defaults.KeyName(key))
  }

  /// Stores a double.
  public func set(_ value: Double, forKey key: String) {
    core.writeOrReport(.real(value), forKey: Defaults.KeyName(key))
  }

  /// Stores a float.
  public func set(_ value: Float, forKey key: String) {
    core.writeOrReport(.real(Double(value)), forKey: Defaults.KeyName(key))
  }

  /// Stores a URL in the same form as a key does; nil removes the stored value.
  public func set(_ url: URL?, forKey key: String) {
    set(url.map { $0 as Any }, forKey: key)
  }

  /// Removes the stored value, so that the default is used again.
  public func removeObject(forKey key: String) {
    core.writeOrReport(nil, forKey: Defaults.KeyName(key), cause: .reset)
  }

  /// Registers defaults for all suites of this process.
  ///
  /// An object that has no stored form is not registered, and is reported to diagnostics.
  public func register(defaults: [String: Any]) {
    let values = storedValues(of: defaults) { .refusedDefault(key: $0, reason: $1) }
    SuiteRegistry.shared.registered.register(values)
  }

  /// Returns the stored forms of objects, and reports those that have none.
  func storedValues(
    of objects: [String: Any],
    orReport problem: (Defaults.KeyName, Defaults.SerializationError) -> Defaults.Diagnostic.Kind
  ) -> [Defaults.KeyName: Defaults.StoredValue] {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for (key, object) in objects {
      do {
        values[Defaults.KeyName(key)] = try Defaults.StoredValue(propertyList: object)
      } catch {
        core.diagnostics.report(problem(Defaults.KeyName(key), error))
      }
    }
    return values
  }

  /// Waits until all writes to the standard suite are stored, and reads the changes of other
  /// processes, like Foundation's function of this name.
  public static func resetStandardUserDefaults() {
    standard.synchronize()
  }

  /// Waits until all writes are stored, and reads the changes of other processes.
  ///
  /// - Returns: false when the store failed; ``flush()`` throws the reason.
  @discardableResult
  public func synchronize() -> Bool {
    defer { core.reload() }
    do {
      try flush()
      return true
    } catch {
      return false
    }
  }
}
