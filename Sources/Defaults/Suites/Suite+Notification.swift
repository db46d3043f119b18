public import Foundation
import Synchronization

extension Defaults.Suite {
  /// The notification that is posted after values of a suite were changed by this process.
  ///
  /// It is Foundation's notification of that name. Its object is the suite: the handle that was
  /// created first of those that still exist. It is posted on the thread that made the change, once
  /// for each write, also for one of several keys; not for writes that changed nothing, nor inside
  /// `Defaults.withoutPropagation`, nor for changes by other processes.
  ///
  /// Posting begins when this property is first read, so that a process without observers does not
  /// pay for it. To learn which key changed, and of changes by other processes, use
  /// ``observeStoredValues(_:)``.
  public static var didChangeNotification: Notification.Name {
    ChangeNotification.isWanted.store(true, ordering: .relaxed)
    return UserDefaults.didChangeNotification
  }
}

/// The notification of Foundation about changes of a suite.
enum ChangeNotification {
  /// Whether the name of the notification has been read, so that it may have observers.
  static let isWanted = Atomic<Bool>(false)

  /// Posts the notification for a suite, if it may have observers.
  static func post(for core: SuiteCore) {
    guard isWanted.load(ordering: .relaxed) else { return }
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: core.handle)
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
