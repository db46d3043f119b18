import Synchronization

/// Runs closures that examine paths, one at a time, on another thread.
///
/// A path can be on a network that does not respond, and then the system call blocks for minutes. So
/// the closures do not run on the work queue, where they would delay writes. Only the newest closure is
/// needed, because the typed path has changed since: while one runs, a newer one replaces the waiting
/// one. So at most one thread is blocked.
final class FileQuestions: Sendable {
  private struct Waiting {
    var closure: (@Sendable () -> Void)?
    var isRunning = false
  }

  private let waiting = Mutex(Waiting())
  /// Executes a closure on another thread.
  private let execute: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(execute: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.execute = execute
  }

  /// Executes a closure on another thread, unless a later one replaces it before it begins.
  func ask(_ closure: @escaping @Sendable () -> Void) {
    let mustStart = waiting.withLock { waiting in
      waiting.closure = closure
      defer { waiting.isRunning = true }
      return !waiting.isRunning
    }
    if mustStart { execute { self.run() } }
  }

  private func run() {
    while let closure = next() { closure() }
  }

  private func next() -> (@Sendable () -> Void)? {
    waiting.withLock { waiting in
      defer { waiting.closure = nil }
      if waiting.closure == nil { waiting.isRunning = false }
      return waiting.closure
    }
  }
}
