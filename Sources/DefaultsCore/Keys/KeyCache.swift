import Synchronization

/// The value that a key decoded last, with the sequence numbers for which it is valid.
///
/// A read of an unchanged key must neither decode the value nor take the suite's lock. Invariant:
/// the cached value is what decoding the key's state would return for each sequence number up to
/// `stamp.suite` since the value was stored, as long as the registered defaults have the number
/// `stamp.registered`. A read therefore has three steps, the cheapest first:
///
/// 1. ``value()`` compares the suite's atomic sequence number. If it equals `stamp.suite`, no key
///    of the suite has changed. Writers set that number under the suite's lock together with the
///    value, so a read that follows a finished write never finds the old number.
/// 2. Otherwise ``value(for:registered:)`` compares the sequence number of the key's own value. If
///    it is the same, only other keys have changed: the value is valid for the new number of the
///    suite too, which is recorded, so that the next read ends at step 1.
/// 3. Otherwise the caller decodes the value and calls ``store(_:for:registered:)``.
///
/// The key's value and both numbers must come from one ``SuiteCore/KeyState``, which is read under
/// the suite's lock; numbers read later would make an outdated value valid. Registered defaults are
/// not part of the suite and have a number of their own, which the caller reads before the state: a
/// default that is registered in between then only causes another decoding. A slow thread may store
/// an older value over a newer one; its stamp is older too, so the next read decodes again.
struct KeyCache<Value>: Sendable {
  private let core: SuiteCore
  private let followsRegistered: Bool
  private let cell = ValueCell<Value>()

  /// Creates the cache of a key, which may read a registered default when nothing is stored.
  init(core: SuiteCore, followsRegistered: Bool) {
    self.core = core
    self.followsRegistered = followsRegistered
  }

  /// The sequence number of the registered defaults; 0 for a key that reads none.
  var registeredSequence: UInt64 {
    guard followsRegistered else { return 0 }
    return SuiteRegistry.shared.registered.sequence.load(ordering: .acquiring)
  }

  /// Returns the value; throws if a key of the suite has changed since then, or the cache is empty.
  @inline(__always)
  func value() throws(StaleValue) -> Value {
    let registered = registeredSequence
    let suite = core.sequence.load(ordering: .acquiring)
    return try cell.value { $0.suite == suite && $0.registered == registered }
  }

  /// Returns the value if it was made from a key's state, and records the state's suite number.
  ///
  /// It throws when the value was made from another state, or the cache is empty.
  func value(for keyState: SuiteCore.KeyState, registered: UInt64) throws(StaleValue) -> Value {
    try cell.value { stamp in
      guard stamp.value == keyState.sequence, stamp.registered == registered else { return false }
      // Another thread may have recorded a higher number since the state was read.
      stamp.suite = max(stamp.suite, keyState.suiteSequence)
      return true
    }
  }

  /// Returns the value if it was made from the stored value with a sequence number.
  ///
  /// It throws when the value was made from another one, or the cache is empty.
  func value(forSequence sequence: UInt64) throws(StaleValue) -> Value {
    // 0 is the number of every default, so it does not identify one.
    try cell.value { sequence != 0 && $0.value == sequence }
  }

  /// Replaces the cached value by one that was made from a key's state.
  func store(_ value: Value, for keyState: SuiteCore.KeyState, registered: UInt64) {
    cell.store(
      value,
      CacheStamp(
        value: keyState.sequence,
        suite: keyState.suiteSequence,
        registered: registered,
      )
    )
  }
}
