/// A watch that a closure ends, when it is cancelled or released.
package final class ClosureWatch: Defaults.StoreWatch {
  private let polls: @Sendable () -> Bool
  private let end: @Sendable () -> Void

  /// Creates a watch; `end` may be called several times, by any thread.
  package init(
    isPolling: @escaping @Sendable () -> Bool = { false },
    end: @escaping @Sendable () -> Void
  ) {
    polls = isPolling
    self.end = end
  }

  deinit { end() }

  package var isPolling: Bool { polls() }

  package func cancel() { end() }
}
