// The parameter `iCloud` of sindresorhus/Defaults. Linux has no iCloud, so such a key is stored on this
// machine only, and its suite reports that once.
extension Defaults.Key {
  /// Creates a key with a default.
  ///
  /// - Parameters:
  ///   - name: any text, dots included.
  ///   - defaultValue: the value to use when nothing is stored.
  ///   - suite: the suite the value belongs to.
  ///   - iCloud: whether the original would synchronize the value. Here it is stored on this machine
  ///     only, and ``Defaults/Diagnostic/Kind/notSynchronized(key:)`` is reported.
  public convenience init(
    _ name: String,
    default defaultValue: Value,
    suite: Defaults.Suite = Defaults.defaultSuite,
    iCloud: Bool
  ) {
    self.init(name, default: defaultValue, suite: suite)
    reportSynchronization(iCloud)
  }

  /// Creates an optional key without a default.
  ///
  /// - Parameters:
  ///   - name: any text, dots included.
  ///   - suite: the suite the value belongs to.
  ///   - iCloud: whether the original would synchronize the value.
  public convenience init<Wrapped>(
    _ name: String,
    suite: Defaults.Suite = Defaults.defaultSuite,
    iCloud: Bool
  ) where Value == Wrapped? {
    self.init(name, suite: suite)
    reportSynchronization(iCloud)
  }

  /// Creates a key whose default is computed at each read without a stored value.
  ///
  /// - Parameters:
  ///   - name: any text, dots included.
  ///   - suite: the suite the value belongs to.
  ///   - iCloud: whether the original would synchronize the value.
  ///   - compute: returns the default.
  @preconcurrency
  public convenience init(
    _ name: String,
    suite: Defaults.Suite = Defaults.defaultSuite,
    iCloud: Bool,
    default compute: @escaping @Sendable () -> Value
  ) {
    self.init(name, suite: suite, default: compute)
    reportSynchronization(iCloud)
  }

  private func reportSynchronization(_ iCloud: Bool) {
    if iCloud { suite.core.diagnostics.reportOnce(.notSynchronized(key: storedName)) }
  }
}
