import Synchronization

/// The value that a key read last, and whether it is still right.
///
/// Two numbers decide. While the suite's sequence number is the one of the last read, nothing in the
/// suite has changed, and the value is returned without asking the suite. Otherwise the sequence
/// number of the key's own stored value is compared: if only other keys have changed, the value
/// is right for the suite's new sequence number too. A registered default is no part of the suite,
/// so a key that may read one compares the sequence number of the registered defaults as well.
struct KeyCache<Value>: Sendable {
  private let core: SuiteCore
  private let followsRegistered: Bool
  private let cell = ValueCell<Value>()

  /// Creates a cache for a key of a suite, which may read registered defaults.
  init(core: SuiteCore, followsRegistered: Bool) {
    self.core = core
    self.followsRegistered = followsRegistered
  }

  /// The sequence number of the registered defaults; 0 for a key that reads none.
  var registeredSequence: UInt64 {
    guard followsRegistered else { return 0 }
    return SuiteRegistry.shared.registered.sequence.load(ordering: .acquiring)
  }

  /// Returns the value if nothing in the suite has changed since it was read.
  ///
  /// - Throws: ``StaleValue`` when something has, or when there is no value.
  @inline(__always)
  func value() throws(StaleValue) -> Value {
    let registered = registeredSequence
    let suite = core.sequence.load(ordering: .acquiring)
    return try cell.value { $0.suite == suite && $0.registered == registered }
  }

  /// Returns the value if it is the one of a key's state, and extends it to that.
  ///
  /// - Throws: ``StaleValue`` when it is another one, or when there is no value.
  func value(for keyState: SuiteCore.KeyState, registered: UInt64) throws(StaleValue) -> Value {
    try cell.value { stamp in
      guard stamp.value == keyState.sequence, stamp.registered == registered else { return false }
      stamp.suite = max(stamp.suite, keyState.suiteSequence)
      return true
    }
  }

  /// Returns the value that was made from the stored value with a sequence number.
  ///
  /// - Throws: ``StaleValue`` when it is another one, or when there is no value.
  func value(forSequence sequence: UInt64) throws(StaleValue) -> Value {
    // 0 stands for a default, of which there may be several.
    try cell.value { sequence != 0 && $0.value == sequence }
  }

  /// Keeps a value that was made from a key's state in place of another.
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
