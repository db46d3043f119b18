// What a library of keys other than ``Defaults/Key`` needs to sit on a suite.
extension Defaults.Suite {
  /// Tells what a key reads from what it read earlier, without decoding a value.
  package struct ValueStamp: Hashable, Sendable {
    /// The sequence number of the stored value; 0 for none.
    fileprivate var sequence: UInt64
    /// What is registered; nil where something is stored, which hides it.
    fileprivate var registered: Defaults.StoredValue?
  }

  /// Gives the present stamp of a key; nil where it is overridden, so that nothing may be kept.
  package func valueStamp(forKey key: String) -> ValueStamp? {
    let name = Defaults.KeyName(key)
    if case .some = OverrideScope.value(forKey: name, in: core) { return nil }
    let keyState = core.keyState(forKey: name)
    return ValueStamp(
      sequence: keyState.sequence,
      registered: keyState.value == nil ? registeredValue(forKey: key) : nil,
    )
  }

  /// Notes for `withObservationTracking` that a key is read.
  package func noteAccess(forKey key: String) {
    core.trackedKeys.subject(forKey: Defaults.KeyName(key)).access()
  }

  /// Tells the diagnostics, once for each change, of a stored value that a type cannot read.
  package func reportUnreadableValue(forKey key: String, type: Any.Type) {
    let name = Defaults.KeyName(key)
    let keyState = core.keyState(forKey: name)
    guard let stored = keyState.value ?? registeredValue(forKey: key) else { return }
    core.diagnostics.reportUnreadable(
      stored,
      forKey: name,
      sequence: keyState.sequence,
      type: type
    )
  }

  /// Tells the diagnostics of a value that has no stored form; what was stored stays.
  package func reportRefusedValue(_ reason: Defaults.SerializationError, forKey key: String) {
    core.diagnostics.report(.refusedWrite(.refused(key: Defaults.KeyName(key), reason: reason)))
  }

  /// Calls a closure for every change of what is stored under a key, in any layer.
  ///
  /// - Parameters:
  ///   - key: the name of the key.
  ///   - wantsPrior: whether to call it also before each change that this process makes.
  ///   - initial: called first, with the value at the moment from which on changes are told,
  ///     registered defaults included; nil for not.
  ///   - handler: takes the change, and whether it is still to come.
  /// - Returns: an object that ends the observation when it is invalidated or released.
  package func observe(
    key: String,
    wantsPrior: Bool,
    initial: ((Defaults.StoredValue?) -> Void)?,
    handler: @escaping @Sendable (Defaults.StoredChange, _ isPrior: Bool) -> Void
  ) -> any Defaults.Observation {
    let subscription = Subscription()
    let sendInitial = initial.map { initial in
      { (keyState: SuiteCore.KeyState) in
        initial(keyState.value ?? self.registeredValue(forKey: key))
      }
    }
    subscription.observe(
      core,
      key: Defaults.KeyName(key),
      wantsPrior: wantsPrior,
      initial: sendInitial,
    ) { entry, moment in
      handler(entry.change, moment == .before)
    }
    return subscription
  }
}
