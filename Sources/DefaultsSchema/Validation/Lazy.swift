import Synchronization

/// A value that is made when it is needed for the first time.
final class Lazy<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// Returns the value, which the closure makes in the first call.
  func value(_ make: () -> Value) -> Value {
    value.withLock { value in
      let made = value ?? make()
      value = made
      return made
    }
  }
}
