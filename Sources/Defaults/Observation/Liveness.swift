import Synchronization

/// Whether the closures of an observation are still to be called.
final class Liveness: Sendable {
  private enum Phase: UInt8, AtomicRepresentable {
    /// As long as the observation is kept.
    case free
    /// As long as another object lives.
    case tied
    /// Not any more.
    case ended
  }

  private struct WeakObject: @unchecked Sendable {  // The object is compared with nil, never used.
    weak var object: AnyObject?
  }

  /// Read by every delivery; changed under the lock of `owner`.
  private let phase = Atomic(Phase.free)
  private let owner = Mutex(WeakObject(object: nil))

  /// False after the end, and after the end of the object it was tied to.
  var isLive: Bool {
    switch phase.load(ordering: .acquiring) {
    case .free: true
    case .tied: owner.withLock { $0.object != nil }
    case .ended: false
    }
  }

  /// Ends it for good.
  func end() {
    owner.withLock { _ in phase.store(.ended, ordering: .releasing) }
  }

  /// Makes it end with an object.
  func tie(to object: AnyObject) {
    let new = WeakObject(object: object)
    owner.withLock { owner in
      guard phase.load(ordering: .relaxed) != .ended else { return }
      owner = new
      phase.store(.tied, ordering: .releasing)
    }
  }

  /// Makes it independent of any object; if its object has ended already, it has ended too.
  func untie() {
    owner.withLock { owner in
      guard phase.load(ordering: .relaxed) == .tied else { return }
      phase.store(owner.object == nil ? .ended : .free, ordering: .releasing)
    }
  }
}
