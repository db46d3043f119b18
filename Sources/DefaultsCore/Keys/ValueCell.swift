import Synchronization

/// Memory for one value and its stamp, the sequence numbers for which it is valid.
///
/// Every read of an unchanged key, and every call of an observer, copies the value from here, so
/// the copy must be cheap. Invariant: value and stamp change together under the lock, so a reader
/// never gets a value with the stamp of another. The value is copied inside the lock, because a
/// writer may deinitialize it right after. It is stored in allocated memory: an object around it
/// would have to be retained by each read, and for an optional of a generic type the runtime would
/// look up metadata; each costs as much as the lock. For the same reason a missing value is thrown
/// and not returned as nil. A replaced value is released after the lock is left: its `deinit` may
/// read the same key, which would be a deadlock.
final class ValueCell<Value>: Sendable {
  private let state = Mutex(CellState())
  private nonisolated(unsafe) let memory: UnsafeMutablePointer<Value>  // Guarded by `state`.

  /// Creates a cell without a value.
  init() {
    memory = .allocate(capacity: 1)
  }

  deinit {
    if state.withLock(\.isFilled) { memory.deinitialize(count: 1) }
    memory.deallocate()
  }

  /// Returns the value if its stamp fulfils a condition; throws when it does not, or when there is
  /// no value.
  ///
  /// This and ``send(forSequence:to:make:isKept:)`` are not inlined: inside, the class reads the
  /// metadata of `Value` from its own; inlined, each caller would have the runtime look it up.
  @inline(never)
  func value(if isCurrent: (inout CacheStamp) -> Bool) throws(StaleValue) -> Value {
    try state.withLock { state throws(StaleValue) in
      guard state.isFilled, isCurrent(&state.stamp) else { throw StaleValue() }
      return memory.pointee
    }
  }

  /// Calls a handler with the value that was made for a sequence number; no lock is held meanwhile.
  ///
  /// `make` is called when the cell has another value. It makes the value and passes it to the
  /// given closure, or returns without a call if the handler must not be called. `isKept` decides
  /// whether the cell keeps a value that was made.
  @inline(never)
  func send(
    forSequence sequence: UInt64,
    to handler: @escaping (Value) -> Void,
    make: ((Value) -> Void) -> Void,
    isKept: @escaping (Value) -> Bool
  ) {
    do throws(StaleValue) {
      handler(try value { $0.value == sequence })
    } catch {
      make { value in
        if isKept(value) { store(value, CacheStamp(value: sequence)) }
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
    withExtendedLifetime(old) {}
  }
}

/// The error of a cell that has no valid value; the caller decodes the value again.
struct StaleValue: Error {}

/// The sequence numbers for which a cached value is valid.
///
/// This and ``CellState`` are not nested in the cell: they would be generic types, whose metadata
/// the runtime looks up at every use.
struct CacheStamp {
  /// The sequence number of the stored value; 0 for a default.
  var value: UInt64 = 0
  /// The highest sequence number of the suite for which the value is known to be valid.
  var suite: UInt64 = 0
  /// The sequence number of the registered defaults, for a value that may be one; otherwise 0.
  var registered: UInt64 = 0
}

private struct CellState {
  var isFilled = false
  var stamp = CacheStamp()
}
