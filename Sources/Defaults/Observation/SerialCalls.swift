import Synchronization

/// Calls one closure once for each request, never at the same time as itself.
///
/// For observations of several keys, whose observers would otherwise call the closure from several
/// threads at once: the last call begins after the last change, so it reads what is stored last.
final class SerialCalls: Sendable {
  private struct State {
    var requestCount = 0
    var isCalling = false
  }

  private let state = Mutex(State())
  private let closure: @Sendable () -> Void

  /// Creates calls of a closure.
  init(_ closure: @escaping @Sendable () -> Void) {
    self.closure = closure
  }

  /// Calls the closure, or has the thread do it that is calling it now.
  func request() {
    state.withLock { $0.requestCount += 1 }
    while begin() {
      closure()
      state.withLock { $0.isCalling = false }
    }
  }

  private func begin() -> Bool {
    state.withLock { state in
      guard state.requestCount > 0, !state.isCalling else { return false }
      state.requestCount -= 1
      state.isCalling = true
      return true
    }
  }
}
