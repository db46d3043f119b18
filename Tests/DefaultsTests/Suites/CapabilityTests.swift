import Defaults
import Foundation
import TestSupport
import Testing

/// What a suite does with a store that cannot hold everything or is not always there.
@Suite(.timeLimit(.minutes(10)))
struct CapabilityTests {
  private func suite(_ store: LimitedStore) -> Defaults.Suite {
    Defaults.Suite(name: "limited", store: store)
  }

  // MARK: - Keys and kinds

  @Test func `an opaque value inside a container is not lost without force`() throws {
    let opaque = Defaults.StoredValue.opaque(
      Defaults.OpaqueValue(kindName: "set", format: "sample", bytes: [1])
    )
    let suite = Defaults.Suite(
      name: "opaque",
      store: Defaults.InMemoryStore(["a": .dictionary(["b": .array([opaque]), "c": .integer(1)])])
    )
    #expect(throws: Defaults.WriteError.opaque(key: "a", kindName: "set")) {
      try suite.write(["a": .dictionary(["c": .integer(2)])])
    }
    #expect(throws: Defaults.WriteError.opaque(key: "a", kindName: "set")) {
      try suite.write(["a": nil])
    }
    try suite.write(["a": .dictionary(["b": .array([opaque]), "c": .integer(2)])])
    try suite.write(["a": .integer(1)], options: Defaults.WriteOptions(replacesOpaque: true))
    #expect(suite.storedValue(forKey: "a") == .integer(1))
  }

  @Test func `a store that reports nothing is not watched`() {
    let store = LimitedStore([:], Defaults.StoreCapabilities(isWatchable: false))
    let suite = Defaults.Suite(name: "unwatched", store: store)
    suite.set(1, forKey: "a")
    #expect(store.watchCount == 0)
    let watched = LimitedStore()
    Defaults.Suite(name: "watched", store: watched).set(1, forKey: "a")
    #expect(watched.watchCount == 1)
  }

  @Test func `a key that the store does not know is refused on every way in`() throws {
    let store = LimitedStore([:], .init(keys: .known(["known"])))
    let suite = suite(store)
    let key = Defaults.Key<Int>("other", default: 0, suite: suite)
    let error = Defaults.WriteError.unsupported(key: "other", reason: "the store has no such key")
    #expect(throws: error) { try suite.write(["other": .integer(1)]) }
    #expect(throws: error) { try suite.write(["other": nil]) }
    #expect(throws: error) { try suite.write(["known": .integer(1), "other": .integer(1)]) }
    #expect(throws: error) { try Defaults.set(key, to: 1) }
    #expect(throws: error) { try Defaults.modify(key) { $0 = 1 } }
    #expect(throws: error) { try suite.transaction { $0[key] = 1 } }
    Defaults[key] = 1
    suite.set(1, forKey: "other")
    #expect(suite.takeDiagnostics().map(\.kind) == [.refusedWrite(error), .refusedWrite(error)])
    #expect(suite.storedValues() == [:])
    try suite.write(["known": .integer(1)])
    try suite.flush()
    #expect(store.values == ["known": .integer(1)])
  }

  @Test(
    arguments: [
      .date(Date(timeIntervalSince1970: 0)), .array([.date(Date(timeIntervalSince1970: 0))]),
      .dictionary(["a": .array([.bool(true), .dictionary(["b": .date(.distantPast)])])]),
    ] as [Defaults.StoredValue]
  )
  func `a value of a kind that the store does not hold is refused, also inside containers`(
    value: Defaults.StoredValue
  ) throws {
    let kinds = Defaults.StoreCapabilities.ordinaryKinds.subtracting([.date])
    let store = LimitedStore([:], .init(kinds: kinds))
    let suite = suite(store)
    let error = #expect(throws: Defaults.WriteError.self) { try suite.write(["k": value]) }
    guard case .unsupported("k", let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("date"))
    try suite.write(["k": .array([.dictionary(["a": .integer(1)])])])
    try suite.flush()
    #expect(store.values["k"] == .array([.dictionary(["a": .integer(1)])]))
  }

  @Test func `undo stores a value of a kind that cannot be written`() throws {
    let kinds = Defaults.StoreCapabilities.ordinaryKinds.subtracting([.date])
    let old = Defaults.StoredValue.date(Date(timeIntervalSince1970: 1000))
    let store = LimitedStore(["k": old], .init(kinds: kinds))
    let suite = suite(store)
    var options = Defaults.HistoryOptions()
    options.isOnDisk = false
    suite.keepHistory(options)
    try suite.write(["k": .integer(1)])
    try suite.flush()
    #expect(store.values == ["k": .integer(1)])
    try suite.undo()
    #expect(store.values == ["k": old])
  }

  // MARK: - Size of a commit

  @Test func `a transaction with more keys than the store's limit is refused`() throws {
    let store = LimitedStore([:], .init(transactionLimit: 2))
    let suite = suite(store)
    let error = Defaults.WriteError.tooManyKeys(count: 3, limit: 2)
    #expect(throws: error) {
      try suite.write(["a": .integer(1), "b": .integer(1), "c": .integer(1)])
    }
    #expect(throws: error) {
      try suite.transaction { values in
        for key in ["a", "b", "c"] { values.setStoredValue(.integer(1), forKey: key) }
      }
    }
    #expect(suite.storedValues() == [:])
    try suite.write(["a": .integer(1), "b": .integer(1)])
    try suite.flush()
    #expect(store.commits.map { $0.keys.sorted() } == [["a", "b"]])
  }

  @Test func `many writes are stored in commits within the limit, and transactions stay whole`()
    throws
  {
    let store = LimitedStore([:], .init(transactionLimit: 3))
    let suite = suite(store)
    _ = suite.storedValues()
    store.disconnect()
    for number in 0..<10 { suite.set(number, forKey: "k\(number)") }
    try suite.write(["x": .integer(1), "y": .integer(2)])
    try suite.write(["p": .integer(1), "q": .integer(2), "r": .integer(3)])
    let expected = suite.storedValues()
    #expect(expected.count == 15)
    #expect(throws: LimitedStore.noConnection) { try suite.flush() }
    #expect(store.commits.isEmpty)
    store.connect()
    try suite.flush()
    #expect(store.values == expected)
    let commits = store.commits.map { Set($0.keys) }
    #expect(commits.allSatisfy { $0.count <= 3 })
    for transaction: Set<Defaults.KeyName> in [["x", "y"], ["p", "q", "r"]] {
      #expect(commits.filter { !$0.isDisjoint(with: transaction) }.count == 1)
    }
  }

  // MARK: - Connection

  @Test func `a lost connection is reported, and edits are stored when it is back`() throws {
    let store = LimitedStore(["k": .integer(1)])
    let suite = suite(store)
    let told = Recorder<Defaults.Diagnostic.Kind>()
    let observation = suite.observeDiagnostics { told.record($0.kind) }
    #expect(suite.storedValue(forKey: "k") == .integer(1))
    store.disconnect()
    suite.set(2, forKey: "k")
    #expect(throws: LimitedStore.noConnection) { try suite.flush() }
    #expect(suite.storedValue(forKey: "k") == .integer(2))
    #expect(store.values == ["k": .integer(1)])
    store.connect()
    // Nothing is flushed here: the event alone must have the edit stored.
    #expect(waitUntil { store.values == ["k": .integer(2)] })
    let expected: [Defaults.Diagnostic.Kind] = [
      .disconnected(LimitedStore.noConnection),
      .commitFailed(LimitedStore.noConnection, keys: ["k"]), .connected(location: "limited"),
      .committed(keys: ["k"]),
    ]
    #expect(waitUntil { told.elements.count >= 4 })
    #expect(told.elements == expected)
    observation.invalidate()
  }

  @Test func `a store that cannot be reached at first is read when it is connected`() {
    let store = LimitedStore(["k": .integer(1)])
    let suite = suite(store)
    store.disconnect()
    #expect(suite.storedValues() == [:])
    #expect(suite.loadError == LimitedStore.noConnection)
    suite.set(5, forKey: "l")
    store.connect()
    #expect(waitUntil { suite.storedValue(forKey: "k") == .integer(1) })
    #expect(waitUntil { store.values == ["k": .integer(1), "l": .integer(5)] })
    #expect(suite.loadError == nil)
  }

  // MARK: - Asynchronous functions

  @Test func `a suite is loaded once, before it is read`() async {
    let store = LimitedStore(["k": .integer(1)])
    let suite = suite(store)
    #expect(store.loadCount == 0)
    await suite.load()
    #expect(store.loadCount == 1)
    await suite.load()
    #expect(suite.integer(forKey: "k") == 1)
    #expect(store.loadCount == 1)
  }

  @Test func `an awaited flush returns when the values are stored, or throws why not`() async throws
  {
    let store = LimitedStore()
    let suite = suite(store)
    suite.set(1, forKey: "k")
    try await suite.flush()
    #expect(store.values == ["k": .integer(1)])
    store.disconnect()
    suite.set(2, forKey: "k")
    await #expect(throws: LimitedStore.noConnection) { try await suite.flush() }
    #expect(store.values == ["k": .integer(1)])
  }

  @Test func `an awaited transaction returns when its changes are stored`() async throws {
    let store = LimitedStore(["a": .integer(1)])
    let suite = suite(store)
    let sum = try await suite.transaction { values in
      values.setStoredValue(.integer(2), forKey: "a")
      values.setStoredValue(.integer(3), forKey: "b")
      return 5
    }
    #expect(sum == 5)
    #expect(store.values == ["a": .integer(2), "b": .integer(3)])
    #expect(store.commits.count == 1)
    store.disconnect()
    await #expect(throws: LimitedStore.noConnection) {
      try await suite.transaction { $0.setStoredValue(.integer(4), forKey: "a") }
    }
    // In memory it is changed, and stored later.
    #expect(suite.storedValue(forKey: "a") == .integer(4))
    #expect(store.values["a"] == .integer(2))
    store.connect()
    try await suite.flush()
    #expect(store.values["a"] == .integer(4))
  }
}
