import Synchronization

/// Calls one closure, never concurrently with itself, and once for all requests that pile up.
///
/// The closure belongs to the library's caller, so no lock may be held while it runs: it may
/// cancel, watch again or change the store. Instead a phase guards the calls. The thread whose
/// request finds the phase `idle` must call ``deliver()``. A request during a call sets
/// `callingAgain`, and the calling thread then calls once more. So a call always begins after the
/// last request.
final class Delivery: Sendable {
  private enum Phase {
    case idle, requested, calling, callingAgain, cancelled
  }

  private struct State {
    var phase = Phase.idle
    /// Set to nil by a cancellation, so that the objects the closure captures are released.
    var closure: (@Sendable () -> Void)?
  }

  private let state: Mutex<State>

  /// Creates a delivery for a closure.
  init(_ closure: @escaping @Sendable () -> Void) {
    state = Mutex(State(closure: closure))
  }

  /// Requests a call of the closure.
  ///
  /// - Returns: whether the caller must call ``deliver()``, because no other thread will.
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

  /// Calls the closure until no more calls are requested.
  func deliver() {
    while let closure = next() { closure() }
  }

  /// Ends the calls without waiting for a call that is running.
  func cancel() {
    let closure = state.withLock { state in
      state.phase = .cancelled
      let closure = state.closure
      state.closure = nil
      return closure
    }
    // The closure is released here, outside the lock: a deinitializer may call `cancel` again.
    _ = closure
  }

  /// Returns the closure for the next call; nil when no call is requested.
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
