import Synchronization

/// The flag of an observation that decides whether its closures are called.
final class Liveness: Sendable {
  private enum Phase: UInt8, AtomicRepresentable {
    /// The closures are called until the observation is released.
    case free
    /// The closures are called as long as another object exists.
    case tied
    /// The closures are not called any more.
    case ended
  }

  private struct WeakObject: @unchecked Sendable {  // The object is compared with nil, never used.
    weak var object: AnyObject?
  }

  /// Read by every delivery; changed under the lock of `owner`.
  private let phase = Atomic(Phase.free)
  private let owner = Mutex(WeakObject(object: nil))

  /// Whether the closures are called; false after `end()`, and after the tied object was released.
  var isLive: Bool {
    switch phase.load(ordering: .acquiring) {
    case .free: true
    case .tied: owner.withLock { $0.object != nil }
    case .ended: false
    }
  }

  /// Ends the calls; `tie` and `untie` have no effect afterwards.
  func end() {
    owner.withLock { _ in phase.store(.ended, ordering: .releasing) }
  }

  /// Ends the calls when an object is released; replaces an earlier object.
  func tie(to object: AnyObject) {
    let new = WeakObject(object: object)
    owner.withLock { owner in
      guard phase.load(ordering: .relaxed) != .ended else { return }
      owner = new
      phase.store(.tied, ordering: .releasing)
    }
  }

  /// Removes the object; if that has been released already, the calls stay ended.
  func untie() {
    owner.withLock { owner in
      guard phase.load(ordering: .relaxed) == .tied else { return }
      phase.store(owner.object == nil ? .ended : .free, ordering: .releasing)
    }
  }
}
