import Observation
import Synchronization

/// The keys of a suite that Swift's Observation tracks.
///
/// All keys of one name share an object, because they share a value.
final class TrackedKeys: Sendable {
  private let subjects = Mutex<[Defaults.KeyName: TrackedKey]>([:])

  /// Returns the object that is tracked for a key.
  func subject(forKey key: Defaults.KeyName) -> TrackedKey {
    subjects.withLock { subjects in
      if let subject = subjects[key] { return subject }
      let subject = TrackedKey()
      subjects[key] = subject
      return subject
    }
  }

  /// Reports a change to those who have read the key, unless its value is as it was, a registered
  /// default included.
  func report(_ change: Defaults.StoredChange) {
    guard let subject = subjects.withLock({ $0[change.key] }) else { return }
    let (old, new) = (change.oldEffective, change.newEffective)
    if old == nil || new == nil {
      let registered = SuiteRegistry.shared.registered.value(forKey: change.key)
      guard (old ?? registered) != (new ?? registered) else { return }
    }
    if old != new { subject.reportChange() }
  }
}

/// The value of a key for Swift's Observation: reading the key accesses it.
final class TrackedKey: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  /// The property that is tracked; it has no content.
  private var value: Void { () }

  /// Records that the value is read.
  func access() {
    registrar.access(self, keyPath: \.value)
  }

  /// Reports that the value has changed.
  func reportChange() {
    registrar.willSet(self, keyPath: \.value)
    registrar.didSet(self, keyPath: \.value)
  }
}
