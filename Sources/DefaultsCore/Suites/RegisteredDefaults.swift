import Synchronization

/// The registered defaults, which are the lowest layer of all suites in this process.
package final class RegisteredDefaults: Sendable {
  /// The number of registrations; a cached value with another number is outdated.
  let sequence = Atomic<UInt64>(0)

  private let values = Mutex<[Defaults.KeyName: Defaults.StoredValue]>([:])

  /// Returns the registered value of a key.
  func value(forKey key: Defaults.KeyName) -> Defaults.StoredValue? {
    values.withLock { $0[key] }
  }

  /// Returns all registered values.
  package func all() -> [Defaults.KeyName: Defaults.StoredValue] {
    values.withLock { $0 }
  }

  /// Replaces all registered values; Foundation keeps its own.
  func replaceAll(by new: [Defaults.KeyName: Defaults.StoredValue]) {
    values.withLock { values in
      values = new
      sequence.add(1, ordering: .releasing)
    }
  }

  /// Registers values here and with Foundation; replaces earlier values of the same keys.
  func register(_ new: [Defaults.KeyName: Defaults.StoredValue]) {
    values.withLock { values in
      values.merge(new) { $1 }
      sequence.add(1, ordering: .releasing)
    }
    var merged: [[Defaults.KeyName]] = []
    let objects = new.filter { !$0.value.contains([.uid, .null, .opaque]) }.propertyList(&merged)
    if !objects.isEmpty { LinkedFoundation.shared.register(objects) }
  }
}
