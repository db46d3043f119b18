import Synchronization

extension Defaults {
  /// A value that is read instead of a key's stored value while a closure runs.
  public struct Override: Sendable {
    let suite: Suite
    let key: Defaults.KeyName
    let value: StoredValue?

    /// Creates the override of a key; with a value that has no stored form, reads return the
    /// default.
    public init<Value: Serializable>(_ key: Key<Value>, _ value: Value) {
      suite = key.suite
      self.key = key.storedName
      self.value = (try? key.encode(value)) ?? nil
    }
  }

  /// Runs a closure in which some keys have other values: for tests and previews.
  ///
  /// ```swift
  /// Defaults.withOverrides([.init(.quality, 0.5), .init(.name, "Ada")]) {
  ///   Defaults[.quality]  // 0.5
  /// }
  /// ```
  ///
  /// The overrides apply in this task or thread and in the tasks that it starts. A write to such a
  /// key replaces the override: nothing is stored, and no observer is called. Calls may be nested;
  /// the inner overrides have priority.
  ///
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws.
  public static func withOverrides<Result>(
    _ overrides: [Override],
    _ operation: () throws -> Result
  ) rethrows -> Result {
    let scope = OverrideScope(overrides, over: OverrideScope.current)
    return try OverrideScope.$current.withValue(scope, operation: operation)
  }

  /// Runs a closure in which some keys have other values: for tests and previews.
  ///
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws.
  public static func withOverrides<Result>(
    _ overrides: [Override],
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    let scope = OverrideScope(overrides, over: OverrideScope.current)
    return try await OverrideScope.$current.withValue(
      scope,
      operation: operation,
      isolation: isolation
    )
  }
}

/// The overrides of one task.
final class OverrideScope: Sendable {
  /// The scope of the current task; nil without overrides.
  @TaskLocal static var current: OverrideScope?

  private struct OverriddenKey: Hashable {
    var core: ObjectIdentifier
    var name: Defaults.KeyName
  }

  private let values: Mutex<[OverriddenKey: Defaults.StoredValue?]>
  /// Retained, because the addresses of their cores identify them.
  private let suites: [Defaults.Suite]

  init(_ overrides: [Defaults.Override], over outer: OverrideScope?) {
    var values = outer?.values.withLock { $0 } ?? [:]
    for override in overrides {
      let key = OverriddenKey(core: ObjectIdentifier(override.suite.core), name: override.key)
      values[key] = override.value
    }
    suites = overrides.map(\.suite) + (outer?.suites ?? [])
    self.values = Mutex(values)
    SuiteRegistry.shared.overrideScopes.add(1, ordering: .releasing)
  }

  deinit {
    SuiteRegistry.shared.overrideScopes.subtract(1, ordering: .releasing)
  }

  /// Whether a task of this process has overrides; costs no lock.
  static var areThereAny: Bool {
    SuiteRegistry.shared.overrideScopes.load(ordering: .relaxed) > 0
  }

  /// Returns the override of a key in the current task; nil when the key has none.
  static func value(forKey key: Defaults.KeyName, in core: SuiteCore) -> Defaults.StoredValue?? {
    guard areThereAny, let current else { return nil }
    return current.values.withLock { $0[OverriddenKey(core: ObjectIdentifier(core), name: key)] }
  }

  /// Replaces the override of a key in the current task.
  static func write(
    _ value: Defaults.StoredValue?,
    forKey key: Defaults.KeyName,
    in core: SuiteCore
  ) {
    current?.values.withLock { values in
      values[OverriddenKey(core: ObjectIdentifier(core), name: key)] = .some(value)
    }
  }
}
