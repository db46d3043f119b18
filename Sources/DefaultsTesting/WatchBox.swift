import Defaults
import Synchronization

/// A holder of a watch, so that the watch's own closure can cancel it.
///
/// The closure may be called before `Store.watch` has returned the watch, so the box records the
/// cancellation and `store` applies it.
final class WatchBox: Sendable {
  private struct State {
    var watch: (any Defaults.StoreWatch)?
    var isCancelled = false
  }

  private let state = Mutex(State())

  /// Creates an empty box.
  init() {}

  /// Stores a watch, and cancels it at once if the box was cancelled before.
  func store(_ watch: (any Defaults.StoreWatch)?) {
    let isCancelled = state.withLock { state in
      state.watch = watch
      return state.isCancelled
    }
    if isCancelled { watch?.cancel() }
  }

  /// Cancels the watch.
  func cancel() {
    let watch = state.withLock { state in
      state.isCancelled = true
      return state.watch
    }
    watch?.cancel()
  }
}
