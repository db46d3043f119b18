import Defaults
import Synchronization

/// The value of a key as it was made of what is stored, with what tells whether it still holds.
final class KeptValue<T: DefaultsSerializable>: Sendable where T.T == T {
  private struct State: @unchecked Sendable {  // As safe to share as the key's default.
    var value: T?
    var stamp: DefaultsSuite.ReadingStamp?
  }

  private let key: DefaultsKey<T>
  private let suite: DefaultsSuite
  private let state = Mutex(State())
  private let observation = Mutex<(any Defaults.Observation)?>(nil)

  /// Creates it without a value yet.
  init(_ key: DefaultsKey<T>, in suite: DefaultsSuite) {
    self.key = key
    self.suite = suite
  }

  /// What the key has, read from the suite.
  var storedValue: T { suite[key: key] }

  /// What the key has, made anew only when that has changed.
  var value: T {
    guard let stamp = suite.readingStamp(forKey: key._key) else { return storedValue }
    let kept = state.withLock { $0 }
    if kept.stamp == stamp, let value = kept.value {
      suite.noteAccess(forKey: key._key)
      return value
    }
    // The stamp is older than the value or of the same age, so that no change goes unseen.
    let new = State(value: storedValue, stamp: stamp)
    let old = state.withLock { state in
      defer { state = new }
      return state
    }
    // The old value is released after the lock is left: that may run code of its owner.
    return withExtendedLifetime(old) { new.value ?? key.fallback }
  }

  /// Stores a value.
  func store(_ value: T) {
    suite[key: key] = value
  }

  /// Makes the value anew with every change from now on.
  func observe() {
    let observation = suite.observe(key: key._key, wantsPrior: false) { [weak self] _, _ in
      _ = self?.value
    }
    self.observation.withLock { $0 = observation }
    _ = value
  }
}
