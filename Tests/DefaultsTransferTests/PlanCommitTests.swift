import Defaults
import DefaultsTransfer
import Synchronization
import Testing

/// Another program that writes between the plan and its commit.
struct PlanCommitTests {
  /// A store that another program changes before the first commits.
  private final class ContestedStore: Defaults.Store {
    let location = "contested"
    private let memory: Defaults.InMemoryStore
    private let changes: Mutex<[[Defaults.KeyName: Defaults.StoredValue?]]>

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - values: the values at first.
    ///   - changes: what the other program writes before the first commit, the second, and so on.
    init(
      _ values: [Defaults.KeyName: Defaults.StoredValue],
      _ changes: [[Defaults.KeyName: Defaults.StoredValue?]]
    ) {
      memory = Defaults.InMemoryStore(values)
      self.changes = Mutex(changes)
    }

    var values: [Defaults.KeyName: Defaults.StoredValue] {
      get throws { try memory.load(unlike: nil)?.values ?? [:] }
    }

    func load(
      unlike known: Defaults.StoreVersion?
    ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
      try memory.load(unlike: known)
    }

    func commit(
      _ edits: [Defaults.KeyName: Defaults.StoredValue?],
      expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
    ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
      if let change = changes.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
        try memory.commit(change)
      }
      return try memory.commit(edits, expecting: expected)
    }

    func watch(
      _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
    ) -> (any Defaults.StoreWatch)? {
      memory.watch(report)
    }
  }

  private static func suite(_ store: ContestedStore) -> Defaults.Suite {
    Defaults.Suite(name: "contested", store: store, layerDirectories: nil)
  }

  /// Adds 1 to all values, so that a lost change is seen.
  private static func increments(_ suite: Defaults.Suite) -> Plan {
    let wanted = suite.storedValues().mapValues { value -> Defaults.StoredValue? in
      if case .integer(let number) = value { .integer(number + 1) } else { value }
    }
    return Plan(wanted, for: suite, schema: nil)
  }

  @Test func `a plan that was shown is not stored if any of its keys has changed`() throws {
    let store = ContestedStore(
      ["a": .integer(1), "b": .integer(2), "c": .integer(3), "d": .string("same")],
      [["a": .integer(10), "c": nil, "d": .string("other"), "new": .bool(true)]]
    )
    let suite = Self.suite(store)
    let plan = Self.increments(suite)
    #expect(throws: PlanError.outdated(["a", "c"])) { try plan.commit(to: suite) }
    #expect(
      try store.values == [
        "a": .integer(10), "b": .integer(2), "d": .string("other"), "new": .bool(true),
      ]
    )
    // What was refused is not stored later either.
    try suite.flush()
    #expect(try store.values["b"] == .integer(2))
  }

  @Test(arguments: [1, 2, 3])
  func `a plan that nobody has seen is made again once`(changeCount: Int) throws {
    let changes = (1...changeCount).map { number -> [Defaults.KeyName: Defaults.StoredValue?] in
      ["a": .some(.integer(Int128(number * 10)))]
    }
    let store = ContestedStore(["a": .integer(1), "b": .integer(2)], changes)
    let suite = Self.suite(store)
    let plan = Self.increments(suite)
    if changeCount == 1 {
      let stored = try plan.committed(to: suite) { Self.increments(suite) }
      #expect(stored.rows.map(\.now) == [.integer(10), .integer(2)])
      #expect(try store.values == ["a": .integer(11), "b": .integer(3)])
    } else {
      #expect(throws: PlanError.outdated(["a"])) {
        try plan.committed(to: suite) { Self.increments(suite) }
      }
      #expect(try store.values == ["a": .integer(20), "b": .integer(2)])
    }
  }

  @Test func `a change of another key is no conflict, and one that is wanted changes nothing more`()
    throws
  {
    let store = ContestedStore(["a": .integer(1)], [["other": .integer(5)]])
    let suite = Self.suite(store)
    try Self.increments(suite).commit(to: suite)
    #expect(try store.values == ["a": .integer(2), "other": .integer(5)])
    let wanted = ContestedStore(["a": .integer(1)], [["a": .integer(2)]])
    let other = Self.suite(wanted)
    let plan = Plan(["a": .integer(2)], for: other, schema: nil)
    _ = try plan.committed(to: other) { Plan(["a": .integer(2)], for: other, schema: nil) }
    #expect(try wanted.values == ["a": .integer(2)])
  }

  @Test func `a plan that is refused when it is made again stores nothing`() throws {
    let store = ContestedStore(["a": .integer(1), "b": .integer(1)], [["a": .integer(7)]])
    let suite = Self.suite(store)
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try Self.increments(suite).committed(to: suite) { throw Refused() }
    }
    #expect(try store.values == ["a": .integer(7), "b": .integer(1)])
  }
}
