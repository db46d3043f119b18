import Synchronization

/// A closure of a store's user, which is called until it is cancelled.
///
/// The closure may cancel, watch again or change the store, so no lock is held while it runs. All calls
/// are made on one queue, so that they do not overlap.
final class Listener: Sendable {
  /// Set to nil by a cancellation, so that the objects the closure captures are released.
  private let closure: Mutex<(@Sendable () -> Void)?>

  /// Creates a listener.
  init(_ closure: @escaping @Sendable () -> Void) {
    self.closure = Mutex(closure)
  }

  /// Calls the closure, unless it was cancelled.
  func call() {
    closure.withLock { $0 }?()
  }

  /// Ends the calls without waiting for a call that is running.
  func cancel() {
    let closure = closure.withLock { $0.take() }
    // The closure is released here, outside the lock: a deinitializer may call `cancel` again.
    withExtendedLifetime(closure) {}
  }
}
