import DefaultsCore

/// The requests that have no outcome yet.
struct PendingRequests: Sendable {
  /// The effects that the present action has requested so far; ``update(_:_:)`` returns them.
  var effects: [Effect] = []
  /// The writes by key.
  var writes: [SuiteKey: PendingWrite] = [:]
  /// The number of undos, redos and plans to apply that have no outcome yet.
  var undosAndPlans: Int = 0
  /// The number of other requests whose outcome must be shown before the session ends: changes of locks,
  /// exports, copies, and saves of data.
  var others: Int = 0
  /// Whether this session has locked or unlocked a key last; the change is reported later, in parts.
  var locks: [SuiteKey: Bool] = [:]
}

/// The pending writes of one key.
struct PendingWrite: Hashable, Sendable {
  /// The number of writes without an outcome.
  var count: Int
  /// The last request.
  var last: WriteRequest

  /// The value of the last request; nil to remove the stored one.
  var value: Defaults.StoredValue? { last.value }
}
