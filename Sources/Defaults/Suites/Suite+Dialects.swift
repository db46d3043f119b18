// What a library of keys other than ``Defaults/Key`` needs to sit on a suite.
extension Defaults.Suite {
  /// What tells what a key reads from what it read earlier, without making a value of it.
  package struct ReadingStamp: Hashable, Sendable {
    fileprivate var ticket: UInt64
    /// What is registered; nil where something is stored, which hides it.
    fileprivate var registered: Defaults.StoredValue?
  }

  /// Gives the present stamp of a key; nil where it is overridden, so that nothing may be kept.
  package func readingStamp(forKey key: String) -> ReadingStamp? {
    let name = Defaults.KeyName(key)
    if case .some = OverrideScope.value(forKey: name, in: core) { return nil }
    let reading = core.reading(forKey: name)
    return ReadingStamp(
      ticket: reading.ticket,
      registered: reading.value == nil ? registeredValue(forKey: key) : nil,
    )
  }

  /// Notes for `withObservationTracking` that a key is read.
  package func noteAccess(forKey key: String) {
    core.trackedKeys.subject(forKey: Defaults.KeyName(key)).access()
  }

  /// Tells the diagnostics, once for each change, of a stored value that a type cannot read.
  package func reportUnreadableValue(forKey key: String, type: Any.Type) {
    let name = Defaults.KeyName(key)
    let reading = core.reading(forKey: name)
    guard let stored = reading.value ?? registeredValue(forKey: key) else { return }
    core.diagnostics.reportUnreadable(stored, forKey: name, ticket: reading.ticket, type: type)
  }

  /// Tells the diagnostics of a value that has no stored form; what was stored stays.
  package func reportRefusedValue(_ reason: Defaults.SerializationError, forKey key: String) {
    core.diagnostics.report(.refusedValue(key: Defaults.KeyName(key), reason: reason))
  }

  /// Calls a closure for every change of what is stored under a key, in any layer.
  ///
  /// - Parameters:
  ///   - key: the name of the key.
  ///   - wantsPrior: whether to call it also before each change that this process makes.
  ///   - handler: takes the change, and whether it is still to come.
  /// - Returns: an object that ends the observation when it is invalidated or released.
  package func observe(
    key: String,
    wantsPrior: Bool,
    handler: @escaping @Sendable (Defaults.StoredChange, _ isPrior: Bool) -> Void
  ) -> any Defaults.Observation {
    let subscription = Subscription()
    subscription.observe(core, key: Defaults.KeyName(key), wantsPrior: wantsPrior, handler: handler)
    return subscription
  }
}
