extension Defaults.Key {
  /// Creates a key with a default.
  ///
  /// The default is registered, here and with Foundation's `UserDefaults`, so that untyped
  /// readers see it too.
  ///
  /// - Parameters:
  ///   - name: any text, dots included.
  ///   - defaultValue: the value to use when nothing is stored.
  ///   - suite: the suite the value belongs to.
  public convenience init(
    _ name: String,
    default defaultValue: Value,
    suite: Defaults.Suite = .standard
  ) {
    do {
      if let stored = try Value._storedValue(of: defaultValue) {
        SuiteRegistry.shared.registered.register([name: stored])
        self.init(name, suite: suite, source: .constant(defaultValue, stored: stored))
      } else {
        self.init(name, suite: suite, source: .nothing(defaultValue))
      }
    } catch {
      suite.core.diagnostics.report(.refusedValue(key: name, reason: error))
      self.init(name, suite: suite, source: .constant(defaultValue, stored: nil))
    }
  }

  /// Creates a key without a value of its own until one is stored.
  public convenience init<Wrapped>(
    _ name: String,
    suite: Defaults.Suite = .standard
  ) where Value == Wrapped? {
    self.init(name, suite: suite, source: .nothing(nil))
  }

  /// Creates a key whose default is computed whenever nothing is stored.
  ///
  /// ```swift
  /// static let lastSeen = Key<Date>("lastSeen") { Date() }
  /// ```
  ///
  /// Such a default is not registered. The closure is called from any thread that reads, so it
  /// is `@Sendable`; code in language mode 5 may capture what it likes, and answers for it.
  @preconcurrency
  public convenience init(
    _ name: String,
    suite: Defaults.Suite = .standard,
    default compute: @escaping @Sendable () -> Value
  ) {
    self.init(name, suite: suite, source: .dynamic(compute))
  }
}
