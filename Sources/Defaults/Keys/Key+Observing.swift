// What an observation of a key does with changes of what is stored.
//
// A change may have thousands of observers. What is made for each of them therefore does without
// optionals and tuples of values, whose types the runtime would have to look up every time.
extension Defaults.Key {
  /// The event with which an observation starts.
  var initialChange: Defaults.KeyChange<Value> {
    Defaults.KeyChange(
      kind: .setting,
      isPrior: false,
      newValue: suite[self],
      oldValue: effectiveDefault.value,
      origin: .thisProcess,
    )
  }

  /// Has a closure called whenever the key's value changes.
  func observe(
    with subscription: Subscription,
    wantsPrior: Bool,
    handler: @escaping @Sendable (Defaults.KeyChange<Value>) -> Void
  ) {
    subscription.observe(suite.core, key: storedName, wantsPrior: wantsPrior) { change, isPrior in
      guard let old = change.oldEffective, let new = change.newEffective else {
        self.sendWithDefault(change, isPrior: isPrior, wantsPrior: wantsPrior, to: handler)
        return
      }
      // What changed may lie under a layer that hides it.
      guard old != new else { return }
      if let lastChange = self.lastChange, !isPrior, !wantsPrior {
        lastChange.send(change) {
          Defaults.KeyChange(
            kind: .setting,
            isPrior: false,
            newValue: self.newValue(of: new, in: change, isPrior: false),
            oldValue: self.value(of: old),
            origin: change.origin,
          )
        } to: {
          handler($0)
        }
        return
      }
      self.send(
        change,
        isPrior: isPrior,
        wantsPrior: wantsPrior,
        from: self.value(of: old),
        to: self.newValue(of: new, in: change, isPrior: isPrior),
        handler
      )
    }
  }

  /// Tells a handler of a change between something and nothing stored.
  private func sendWithDefault(
    _ change: Defaults.StoredChange,
    isPrior: Bool,
    wantsPrior: Bool,
    to handler: (Defaults.KeyChange<Value>) -> Void
  ) {
    // A dynamic default is computed only here, where it stands for nothing stored.
    let standIn = effectiveDefault
    let (old, new) = (change.oldEffective, change.newEffective)
    guard (old ?? standIn.stored) != (new ?? standIn.stored) else { return }
    send(
      change,
      isPrior: isPrior,
      wantsPrior: wantsPrior,
      from: old.map { value(of: $0) } ?? standIn.value,
      to: new.map { newValue(of: $0, in: change, isPrior: isPrior) } ?? standIn.value,
      handler
    )
  }

  /// Tells a handler of a change; also before it when it wants that and it is too late for it.
  private func send(
    _ change: Defaults.StoredChange,
    isPrior: Bool,
    wantsPrior: Bool,
    from old: Value,
    to new: Value,
    _ handler: (Defaults.KeyChange<Value>) -> Void
  ) {
    var event = Defaults.KeyChange(
      kind: .setting,
      isPrior: isPrior,
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

  /// Gives the value of what is stored now, and reports it when it makes no sense for the type.
  private func newValue(
    of stored: Defaults.StoredValue,
    in change: Defaults.StoredChange,
    isPrior: Bool
  ) -> Value {
    if let value = read(stored) { return value }
    if !isPrior { report(stored, ticket: change.sequence, in: suite.core) }
    return defaultValueNow
  }

  private func value(of stored: Defaults.StoredValue) -> Value {
    if let value = read(stored) { return value }
    return defaultValueNow
  }

  private var defaultValueNow: Value { effectiveDefault.value }
}
