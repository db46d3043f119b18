import Defaults
import Synchronization

/// A cache of the value of a key, with a stamp of the state that it was read from.
///
/// Decoding a value may be slow, so it is done only when the suite's stamp for the key differs from
/// the cached one. The stamp is taken before the value is read: when a change comes between the
/// two, the stamp is older than the value, and the next read decodes once too often. In the
/// opposite order the stamp could be newer than the value, and the old value would be returned
/// until the next change. A key in an override scope has no stamp and is not cached.
final class KeptValue<T: DefaultsSerializable>: Sendable where T.T == T {
  private struct State: @unchecked Sendable {  // As safe to share as the key's default.
    var value: T?
    var stamp: DefaultsSuite.ValueStamp?
  }

  private let key: DefaultsKey<T>
  private let suite: DefaultsSuite
  private let state = Mutex(State())
  private let observation = Mutex<(any Defaults.Observation)?>(nil)

  /// Creates an empty cache.
  init(_ key: DefaultsKey<T>, in suite: DefaultsSuite) {
    self.key = key
    self.suite = suite
  }

  /// The value of the key, read from the suite.
  var storedValue: T { suite[key: key] }

  /// The value of the key, decoded only if it has changed since the last time.
  var value: T {
    guard let stamp = suite.valueStamp(forKey: key._key) else { return storedValue }
    let kept = state.withLock { $0 }
    if kept.stamp == stamp, let value = kept.value {
      suite.noteAccess(forKey: key._key)
      return value
    }
    let new = State(value: storedValue, stamp: stamp)
    let old = state.withLock { state in
      defer { state = new }
      return state
    }
    // Release the old value after leaving the lock, because that may run any code of its owner.
    return withExtendedLifetime(old) { new.value ?? key.fallback }
  }

  /// Stores a value.
  func store(_ value: T) {
    suite[key: key] = value
  }

  /// Decodes the value at every change from now on, so that reads find it in the cache.
  func observe() {
    let observation = suite.observe(key: key._key, wantsPrior: false, initial: nil) {
      [weak self] _, _ in
      _ = self?.value
    }
    self.observation.withLock { $0 = observation }
    _ = value
  }
}
