import Synchronization
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Reading the store at the moment when a value is asked for.
struct FetchTests {
  /// A store that reports no changes, as one for secrets, and can be made to fail.
  private final class QuietStore: Defaults.Store {
    let memory = Defaults.InMemoryStore()
    let failure = Mutex<Defaults.StoreError?>(nil)

    var location: String { "quiet" }
    var capabilities: Defaults.StoreCapabilities {
      Defaults.StoreCapabilities(isWatchable: false, holdsSecrets: true)
    }

    func load(
      unlike known: Defaults.StoreVersion?
    ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
      if let failure = failure.withLock({ $0 }) { throw failure }
      return try memory.load(unlike: known)
    }

    func commit(
      _ edits: [Defaults.KeyName: Defaults.StoredValue?],
      expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
    ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
      try memory.commit(edits, expecting: expected)
    }

    func watch(
      _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
    ) -> (any Defaults.StoreWatch)? { nil }
  }

  private let store = QuietStore()
  private var suite: Defaults.Suite { Defaults.Suite(name: "fetch", store: store) }

  @Test func `a fetch finds what another process has stored`() async throws {
    let suite = suite
    #expect(suite.integer(forKey: "k") == 0)
    for number in 1...3 {
      try store.memory.commit(["k": .integer(Int128(number))])
      #expect(suite.integer(forKey: "k") == number - 1)
      try await suite.fetch()
      #expect(suite.integer(forKey: "k") == number)
    }
  }

  @Test func `a fetch keeps what this process has written`() async throws {
    let suite = suite
    suite.set(5, forKey: "own")
    try store.memory.commit(["k": .integer(1)])
    try await suite.fetch()
    #expect(suite.integer(forKey: "own") == 5)
    #expect(suite.integer(forKey: "k") == 1)
  }

  @Test func `a fetch that cannot read says so, and the next one that can does not`() async throws {
    let suite = suite
    let error = Defaults.StoreError(location: "quiet", reason: "it is locked", isTemporary: false)
    store.failure.withLock { $0 = error }
    await #expect(throws: error) { try await suite.fetch() }
    store.failure.withLock { $0 = nil }
    try store.memory.commit(["k": .integer(1)])
    try await suite.fetch()
    #expect(suite.integer(forKey: "k") == 1)
  }
}
