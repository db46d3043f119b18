import Synchronization

/// Calls one closure, never at the same time as itself, and once for all requests that pile up.
///
/// No lock is held during a call, so the closure may cancel, watch again or change the store.
final class Delivery: Sendable {
  private enum Phase {
    case idle, requested, calling, callingAgain, cancelled
  }

  private struct State {
    var phase = Phase.idle
    /// Dropped by a cancellation, so that what the closure holds is released.
    var closure: (@Sendable () -> Void)?
  }

  private let state: Mutex<State>

  /// Creates a delivery for a closure.
  init(_ closure: @escaping @Sendable () -> Void) {
    state = Mutex(State(closure: closure))
  }

  /// Notes that the closure is to be called.
  ///
  /// - Returns: whether the caller has to see to ``deliver()``; nobody else will.
  func request() -> Bool {
    state.withLock { state in
      switch state.phase {
      case .idle:
        state.phase = .requested
        return true
      case .calling:
        state.phase = .callingAgain
        return false
      case .requested, .callingAgain, .cancelled:
        return false
      }
    }
  }

  /// Calls the closure as long as calls are requested.
  func deliver() {
    while let closure = next() { closure() }
  }

  /// Ends the calls; one that is under way is not waited for.
  func cancel() {
    let closure = state.withLock { state in
      state.phase = .cancelled
      let closure = state.closure
      state.closure = nil
      return closure
    }
    // What the closure holds is released here, with no lock held: it may end in another cancel.
    _ = closure
  }

  /// Begins the next call.
  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      switch state.phase {
      case .requested, .callingAgain:
        state.phase = .calling
        return state.closure
      case .calling:
        state.phase = .idle
        return nil
      case .idle, .cancelled:
        return nil
      }
    }
  }
}
