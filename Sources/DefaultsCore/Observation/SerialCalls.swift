import Synchronization

/// A closure that is called once for each request, by one thread at a time.
///
/// An observation of several keys has one observer for each key, and these are called
/// independently. The closure may not run on several threads at once, and its last call must begin
/// after the last change, so that it reads the values stored last. So a request is counted first;
/// then the thread that sets `isCalling` makes all requested calls, its own and those of threads
/// that came meanwhile. Count and flag are read and changed under one lock: a thread that finds
/// `isCalling` set has counted its request before the calling thread looks for another one.
final class SerialCalls: Sendable {
  private struct State {
    var requestCount = 0
    var isCalling = false
  }

  private let state = Mutex(State())
  private let closure: @Sendable () -> Void

  /// Creates an object that calls a closure.
  init(_ closure: @escaping @Sendable () -> Void) {
    self.closure = closure
  }

  /// Calls the closure; if another thread is calling it, that thread makes this call too.
  func request() {
    state.withLock { $0.requestCount += 1 }
    while beginCall() {
      closure()
      state.withLock { $0.isCalling = false }
    }
  }

  /// Takes one request if no thread is calling the closure; the calling thread must then call it.
  private func beginCall() -> Bool {
    state.withLock { state in
      guard state.requestCount > 0, !state.isCalling else { return false }
      state.requestCount -= 1
      state.isCalling = true
      return true
    }
  }
}
