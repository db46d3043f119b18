import Synchronization

/// The only class of observations: closures that are registered with one or more suites.
final class Subscription: Defaults.Observation {
  private struct State {
    var registrations: [Registration] = []
  }

  private enum Registration {
    case changes(SuiteCore, Observer)
    case diagnostics(SuiteCore, id: UInt64)
  }

  /// The flag that decides whether the closures are called.
  let liveness = Liveness()
  private let state = Mutex(State())

  deinit {
    invalidate()
  }

  /// Calls a closure for changes of one key of a suite, or of all its keys for nil.
  ///
  /// The handler is called before a change as well if `wantsPrior`. `initial` is called first, with
  /// the state of the key at registration.
  func observe(
    _ core: SuiteCore,
    key: Defaults.KeyName?,
    wantsPrior: Bool = false,
    initial: ((SuiteCore.KeyState) -> Void)? = nil,
    handler: @escaping Observer.Handler
  ) {
    // Loading starts the store's watch, which reports changes of other processes.
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
    // Released after both locks are left, because that may run the `deinit` of captured objects.
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
