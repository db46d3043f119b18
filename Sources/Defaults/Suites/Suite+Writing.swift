public import Foundation

// The untyped writers of Foundation's `UserDefaults`.
extension Defaults.Suite {
  /// Stores an object: what a property list holds, or any value that a key could have.
  ///
  /// Storing nil removes what is stored. An object that no property list can hold is refused:
  /// what was stored stays, and the diagnostics tell.
  public func set(_ value: Any?, forKey key: String) {
    guard let value else { return removeObject(forKey: key) }
    do {
      let stored = try Defaults.StoredValue(propertyList: value)
      core.writeOrReport(stored, forKey: Defaults.KeyName(key))
    } catch {
      core.diagnostics.report(.refusedWrite(.refused(key: Defaults.KeyName(key), reason: error)))
    }
  }

  /// Stores a truth value.
  public func set(_ value: Bool, forKey key: String) {
    core.writeOrReport(.bool(value), forKey: Defaults.KeyName(key))
  }

  /// Stores a whole number.
  public func set(_ value: Int, forKey key: String) {
    core.writeOrReport(.integer(Int128(value)), forKey: Defaults.KeyName(key))
  }

  /// Stores a real number.
  public func set(_ value: Double, forKey key: String) {
    core.writeOrReport(.real(value), forKey: Defaults.KeyName(key))
  }

  /// Stores a real number of single precision.
  public func set(_ value: Float, forKey key: String) {
    core.writeOrReport(.real(Double(value)), forKey: Defaults.KeyName(key))
  }

  /// Stores a URL, in the form in which a key stores it; nil removes what is stored.
  public func set(_ url: URL?, forKey key: String) {
    set(url.map { $0 as Any }, forKey: key)
  }

  /// Removes what is stored; the default shows again.
  public func removeObject(forKey key: String) {
    core.writeOrReport(nil, forKey: Defaults.KeyName(key), cause: .reset)
  }

  /// Registers values that are used when nothing is stored, in any suite of this process.
  ///
  /// An object that no property list can hold is left out, and the diagnostics tell.
  public func register(defaults: [String: Any]) {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for (key, object) in defaults {
      do {
        values[Defaults.KeyName(key)] = try Defaults.StoredValue(propertyList: object)
      } catch {
        core.diagnostics.report(.refusedDefault(key: Defaults.KeyName(key), reason: error))
      }
    }
    SuiteRegistry.shared.registered.register(values)
  }

  /// Waits until everything is stored, and takes over what others stored.
  ///
  /// - Returns: false when the store failed; ``flush()`` says why.
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
