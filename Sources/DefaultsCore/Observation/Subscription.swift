import Synchronization

/// The only class of observations: closures that are registered with one or more suites.
final class Subscription: Defaults.Observation {
  /// The suite of a closure, and what removes the closure from it.
  private struct Registration {
    var core: SuiteCore
    var remove: @Sendable () -> Void
  }

  /// The flag that decides whether the closures are called.
  let liveness = Liveness()
  private let registrations = Mutex<[Registration]>([])

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
    register(core) { core.observers.remove(observer) }
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
    register(core) { core.diagnostics.remove(id) }
  }

  private func register(_ core: SuiteCore, remove: @escaping @Sendable () -> Void) {
    registrations.withLock { $0.append(Registration(core: core, remove: remove)) }
  }

  func invalidate() {
    liveness.end()
    // Released after both locks are left, because that may run the `deinit` of captured objects.
    let ended = registrations.withLock { registrations in
      defer { registrations = [] }
      return registrations
    }
    for registration in ended {
      registration.remove()
      registration.core.observers.release(self)
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

  private var anyCore: SuiteCore? { registrations.withLock { $0.first?.core } }
}
