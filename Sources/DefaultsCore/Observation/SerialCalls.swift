import Synchronization

/// A closure that is called once for each request, by one thread at a time.
///
/// An observation of several keys has one observer for each key, and these are called
/// independently. The closure may not run on several threads at once, and its last call must begin
/// after the last change, so that it reads the values stored last. So a request is counted first;
/// then the thread that has raised the count from 0 makes all requested calls, its own and those of
/// threads that came meanwhile. A call counts until it has ended, so a thread that finds another one
/// calling has counted its request before that one looks for the next.
final class SerialCalls: Sendable {
  private let requestCount = Mutex(0)
  private let closure: @Sendable () -> Void

  /// Creates an object that calls a closure.
  init(_ closure: @escaping @Sendable () -> Void) {
    self.closure = closure
  }

  /// Calls the closure; if another thread is calling it, that thread makes this call too.
  func request() {
    guard addRequests(1) == 1 else { return }
    repeat { closure() } while addRequests(-1) > 0
  }

  private func addRequests(_ number: Int) -> Int {
    requestCount.withLock { count in
      count += number
      return count
    }
  }
}
