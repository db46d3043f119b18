import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Writes that are made on a condition, and the ordinary writes that replace them before the commit.
struct ConditionalWriteTests {
  private static let key = Defaults.KeyName("ConditionalWriteTests.a")

  /// A suite that notices changes of its store only when it commits.
  private static func suite(_ store: any Defaults.Store) -> Defaults.Suite {
    Defaults.Suite(core: SuiteCore(name: "conditional", store: store, worksInBackground: false))
  }

  private static func condition(
    _ values: [Defaults.KeyName: Defaults.StoredValue?]
  ) -> Defaults.WriteOptions {
    var options = Defaults.WriteOptions()
    options.expectedInStore = values
    return options
  }

  /// Expects that the flush of a conditional write tells that it was refused, and that no other flush does.
  private static func expectRefusal(
    of options: Defaults.WriteOptions,
    _ suite: Defaults.Suite
  ) throws {
    try suite.flush()
    #expect(throws: Defaults.StoreError(location: "memory", cause: .outdated(["a"]))) {
      try suite.flush(options)
    }
  }

  private static let ordinaryWrites: [(String, @Sendable (Defaults.Suite) throws -> Void)] = [
    ("subscript", { $0[Defaults.Key<Int>(key.string, default: 0, suite: $0)] = 9 }),
    ("set", { $0.set(9, forKey: key.string) }),
    ("checked", { try $0.write([key: .integer(9)]) }),
    ("transaction", { try $0.transaction { $0.setStoredValue(.integer(9), forKey: key.string) } }),
    (
      "modify",
      { try Defaults.modify(Defaults.Key<Int>(key.string, default: 0, suite: $0)) { $0 = 9 } }
    ),
    (
      "after the same value",
      { suite in
        suite.set(2, forKey: key.string)
        suite.set(9, forKey: key.string)
      }
    ),
  ]

  @Test(arguments: ordinaryWrites.indices)
  func `an ordinary write after a conditional one is stored whatever the store has`(
    index: Int
  ) throws {
    let store = Defaults.InMemoryStore([Self.key: .integer(1)])
    let suite = Self.suite(store)
    #expect(suite.integer(forKey: Self.key.string) == 1)
    try suite.write(
      [Self.key: .integer(2)],
      options: Self.condition([Self.key: .integer(1)])
    )
    try store.commit([Self.key: .integer(7)])
    try Self.ordinaryWrites[index].1(suite)
    try suite.flush()
    #expect(try store.load(unlike: nil)?.values == [Self.key: .integer(9)])
    #expect(suite.storedValues() == [Self.key: .integer(9)])
  }

  @Test func `an ordinary removal after a conditional write is stored`() throws {
    let store = Defaults.InMemoryStore([Self.key: .integer(1)])
    let suite = Self.suite(store)
    try suite.write([Self.key: .integer(2)], options: Self.condition([Self.key: .integer(1)]))
    try store.commit([Self.key: .integer(7)])
    suite.removeObject(forKey: Self.key.string)
    try suite.flush()
    #expect(try store.load(unlike: nil)?.values == [:])
  }

  @Test func `an ordinary write of the value that a conditional one wrote is stored`() throws {
    let store = Defaults.InMemoryStore([Self.key: .integer(1)])
    let suite = Self.suite(store)
    try suite.write([Self.key: .integer(2)], options: Self.condition([Self.key: .integer(1)]))
    try store.commit([Self.key: .integer(7)])
    suite.set(2, forKey: Self.key.string)
    try suite.flush()
    #expect(try store.load(unlike: nil)?.values == [Self.key: .integer(2)])
    #expect(suite.integer(forKey: Self.key.string) == 2)
  }

  @Test func `the other keys of the conditional write keep its whole condition`() throws {
    let store = Defaults.InMemoryStore(["a": .integer(1), "b": .integer(1)])
    let suite = Self.suite(store)
    let options = Self.condition(["a": .integer(1), "b": .integer(1)])
    try suite.write(["a": .integer(2), "b": .integer(2), "c": .integer(2)], options: options)
    try store.commit(["a": .integer(7)])
    suite.set(9, forKey: "a")
    try Self.expectRefusal(of: options, suite)
    #expect(try store.load(unlike: nil)?.values == ["a": .integer(9), "b": .integer(1)])
    #expect(suite.storedValues() == ["a": .integer(9), "b": .integer(1)])
    try suite.flush()
  }

  @Test func `a conditional write over a conditional one has the condition of both`() throws {
    let store = Defaults.InMemoryStore(["a": .integer(1)])
    let suite = Self.suite(store)
    let first = Self.condition(["a": .integer(1)])
    let second = Self.condition(["a": .integer(2)])
    try suite.write(["a": .integer(2)], options: first)
    try suite.write(["a": .integer(3)], options: second)
    try store.commit(["a": .integer(7)])
    try Self.expectRefusal(of: second, suite)
    try suite.flush(first)
    #expect(suite.storedValues() == ["a": .integer(7)])
  }

  @Test func `two conditional writes of one key are stored when nobody else wrote`() throws {
    let store = Defaults.InMemoryStore(["a": .integer(1)])
    let suite = Self.suite(store)
    try suite.write(["a": .integer(2)], options: Self.condition(["a": .integer(1)]))
    try suite.write(["a": .integer(3)], options: Self.condition(["a": .integer(2)]))
    try suite.flush()
    #expect(try store.load(unlike: nil)?.values == ["a": .integer(3)])
  }

  @Test(arguments: [true, false], [nil, 7])
  func `a write during the commit of a conditional one`(isConditional: Bool, other: Int?) throws {
    let memory = Defaults.InMemoryStore(["a": .integer(1)])
    let store = CommitHookStore(memory)
    let suite = Self.suite(store)
    try suite.write(["a": .integer(2)], options: Self.condition(["a": .integer(1)]))
    let options = isConditional ? Self.condition(["a": .integer(2)]) : .init()
    store.afterNextCommit {
      _ = try? suite.write(["a": .integer(3)], options: options)
      if let other { _ = try? memory.commit(["a": .integer(Int128(other))]) }
    }
    try suite.flush()
    #expect(suite.storedValues() == ["a": .integer(3)])
    let isRefused = isConditional && other != nil
    if isRefused { try Self.expectRefusal(of: options, suite) } else { try suite.flush(options) }
    #expect(try memory.load(unlike: nil)?.values == ["a": .integer(isRefused ? 7 : 3)])
  }

  @Test func `observers that are slow know in the end of a value that was taken back`() throws {
    let memory = Defaults.InMemoryStore(["a": .integer(1)])
    let suite = Defaults.Suite(name: "conditional", store: CommitHookStore(memory))
    #expect(suite.storedValues() == ["a": .integer(1)])
    _ = try memory.commit(["a": .integer(5)])
    let seen = Recorder<Defaults.StoredValue?>()
    let observation = suite.observeStoredValues { change in
      Thread.sleep(forTimeInterval: 0.05)
      seen.record(change.new)
    }
    let options = Self.condition(["a": .integer(1)])
    try suite.write(["a": .integer(2)], options: options)
    #expect(throws: Defaults.StoreError(location: "memory", cause: .outdated(["a"]))) {
      try suite.flush(options)
    }
    suite.finishTelling()
    #expect(seen.elements.last == .some(.integer(5)))
    observation.invalidate()
  }

  @Test func `a conditional write during the commit of an ordinary one`() throws {
    let memory = Defaults.InMemoryStore(["a": .integer(1)])
    let store = CommitHookStore(memory)
    let suite = Self.suite(store)
    suite.set(2, forKey: "a")
    let options = Self.condition(["a": .integer(2)])
    store.afterNextCommit {
      _ = try? suite.write(["a": .integer(3)], options: options)
      _ = try? memory.commit(["a": .integer(7)])
    }
    try suite.flush()
    try Self.expectRefusal(of: options, suite)
    #expect(try memory.load(unlike: nil)?.values == ["a": .integer(7)])
  }

  @Test func `a write replaces a conditional one while the store refuses that`() throws {
    let memory = Defaults.InMemoryStore(["a": .integer(1)])
    let store = CommitHookStore(memory)
    let suite = Self.suite(store)
    try suite.write(["a": .integer(2)], options: Self.condition(["a": .integer(1)]))
    try memory.commit(["a": .integer(7)])
    store.afterNextCommit { suite.set(3, forKey: "a") }
    try suite.flush()
    try suite.flush()
    #expect(try memory.load(unlike: nil)?.values == ["a": .integer(3)])
    #expect(suite.takeDiagnostics().isEmpty)
  }
}

/// A store that calls a closure at the end of a commit, before the suite learns the outcome.
private final class CommitHookStore: Defaults.Store {
  private let memory: Defaults.InMemoryStore
  private let hook = Mutex<(@Sendable () -> Void)?>(nil)

  init(_ memory: Defaults.InMemoryStore) {
    self.memory = memory
  }

  var location: String { memory.location }

  /// Sets the closure, which is called once.
  func afterNextCommit(_ closure: @escaping @Sendable () -> Void) {
    hook.withLock { $0 = closure }
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
    defer { hook.withLock { $0.take() }?() }
    return try memory.commit(edits, expecting: expected)
  }

  func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    nil
  }
}
