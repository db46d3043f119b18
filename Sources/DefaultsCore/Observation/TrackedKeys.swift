import Observation
import Synchronization

/// The objects of a suite that Swift's Observation framework tracks, one for each key name.
///
/// Several keys with the same name share an object, because they share a value. An object that is
/// stored as an archive can be stored in several forms, which differ in their bytes. The code that
/// reads it as that type must not be told of a change between two forms of equal objects, while code
/// that reads the stored form must. So each such type has a tracked object of its own, with a function
/// that compares what two stored forms are decoded as.
final class TrackedKeys: Sendable {
  /// A type whose equal values can have several stored forms.
  struct Form: Sendable {
    /// The type.
    var type: ObjectIdentifier
    /// Whether a coding of the key decodes the type.
    var isCoded: Bool
    /// Returns whether two stored forms are equal values.
    var isEqual: @Sendable (Defaults.StoredValue, Defaults.StoredValue) -> Bool
  }

  private struct Subject {
    var form: Form?
    let key: TrackedKey
  }

  private let subjects = Mutex<[Defaults.KeyName: [Subject]]>([:])

  /// Returns the object that is tracked for all keys of a name that read the same type.
  ///
  /// The form is nil when equal values of the type have one stored form.
  func subject(forKey key: Defaults.KeyName, readAs form: Form? = nil) -> TrackedKey {
    subjects.withLock { subjects in
      let known = subjects[key, default: []].first {
        $0.form?.type == form?.type && $0.form?.isCoded == form?.isCoded
      }
      if let known { return known.key }
      let subject = Subject(form: form, key: TrackedKey())
      subjects[key, default: []].append(subject)
      return subject.key
    }
  }

  /// Reports a change to the code that tracks the key, unless the effective value stayed the same.
  ///
  /// The registered default counts as the value where no layer has one.
  func report(_ change: Defaults.StoredChange) {
    guard let subjects = subjects.withLock({ $0[change.key] }) else { return }
    var (old, new) = (change.oldEffective, change.newEffective)
    if old == nil || new == nil {
      let registered = SuiteRegistry.shared.registered.value(forKey: change.key)
      (old, new) = (old ?? registered, new ?? registered)
    }
    guard old != new else { return }
    for subject in subjects {
      if let form = subject.form, let old, let new, form.isEqual(old, new) { continue }
      subject.key.reportChange()
    }
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
