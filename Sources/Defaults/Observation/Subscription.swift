import Synchronization

/// The one kind of observation: closures registered with one suite or several.
final class Subscription: Defaults.Observation {
  private struct State {
    var registrations: [Registration] = []
  }

  private enum Registration {
    case changes(SuiteCore, Observer)
    case diagnostics(SuiteCore, id: UInt64)
  }

  /// Whether the closures are still to be called.
  let liveness = Liveness()
  private let state = Mutex(State())

  deinit {
    invalidate()
  }

  /// Calls a closure for changes of one key of a suite, or of all with nil for the key.
  ///
  /// - Parameters:
  ///   - core: the suite.
  ///   - key: the only key of interest; nil for all.
  ///   - wantsPrior: whether to call the closure before a change as well.
  ///   - initial: called first, with the state of the key when the observer is registered;
  ///     nil for not.
  ///   - handler: the closure.
  func observe(
    _ core: SuiteCore,
    key: Defaults.KeyName?,
    wantsPrior: Bool = false,
    initial: ((SuiteCore.KeyState) -> Void)? = nil,
    handler: @escaping Observer.Handler
  ) {
    // Observers hear of others too, so the store must be watched.
    core.loadIfNeeded()
    let (observer, keyState) = core.state.withLock { state in
      let observer = core.observers.add(
        key: key,
        wantsPrior: wantsPrior,
        isDelivering: initial != nil,
        liveness: liveness,
        handler: handler,
      )
      return (observer, key.map { state.keyState(forKey: $0) })
    }
    state.withLock { $0.registrations.append(.changes(core, observer)) }
    guard let initial, let key, let keyState else { return }
    observer.begin {
      guard case .some(let override) = OverrideScope.value(forKey: key, in: core) else {
        return initial(keyState)
      }
      initial(SuiteCore.KeyState(value: override, sequence: 0, suiteSequence: 0))
    }
  }

  /// Calls a closure for the diagnostics of a suite.
  func observeDiagnostics(of core: SuiteCore, _ handler: @escaping DiagnosticLog.Listener) {
    let id = core.diagnostics.add { [liveness] diagnostic in
      if liveness.isLive { handler(diagnostic) }
    }
    state.withLock { $0.registrations.append(.diagnostics(core, id: id)) }
  }

  func invalidate() {
    liveness.end()
    // What is removed is released after both locks are left: that may run code of its owner.
    let registrations = state.withLock { state in
      defer { state = State() }
      return state.registrations
    }
    for registration in registrations {
      switch registration {
      case .changes(let core, let observer):
        core.observers.remove(observer)
        core.observers.release(self)
      case .diagnostics(let core, let id):
        core.diagnostics.remove(id)
        core.observers.release(self)
      }
    }
  }

  @discardableResult
  func tieToLifetime(of weaklyHeldObject: AnyObject) -> Self {
    liveness.tie(to: weaklyHeldObject)
    anyCore?.observers.retain(self)
    return self
  }

  func removeLifetimeTie() {
    liveness.untie()
    anyCore?.observers.release(self)
  }

  private var anyCore: SuiteCore? {
    state.withLock { state in
      switch state.registrations.first {
      case .changes(let core, _), .diagnostics(let core, _): core
      case nil: nil
      }
    }
  }
}
