// What an observation of a key does with changes of what is stored.
//
// A change may have thousands of observers. What is made for each of them therefore does without
// optionals and tuples of values, whose types the runtime would have to look up every time.
extension Defaults.Key {
  /// Calls a closure whenever the key's value changes.
  ///
  /// - Parameters:
  ///   - subscription: what ends the calls.
  ///   - wantsPrior: whether to call the closure before a change as well.
  ///   - wantsInitial: whether to call it first, with the present value.
  ///   - handler: the closure.
  func observe(
    with subscription: Subscription,
    wantsPrior: Bool,
    wantsInitial: Bool,
    handler: @escaping @Sendable (Defaults.KeyChange<Value>) -> Void
  ) {
    // A default that is kept when it is read first is stored now, before changes are reported.
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
      }
    }
  }

  /// The event with which an observation starts.
  private func initialChange(_ keyState: SuiteCore.KeyState) -> Defaults.KeyChange<Value> {
    Defaults.KeyChange(
      kind: .setting,
      isPrior: false,
      newValue: value(of: keyState, in: suite.core),
      oldValue: effectiveDefault.value,
      origin: .thisProcess,
    )
  }

  private func send(
    _ change: Defaults.StoredChange,
    _ moment: Observer.Moment,
    wantsPrior: Bool,
    to handler: (Defaults.KeyChange<Value>) -> Void
  ) {
    guard let old = change.oldEffective, let new = change.newEffective else {
      sendWithDefault(change, moment, wantsPrior: wantsPrior, to: handler)
      return
    }
    // What changed may lie under a layer that hides it.
    guard old != new else { return }
    // The old value first: decoding the new one replaces it in the cache.
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

  /// Calls a handler for a change between something and nothing stored.
  private func sendWithDefault(
    _ change: Defaults.StoredChange,
    _ moment: Observer.Moment,
    wantsPrior: Bool,
    to handler: (Defaults.KeyChange<Value>) -> Void
  ) {
    // A dynamic default is computed only here, where it stands for nothing stored.
    let standIn = effectiveDefault
    let (old, new) = (change.oldEffective, change.newEffective)
    guard (old ?? standIn.stored) != (new ?? standIn.stored) else { return }
    let oldValue = old.map { self.oldValue(of: $0, in: change) } ?? standIn.value
    send(
      change,
      moment,
      wantsPrior: wantsPrior,
      from: oldValue,
      to: new.map { newValue(of: $0, in: change, moment) } ?? standIn.value,
      handler
    )
  }

  /// Calls a handler for a change; also as if before it, if it wants that and it is too late.
  private func send(
    _ change: Defaults.StoredChange,
    _ moment: Observer.Moment,
    wantsPrior: Bool,
    from old: Value,
    to new: Value,
    _ handler: (Defaults.KeyChange<Value>) -> Void
  ) {
    // Another program may have stored an equal object, whose archive has other bytes.
    if Value._hasSeveralForms, (old as? any Equatable)?.isEqual(toAny: new) == true { return }
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
