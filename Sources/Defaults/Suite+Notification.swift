public import DefaultsCore
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
