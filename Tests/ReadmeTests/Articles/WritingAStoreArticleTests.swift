import Defaults
import DefaultsTesting
import Foundation
import Synchronization
import Testing

final class ShelfStore: Defaults.Store {
  private struct State {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    var revision = 0

    var snapshot: Defaults.StoreSnapshot {
      Defaults.StoreSnapshot(
        values: values,
        version: Defaults.StoreVersion(bytes: "\(revision)".utf8)
      )
    }
  }

  let location: String
  let capabilities = Defaults.StoreCapabilities(isWatchable: false)
  private let state = Mutex(State())

  init(location: String) { self.location = location }

  func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    let snapshot = state.withLock { $0.snapshot }
    return snapshot.version == known ? nil : snapshot
  }

  func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    try state.withLock { state throws(Defaults.StoreError) in
      try Defaults.StoreError.check(expected, for: location) { state.values[$0] }
      let old = state.values
      for (key, value) in edits { state.values[key] = value }
      if state.values != old { state.revision += 1 }
      return Defaults.StoreCommit(
        snapshot: state.snapshot,
        replaced: old.filter { edits.keys.contains($0.key) }
      )
    }
  }

  func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    nil
  }
}

let contract = StoreContract("on a shelf", samples: StoredSamples(refused: [])) {
  let store = ShelfStore(location: "test")
  return StoreContract.Pair(store: store, other: store)
}

@Test(arguments: StoreContract.Check.allCases)
func `a shelf keeps the contract`(check: StoreContract.Check) async throws {
  try await contract.run(check)
}

struct WritingAStoreArticleTests {
  @Test func `a suite is opened by URL`() async throws {
    let url = try #require(URL(string: "shelf://example.org/kitchen"))
    Defaults.registerStore(forScheme: "shelf") { url throws(Defaults.StoreError) in
      ShelfStore(location: url.path)
    }
    let suite = try Defaults.Suite(url: url)
    await suite.load()
    try await suite.transaction { values in
      values.setStoredValue(.integer(3), forKey: "cups")
    }
    #expect(suite.integer(forKey: "cups") == 3)
    #expect(try Defaults.Suite(url: url) == suite)
  }

  @Test func `an error says whether to try again`() {
    let location = "shelf"
    let error = Defaults.StoreError(
      location: location,
      reason: "the server does not respond",
      isTemporary: true
    )
    #expect(error.isTemporary)
  }
}
