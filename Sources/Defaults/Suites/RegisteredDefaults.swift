import Foundation
import Synchronization

/// The lowest layer: values that are used when nothing is stored, shared by all suites.
final class RegisteredDefaults: Sendable {
  /// The sequence number of the last registration, so that a cached value can be recognised as old.
  let sequence = Atomic<UInt64>(0)

  private let values = Mutex<[Defaults.KeyName: Defaults.StoredValue]>([:])

  /// Foundation's table has no lock of its own, and keys are created on any thread.
  private let foundationTable = Mutex<Void>(())

  /// Gives a registered value.
  func value(forKey key: Defaults.KeyName) -> Defaults.StoredValue? {
    values.withLock { $0[key] }
  }

  /// Gives all registered values.
  func all() -> [Defaults.KeyName: Defaults.StoredValue] {
    values.withLock { $0 }
  }

  /// Registers values, here and with Foundation; what was registered before is replaced.
  func register(_ new: [Defaults.KeyName: Defaults.StoredValue]) {
    values.withLock { values in
      values.merge(new) { $1 }
      sequence.add(1, ordering: .releasing)
    }
    let objects = new.filter { !$0.value.contains([.uid, .null, .opaque]) }.propertyList
    guard !objects.isEmpty else { return }
    foundationTable.withLock { _ in
      UserDefaults.standard.register(defaults: objects)
    }
  }
}
