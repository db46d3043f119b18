import Observation
import Synchronization

/// The objects of a suite that Swift's Observation framework tracks, one for each key name.
///
/// Several keys with the same name share an object, because they share a value.
final class TrackedKeys: Sendable {
  private let subjects = Mutex<[Defaults.KeyName: TrackedKey]>([:])

  /// Returns the object that is tracked for all keys of a name.
  func subject(forKey key: Defaults.KeyName) -> TrackedKey {
    subjects.withLock { subjects in
      if let known = subjects[key] { return known }
      let subject = TrackedKey()
      subjects[key] = subject
      return subject
    }
  }

  /// Reports a change to the code that tracks the key, unless the effective value stayed the same.
  ///
  /// The registered default counts as the value where no layer has one.
  func report(_ change: Defaults.StoredChange) {
    guard let subject = subjects.withLock({ $0[change.key] }) else { return }
    var (old, new) = (change.oldEffective, change.newEffective)
    if old == nil || new == nil {
      let registered = SuiteRegistry.shared.registered.value(forKey: change.key)
      (old, new) = (old ?? registered, new ?? registered)
    }
    if old != new { subject.reportChange() }
  }
}

/// The tracked object of a key; reading the key calls `access()`.
final class TrackedKey: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  /// The tracked property; only its key path is used.
  private var value: Void { () }

  /// Records a read of the value.
  func access() {
    registrar.access(self, keyPath: \.value)
  }

  /// Reports that the value has changed.
  func reportChange() {
    registrar.willSet(self, keyPath: \.value)
    registrar.didSet(self, keyPath: \.value)
  }
}
