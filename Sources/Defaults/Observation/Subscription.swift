import Synchronization

/// The one kind of observation: closures registered with one suite or several.
final class Subscription: Defaults.Observation {
  private struct State {
    var registrations: [Registration] = []
    var isTied = false
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

  /// Has a closure called for changes of one key of a suite, or of all with nil for the key; on
  /// request before a change as well.
  func observe(
    _ core: SuiteCore,
    key: Defaults.KeyName?,
    wantsPrior: Bool = false,
    handler: @escaping Observer.Handler
  ) {
    let observer = Observer(key: key, wantsPrior: wantsPrior, liveness: liveness, handler: handler)
    state.withLock { $0.registrations.append(.changes(core, observer)) }
    // Whoever observes wants to hear of others too, which takes a store that is watched.
    core.loadIfNeeded()
    core.observers.add(observer)
  }

  /// Has a closure called for the diagnostics of a suite.
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

/// Whether an observation is still to be told of changes.
final class Liveness: Sendable {
  private enum State {
    case free
    case tied(WeakObject)
    case ended
  }

  private struct WeakObject: @unchecked Sendable {  // The object is compared with nil, never used.
    weak var object: AnyObject?
  }

  private let state = Mutex(State.free)

  /// False after the end, and after the end of the object it was tied to.
  var isLive: Bool {
    state.withLock { state in
      switch state {
      case .free: true
      case .tied(let owner): owner.object != nil
      case .ended: false
      }
    }
  }

  /// Ends it for good.
  func end() {
    state.withLock { $0 = .ended }
  }

  /// Makes it end with an object.
  func tie(to object: AnyObject) {
    let owner = WeakObject(object: object)
    state.withLock { state in
      if case .ended = state { return }
      state = .tied(owner)
    }
  }

  /// Makes it independent of any object; an object that has ended already has ended it.
  func untie() {
    state.withLock { state in
      guard case .tied(let owner) = state else { return }
      state = owner.object == nil ? .ended : .free
    }
  }
}
