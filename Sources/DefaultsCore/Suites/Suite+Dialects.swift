// Functions for libraries with their own key types, such as `SwiftyUserDefaults`.
extension Defaults.Suite {
  /// A stamp that differs when the value of a key has changed; comparing it decodes no value.
  package struct ValueStamp: Hashable, Sendable {
    /// The sequence number of the stored value; 0 for none.
    fileprivate var sequence: UInt64
    /// The registered default; nil when a stored value hides it.
    fileprivate var registered: Defaults.StoredValue?
  }

  /// Returns the present stamp of a key; nil if the key is overridden and must not be cached.
  package func valueStamp(forKey key: String) -> ValueStamp? {
    let name = Defaults.KeyName(key)
    if case .some = OverrideScope.value(forKey: name, in: core) { return nil }
    let keyState = core.keyState(forKey: name)
    return ValueStamp(
      sequence: keyState.sequence,
      registered: keyState.value == nil ? registeredValue(forKey: key) : nil,
    )
  }

  /// Records for `withObservationTracking` that a key is read.
  package func noteAccess(forKey key: String) {
    core.trackedKeys.subject(forKey: Defaults.KeyName(key)).access()
  }

  /// Reports a stored value that a type cannot read, once per change.
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

  /// Reports a value that has no stored form.
  package func reportRefusedValue(_ reason: Defaults.SerializationError, forKey key: String) {
    core.diagnostics.report(.refusedWrite(.refused(key: Defaults.KeyName(key), reason: reason)))
  }

  /// Calls a closure for every change of a key's stored value in any layer.
  ///
  /// The handler receives the change, and whether it has not been made yet: it is called before
  /// each change of this process as well if `wantsPrior`. `initial` is called first, with the value
  /// from which the changes start, including registered defaults; nil for no such call. The
  /// observation ends when the result is invalidated or released.
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
