import Observation
import Synchronization

/// What Swift's Observation tracks in the place of a suite's keys.
///
/// All keys of one name share a subject, because they share a value.
final class TrackedKeys: Sendable {
  private let subjects = Mutex<[Defaults.KeyName: TrackedKey]>([:])

  /// Gives what stands for a key.
  func subject(forKey key: Defaults.KeyName) -> TrackedKey {
    subjects.withLock { subjects in
      if let subject = subjects[key] { return subject }
      let subject = TrackedKey()
      subjects[key] = subject
      return subject
    }
  }

  /// Tells those who have read a key, unless its value is as it was, a registered default included.
  func tell(of change: SuiteCore.Change) {
    guard let subject = subjects.withLock({ $0[change.key] }) else { return }
    let (old, new) = (change.oldEffective, change.newEffective)
    if old == nil || new == nil {
      let registered = SuiteRegistry.shared.registered.value(forKey: change.key)
      guard (old ?? registered) != (new ?? registered) else { return }
    }
    if old != new { subject.tell() }
  }
}

/// Stands for the value of a key: reading the key in `withObservationTracking` tracks it.
final class TrackedKey: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  /// What is tracked.
  private var value: Void { () }

  /// Notes that the value is read.
  func access() {
    registrar.access(self, keyPath: \.value)
  }

  /// Tells that the value has changed.
  func tell() {
    registrar.willSet(self, keyPath: \.value)
    registrar.didSet(self, keyPath: \.value)
  }
}
