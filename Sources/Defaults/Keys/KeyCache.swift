import Synchronization

/// Keeps what a key read last, and knows whether it still holds.
///
/// The value lies in memory of its own and is copied from there under the lock. An object around
/// it would have to be retained by every read, and an optional of a type that is known only at
/// run time has to be looked up by the runtime: each costs as much as the lock.
final class KeyCache<Value>: Sendable {
  private let core: SuiteCore
  private let followsRegistered: Bool
  private let state = Mutex(KeyCacheState())
  private nonisolated(unsafe) let place: UnsafeMutablePointer<Value>  // Used under the lock.

  /// Creates a cache for a key of a suite, which may read registered defaults.
  init(core: SuiteCore, followsRegistered: Bool) {
    self.core = core
    self.followsRegistered = followsRegistered
    place = .allocate(capacity: 1)
  }

  deinit {
    if state.withLock(\.isFilled) { place.deinitialize(count: 1) }
    place.deallocate()
  }

  /// The generation of the registered defaults; 0 for a key that reads none.
  var registeredGeneration: UInt64 {
    guard followsRegistered else { return 0 }
    return SuiteRegistry.shared.registered.generation.load(ordering: .acquiring)
  }

  /// Gives the value if nothing in the suite has changed since it was read.
  ///
  /// - Throws: ``StaleValue`` when something has, or there is none. To make an optional of a type
  ///   that is known only at run time would take as long as all the rest.
  func value() throws(StaleValue) -> Value {
    let registered = registeredGeneration
    let generation = core.generation.load(ordering: .acquiring)
    return try state.withLock { state throws(StaleValue) in
      guard state.isFilled, state.generation == generation, state.registered == registered else {
        throw StaleValue()
      }
      return place.pointee
    }
  }

  /// Gives the value if it is that of a reading, and marks it as seen.
  func value(for reading: SuiteCore.Reading, registered: UInt64) -> Value? {
    state.withLock { state in
      guard state.isFilled, state.ticket == reading.ticket, state.registered == registered else {
        return nil
      }
      state.generation = max(state.generation, reading.generation)
      return place.pointee
    }
  }

  /// Keeps a value that was made from a reading in place of another.
  func keep(_ value: Value, reading: SuiteCore.Reading, registered: UInt64) {
    let old = state.withLock { state in
      let old = state.isFilled ? place.move() : nil
      place.initialize(to: value)
      state = KeyCacheState(
        isFilled: true,
        generation: reading.generation,
        ticket: reading.ticket,
        registered: registered,
      )
      return old
    }
    // The old value is released after the lock is left: that may run code of its owner.
    withExtendedLifetime(old) {}
  }
}

/// Says that a cached value has to be read anew.
struct StaleValue: Error {}

/// What a key's cached value was made from.
private struct KeyCacheState {
  /// Whether there is a value.
  var isFilled = false
  /// The generation of the suite in which the value was seen last.
  var generation: UInt64 = 0
  /// The ticket of the stored value; 0 for the default.
  var ticket: UInt64 = 0
  /// The generation of the registered defaults, for a key that may read one; otherwise 0.
  var registered: UInt64 = 0
}
