package import Synchronization

/// The notification about changes of a suite.
package enum ChangeNotification {
  /// Whether the name of the notification has been read, so that it may have observers.
  package static let isWanted = Atomic<Bool>(false)

  /// Posts the notification for a suite, if it may have observers.
  static func post(for core: SuiteCore) {
    guard isWanted.load(ordering: .relaxed) else { return }
    LinkedFoundation.shared.postChange(of: core.handle)
  }
}

extension SuiteCore {
  /// The handle that was created first of those that still exist; a new one if there is none.
  var handle: Defaults.Suite {
    firstHandle.withLock { $0.suite } ?? Defaults.Suite(core: self)
  }

  /// Records a new handle.
  func register(_ handle: Defaults.Suite) {
    firstHandle.withLock { first in
      if first.suite == nil { first.suite = handle }
    }
  }

  /// A handle that is not retained.
  struct WeakHandle: Sendable {
    /// The handle; nil when it was released.
    weak var suite: Defaults.Suite?
  }
}
