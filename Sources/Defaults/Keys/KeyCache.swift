import Synchronization

/// Keeps what a key read last, and knows whether it still holds.
///
/// It is not generic, which makes the look-up three times as fast as it would be with a type
/// that is known only at run time.
final class KeyCache: Sendable {
  /// A value that was read; everything but the value is guarded by the cache's lock.
  class Entry {
    /// The generation of the suite in which the value was seen last.
    fileprivate var generation: UInt64
    /// The ticket of the stored value; 0 for the default.
    fileprivate let ticket: UInt64
    /// The generation of the registered defaults, for a key that may read one; otherwise 0.
    fileprivate let registered: UInt64

    /// Creates an entry for what was read.
    init(reading: SuiteCore.Reading, registered: UInt64) {
      generation = reading.generation
      ticket = reading.ticket
      self.registered = registered
    }
  }

  /// An entry with its value.
  final class TypedEntry<Value>: Entry {
    /// The value.
    let value: Value

    /// Creates an entry for a value that was made from what was read.
    init(_ value: Value, reading: SuiteCore.Reading, registered: UInt64) {
      self.value = value
      super.init(reading: reading, registered: registered)
    }
  }

  private struct State: @unchecked Sendable {  // Entries change under the lock alone.
    var entry: Entry?
  }

  private let core: SuiteCore
  private let followsRegistered: Bool
  private let state = Mutex(State())

  /// Creates a cache for a key of a suite, which may read registered defaults.
  init(core: SuiteCore, followsRegistered: Bool) {
    self.core = core
    self.followsRegistered = followsRegistered
  }

  /// The generation of the registered defaults; 0 for a key that reads none.
  var registeredGeneration: UInt64 {
    guard followsRegistered else { return 0 }
    return SuiteRegistry.shared.registered.generation.load(ordering: .acquiring)
  }

  /// Gives the entry if nothing in the suite has changed since.
  func entry() -> Entry? {
    let registered = registeredGeneration
    let generation = core.generation.load(ordering: .acquiring)
    return state.withLock { state -> State? in
      guard let entry = state.entry, entry.generation == generation,
        entry.registered == registered
      else { return nil }
      return state
    }?.entry
  }

  /// Gives the entry if the key's value is still the same, and marks it as seen.
  func entry(for reading: SuiteCore.Reading, registered: UInt64) -> Entry? {
    state.withLock { state -> State? in
      guard let entry = state.entry, entry.ticket == reading.ticket,
        entry.registered == registered
      else { return nil }
      entry.generation = max(entry.generation, reading.generation)
      return state
    }?.entry
  }

  /// Keeps an entry in place of another.
  func keep(_ entry: Entry) {
    let new = State(entry: entry)
    // The old value is released after the lock is left: that may run code of its owner.
    let old = state.withLock { state in
      defer { state = new }
      return state
    }
    withExtendedLifetime(old) {}
  }
}
