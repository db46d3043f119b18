import Synchronization

/// Memory for one value, with the sequence numbers of what it was made from.
///
/// Reads of unchanged keys and deliveries to thousands of observers copy the value from here under
/// the lock. An object around the value would have to be retained by every read, and an optional of
/// a type that is known only at run time has to be looked up by the runtime: each costs as much as
/// the lock. So the value lies in memory of its own, and a missing value is thrown.
final class ValueCell<Value>: Sendable {
  private let state = Mutex(CellState())
  private nonisolated(unsafe) let memory: UnsafeMutablePointer<Value>  // Used under the lock.

  /// Creates a cell without a value.
  init() {
    memory = .allocate(capacity: 1)
  }

  deinit {
    if state.withLock(\.isFilled) { memory.deinitialize(count: 1) }
    memory.deallocate()
  }

  /// Returns the value if its stamp fulfils a condition.
  ///
  /// This and ``send(forSequence:to:make:)`` are not inlined: the class knows its own type, while
  /// callers would have the runtime look it up.
  ///
  /// - Throws: ``StaleValue`` when it does not, or when there is no value.
  @inline(never)
  func value(if isCurrent: (inout CacheStamp) -> Bool) throws(StaleValue) -> Value {
    try state.withLock { state throws(StaleValue) in
      guard state.isFilled, isCurrent(&state.stamp) else { throw StaleValue() }
      return memory.pointee
    }
  }

  /// Calls a handler with the value that was made for a sequence number; no lock is held meanwhile.
  ///
  /// - Parameters:
  ///   - sequence: the sequence number.
  ///   - handler: takes the value.
  ///   - make: makes the value when the cell has another one, and gives it to a closure; or does not
  ///     where there is nothing to be handled.
  @inline(never)
  func send(
    forSequence sequence: UInt64,
    to handler: @escaping (Value) -> Void,
    make: ((Value) -> Void) -> Void
  ) {
    do throws(StaleValue) {
      handler(try value { $0.value == sequence })
    } catch {
      make { value in
        store(value, CacheStamp(value: sequence))
        handler(value)
      }
    }
  }

  /// Replaces the value.
  func store(_ value: Value, _ stamp: CacheStamp) {
    let old = state.withLock { state in
      let old = state.isFilled ? memory.move() : nil
      memory.initialize(to: value)
      state = CellState(isFilled: true, stamp: stamp)
      return old
    }
    // The old value is released after the lock is left: that may run code of its owner.
    withExtendedLifetime(old) {}
  }
}

/// Thrown when a value has to be made anew.
struct StaleValue: Error {}

/// What a cached value was made from.
///
/// This and ``CellState`` are not declared inside of the cell: there they would be generic types,
/// which the runtime looks up at every use.
struct CacheStamp {
  /// The sequence number of the stored value; 0 for a default.
  var value: UInt64 = 0
  /// The sequence number of the suite's last change for which the value was still right.
  var suite: UInt64 = 0
  /// The sequence number of the registered defaults, for a value that may be one; otherwise 0.
  var registered: UInt64 = 0
}

private struct CellState {
  var isFilled = false
  var stamp = CacheStamp()
}
