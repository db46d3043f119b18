import Synchronization

extension Defaults {
  /// A store that keeps values in memory, for tests and for suites that need not be saved.
  ///
  /// ```swift
  /// let store = Defaults.InMemoryStore(["quality": .real(0.8)])
  /// try store.load(unlike: nil)?.values  // ["quality": .real(0.8)]
  /// ```
  public final class InMemoryStore: Store {
    /// The name of the store in errors.
    public let location: String

    private struct State {
      var values: [KeyName: StoredValue]
      var generation: UInt64 = 0
      var listeners: [ObjectIdentifier: Listener] = [:]
    }

    private let state: Mutex<State>
    private let queue = SerialQueue("defaults.memory")

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - values: the initial values.
    ///   - location: the name of the store in errors.
    public init(_ values: [KeyName: StoredValue] = [:], location: String = "memory") {
      self.location = location
      state = Mutex(State(values: values))
    }

    /// Returns the values; nil when they still have a known version.
    public func load(unlike known: StoreVersion?) throws(StoreError) -> StoreSnapshot? {
      state.withLock { state in
        let snapshot = Self.snapshot(state)
        return snapshot.version == known ? nil : snapshot
      }
    }

    /// Applies edits, all of them or none, if the keys have the expected values.
    @discardableResult
    public func commit(
      _ edits: [KeyName: StoredValue?],
      expecting expected: [KeyName: StoredValue?]
    ) throws(StoreError) -> StoreCommit {
      try StoreError.check(storing: edits, for: location)
      let (commit, listeners) = try state.withLock { state throws(StoreError) in
        try StoreError.check(expected, for: location) { state.values[$0] }
        let replaced = edits.compactMapKeys { state.values[$0] }
        let previous = Self.version(state)
        var isChanged = false
        for (key, edit) in edits where state.values[key] != edit {
          state.values[key] = edit
          isChanged = true
        }
        if isChanged { state.generation += 1 }
        var commit = StoreCommit(snapshot: Self.snapshot(state), replaced: replaced)
        commit.previousVersion = previous
        return (commit, isChanged ? Array(state.listeners.values) : [])
      }
      for listener in listeners { queue.async { listener.call() } }
      return commit
    }

    /// Every kind of value.
    public var capabilities: StoreCapabilities {
      StoreCapabilities(kinds: Set(StoredValue.Kind.allCases))
    }

    /// Calls a closure for every commit that changes a value.
    public func watch(
      _ report: @escaping @Sendable (StoreEvent) -> Void
    ) -> (any StoreWatch)? {
      let listener = Listener { report(.changed) }
      state.withLock { $0.listeners[ObjectIdentifier(listener)] = listener }
      return ClosureWatch { [weak self] in
        listener.cancel()
        self?.state.withLock { $0.listeners[ObjectIdentifier(listener)] = nil }
      }
    }

    private static func snapshot(_ state: State) -> StoreSnapshot {
      StoreSnapshot(values: state.values, version: version(state))
    }

    private static func version(_ state: State) -> StoreVersion {
      StoreVersion(words: [state.generation])
    }
  }
}
