// Converts stored changes to the events that the closures of observers receive.
//
// A change may have thousands of observers, and this code runs once for each of them. It passes
// values as separate parameters, not as optionals or tuples of `Value`: the runtime would look up
// the metadata of such a generic type at every use. Observers of one change share one event
// (`lastChange`), so the value is decoded once and not once for each observer.
extension Defaults.Key {
  /// Calls a closure whenever the key's value changes, until the subscription ends the calls.
  ///
  /// The closure is called before a change as well if `wantsPrior`, and once at registration with
  /// the current value if `wantsInitial`.
  func observe(
    with subscription: Subscription,
    wantsPrior: Bool,
    wantsInitial: Bool,
    handler: @escaping @Sendable (Defaults.KeyChange<Value>) -> Void
  ) {
    // A computed default of `.onFirstRead` is stored before the registration, so that storing it is
    // not reported as a change.
    if wantsInitial, keepsComputedDefault { _ = value() }
    let sendInitial = { (keyState: SuiteCore.KeyState) in
      handler(self.initialChange(keyState))
    }
    subscription.observe(
      suite.core,
      key: storedName,
      wantsPrior: wantsPrior,
      initial: wantsInitial ? sendInitial : nil,
    ) { entry, moment in
      guard let lastChange = self.lastChange, moment == .after, !wantsPrior else {
        self.send(entry.change, moment, wantsPrior: wantsPrior, to: handler)
        return
      }
      lastChange.send(forSequence: entry.sequence, to: handler) {
        self.send(entry.change, moment, wantsPrior: false, to: $0)
      } isKept: {
        Value._isIndependent($0.newValue) && Value._isIndependent($0.oldValue)
      }
    }
  }

  /// Returns the event of the call at registration.
  private func initialChange(_ keyState: SuiteCore.KeyState) -> Defaults.KeyChange<Value> {
    Defaults.KeyChange(
      kind: .setting,
      isPrior: false,
      newValue: value(of: keyState, in: suite.core),
      oldValue: effectiveDefault.value,
      origin: .thisProcess,
    )
  }

  /// Calls a handler for a change, unless the key's effective value stayed the same.
  private func send(
    _ change: Defaults.StoredChange,
    _ moment: Observer.Moment,
    wantsPrior: Bool,
    to handler: (Defaults.KeyChange<Value>) -> Void
  ) {
    let change = withoutUnusableValue(change)
    guard let old = change.oldEffective, let new = change.newEffective else {
      sendWithDefault(change, moment, wantsPrior: wantsPrior, to: handler)
      return
    }
    // Equal if a higher layer hides the value that changed.
    guard old != new else { return }
    // The old value is read first, because `newValue` replaces it in the cache.
    let oldValue = oldValue(of: old, in: change)
    send(
      change,
      moment,
      wantsPrior: wantsPrior,
      from: oldValue,
      to: newValue(of: new, in: change, moment),
      handler
    )
  }

  /// Calls a handler for a change whose old or new value is missing and replaced by the default.
  private func sendWithDefault(
    _ change: Defaults.StoredChange,
    _ moment: Observer.Moment,
    wantsPrior: Bool,
    to handler: (Defaults.KeyChange<Value>) -> Void
  ) {
    // Read only here, because a dynamic default is computed at each read.
    let fallback = effectiveDefault
    let (old, new) = (change.oldEffective, change.newEffective)
    guard (old ?? fallback.stored) != (new ?? fallback.stored) else { return }
    let oldValue = old.map { self.oldValue(of: $0, in: change) } ?? fallback.value
    send(
      change,
      moment,
      wantsPrior: wantsPrior,
      from: oldValue,
      to: new.map { newValue(of: $0, in: change, moment) } ?? fallback.value,
      handler
    )
  }

  /// Calls a handler with the event of a change.
  ///
  /// A change from elsewhere is noticed only after it was made. A handler that wants prior events
  /// is then called twice, first with the prior event.
  private func send(
    _ change: Defaults.StoredChange,
    _ moment: Observer.Moment,
    wantsPrior: Bool,
    from old: Value,
    to new: Value,
    _ handler: (Defaults.KeyChange<Value>) -> Void
  ) {
    var event = Defaults.KeyChange(
      kind: .setting,
      isPrior: moment == .before,
      newValue: new,
      oldValue: old,
      origin: change.origin,
    )
    if wantsPrior, change.origin == .elsewhere {
      event.isPrior = true
      handler(event)
      event.isPrior = false
    }
    handler(event)
  }
}
