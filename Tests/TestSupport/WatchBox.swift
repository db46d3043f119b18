public import Defaults
import Synchronization

/// Holds a watch for a closure that is to cancel it.
public final class WatchBox: Sendable {
  private struct State {
    var watch: (any Defaults.StoreWatch)?
    var isCancelled = false
  }

  private let state = Mutex(State())

  /// Creates an empty box.
  public init() {}

  /// Takes a watch; it is cancelled at once when the box was cancelled before.
  public func hold(_ watch: (any Defaults.StoreWatch)?) {
    let isCancelled = state.withLock { state in
      state.watch = watch
      return state.isCancelled
    }
    if isCancelled { watch?.cancel() }
  }

  /// Cancels the watch.
  public func cancel() {
    let watch = state.withLock { state in
      state.isCancelled = true
      return state.watch
    }
    watch?.cancel()
  }
}
