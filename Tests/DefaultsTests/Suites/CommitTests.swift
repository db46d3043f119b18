import Dispatch
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

@Suite(.timeLimit(.minutes(10)))
struct CommitTests {
  @Test func `a write is read at once and stored after a flush`() throws {
    let store = ScriptedStore(isGated: true)
    let suite = Defaults.Suite(name: "commit", store: store)
    suite.set(1, forKey: "a")
    #expect(suite.integer(forKey: "a") == 1)
    #expect(store.values.isEmpty)
    store.open(commits: 2)
    try suite.flush()
    #expect(store.values == ["a": .integer(1)])
  }

  @Test func `a write is stored without a flush`() async {
    let store = ScriptedStore()
    let suite = Defaults.Suite(name: "commit", store: store)
    suite.set(1, forKey: "a")
    // The queue runs what was asked of it in order.
    await withCheckedContinuation { continuation in
      suite.core.commitQueue.async { continuation.resume() }
    }
    #expect(store.values == ["a": .integer(1)])
  }

  @Test(arguments: [true, false])
  func `edits that could not be stored outlive the last handle of their suite`(isTold: Bool) throws
  {
    let permanent = Defaults.StoreError(location: "scripted", cause: .notAFile)
    #expect(!permanent.isTemporary)
    let store = ScriptedStore()
    weak var core: SuiteCore?
    do {
      let suite = Defaults.Suite(name: "commit", store: store)
      core = suite.core
      store.fail(times: 1000, with: permanent)
      suite.set(1, forKey: "a")
      #expect(throws: permanent) { try suite.flush() }
    }
    store.fail(times: 0)
    if isTold {
      store.edit(["b": .integer(2)])
    } else {
      // As a normal exit does with all suites that still exist.
      try #require(core).flush()
    }
    #expect(waitUntil { core == nil })
    #expect(store.values["a"] == .integer(1))
  }

  @Test func `commits that pile up are merged`() throws {
    let store = ScriptedStore(isGated: true)
    let suite = Defaults.Suite(name: "commit", store: store)
    for value in 1...100 {
      suite.set(value, forKey: "a")
      suite.set(value, forKey: "key\(value % 3)")
    }
    store.open(commits: 3)
    try suite.flush()
    #expect(store.commits.count <= 2)
    #expect(
      store.values
        == ["a": .integer(100), "key0": .integer(99), "key1": .integer(100), "key2": .integer(98)]
    )
  }

  @Test func `a commit names only the keys that changed`() throws {
    let store = ScriptedStore(["kept": .integer(1), "removed": .integer(2)])
    let suite = Defaults.Suite(name: "commit", store: store)
    suite.set(3, forKey: "added")
    suite.removeObject(forKey: "removed")
    try suite.flush()
    let named = Set(store.commits.flatMap(\.keys))
    #expect(named == ["added", "removed"])
    #expect(store.values == ["kept": .integer(1), "added": .integer(3)])
  }

  @Test func `an equal write commits nothing`() throws {
    let store = ScriptedStore(["a": .integer(1)])
    let suite = Defaults.Suite(name: "commit", store: store)
    suite.set(1, forKey: "a")
    suite.removeObject(forKey: "b")
    try suite.flush()
    #expect(store.attempts == 0)
  }

  @Test func `a suite that was never used reads nothing when it is flushed`() throws {
    let store = ScriptedStore()
    let suite = Defaults.Suite(name: "commit", store: store)
    try suite.flush()
    #expect(store.loads == 0)
  }

  @Test func `the last write is taken back only while it could not be stored`() throws {
    let store = ScriptedStore(["a": .integer(1)])
    let suite = Defaults.Suite(
      core: SuiteCore(name: "commit", store: store, retryDelays: 3600...3600)
    )
    suite.set(2, forKey: "a")
    try suite.flush()
    #expect(suite.takeBackLastFailedWrite().isEmpty)
    store.fail(times: 1000)
    suite.set(3, forKey: "a")
    #expect(throws: Defaults.StoreError.self) { try suite.flush() }
    suite.set(4, forKey: "a")
    suite.set(5, forKey: "b")
    #expect(throws: Defaults.StoreError.self) { try suite.flush() }
    #expect(suite.takeBackLastFailedWrite().map(\.key) == ["b"])
    #expect(suite.storeStatus.uncommittedKeys == ["a"])
    #expect(suite.takeBackLastFailedWrite().map(\.new) == [.integer(2)])
    #expect(suite.storeStatus.commitError == nil)
    store.fail(times: 0)
    try suite.flush()
    #expect(store.values == ["a": .integer(2)])
    #expect(suite.integer(forKey: "a") == 2)
  }

  @Test func `a failed commit keeps the values, and the next flush stores them`() async throws {
    let store = ScriptedStore()
    store.fail(times: 1000)
    let suite = Defaults.Suite(
      core: SuiteCore(name: "commit", store: store, retryDelays: 3600...3600)
    )
    suite.set(1, forKey: "a")
    #expect(throws: ScriptedStore.noSpace) { try suite.flush() }
    #expect(!suite.synchronize())
    #expect(suite.integer(forKey: "a") == 1)
    #expect(store.values.isEmpty)
    store.fail(times: 0)
    try await suite.flush()
    #expect(suite.synchronize())
    #expect(store.values == ["a": .integer(1)])
    var diagnostics = suite.diagnostics.makeAsyncIterator()
    #expect(await diagnostics.next()?.kind == .commitFailed(ScriptedStore.noSpace, keys: ["a"]))
  }

  @Test func `a failure is reported once until a commit succeeds`() async throws {
    let store = ScriptedStore()
    let suite = Defaults.Suite(
      core: SuiteCore(name: "commit", store: store, retryDelays: 3600...3600)
    )
    store.fail(times: 1000)
    for value in 1...5 {
      suite.set(value, forKey: "a")
      #expect(throws: ScriptedStore.noSpace) { try suite.flush() }
    }
    store.fail(times: 0)
    try await suite.flush()
    store.fail(times: 1000)
    suite.set(6, forKey: "b")
    #expect(throws: ScriptedStore.noSpace) { try suite.flush() }
    var diagnostics = suite.diagnostics.makeAsyncIterator()
    #expect(await diagnostics.next()?.kind == .commitFailed(ScriptedStore.noSpace, keys: ["a"]))
    #expect(await diagnostics.next()?.kind == .committed(keys: ["a"]))
    #expect(await diagnostics.next()?.kind == .commitFailed(ScriptedStore.noSpace, keys: ["b"]))
    store.fail(times: 0)
    try await suite.flush()
  }

  @Test func `the status has the uncommitted keys until a commit succeeds`() throws {
    let store = ScriptedStore()
    let suite = Defaults.Suite(
      core: SuiteCore(name: "commit", store: store, retryDelays: 3600...3600)
    )
    store.fail(times: 1000)
    suite.set(1, forKey: "a")
    #expect(throws: ScriptedStore.noSpace) { try suite.flush() }
    #expect(suite.storeStatus.uncommittedKeys == ["a"])
    #expect(suite.storeStatus.commitError == ScriptedStore.noSpace)
    suite.set(2, forKey: "b")
    #expect(suite.storeStatus.uncommittedKeys == ["a", "b"])
    store.fail(times: 0)
    try suite.flush()
    #expect(suite.storeStatus.uncommittedKeys.isEmpty)
    #expect(suite.storeStatus.commitError == nil)
  }

  @Test func `a failed commit is tried again by itself`() async throws {
    let store = ScriptedStore()
    store.fail(times: 4)
    let suite = Defaults.Suite(
      core: SuiteCore(name: "commit", store: store, retryDelays: 0.001...0.004)
    )
    suite.set(1, forKey: "a")
    while store.values.isEmpty { await Task.yield() }
    #expect(store.attempts == 5)
    #expect(store.values == ["a": .integer(1)])
  }

  @Test func `the next write takes the failed ones along`() throws {
    let store = ScriptedStore()
    let suite = Defaults.Suite(
      core: SuiteCore(name: "commit", store: store, retryDelays: 3600...3600)
    )
    store.fail(times: 1)
    suite.set(1, forKey: "a")
    suite.core.commitQueue.finish()
    #expect(store.values.isEmpty)
    suite.set(2, forKey: "b")
    suite.core.commitQueue.finish()
    #expect(store.values == ["a": .integer(1), "b": .integer(2)])
  }

  @Test func `a value the store rejects holds up no other, and flush tells`() async throws {
    let store = ScriptedStore(["bad": .integer(1)])
    store.refuse("bad")
    let suite = Defaults.Suite(name: "commit", store: store)
    let changes = Recorder<Defaults.StoredChange>()
    let observation = suite.observeStoredValues { if $0.key == "bad" { changes.record($0) } }
    suite.set(2, forKey: "bad")
    suite.set(3, forKey: "good")
    let rejection = Defaults.StoreError(
      location: "scripted",
      cause: .unsupportedValue(key: "bad", reason: "on request"),
    )
    #expect(throws: rejection) { try suite.flush() }
    #expect(store.values == ["bad": .integer(1), "good": .integer(3)])
    #expect(suite.integer(forKey: "bad") == 1)
    try await suite.flush()
    var diagnostics = suite.diagnostics.makeAsyncIterator()
    #expect(await diagnostics.next()?.kind == .rejectedByStore(key: "bad", error: rejection))
    suite.core.outbox.queue.finish()
    // The store may answer while the writer is still telling of its write.
    let inOrder = changes.elements.sorted { $0.sequence < $1.sequence }
    #expect(inOrder.map(\.new) == [.integer(2), .integer(1)])
    observation.invalidate()
  }

  @Test func `writes that are too large together are committed in parts`() async throws {
    let store = ScriptedStore(isGated: true)
    store.limitCommits(to: 4)
    let suite = Defaults.Suite(name: "commit", store: store)
    for (number, key) in ["a", "b", "c", "d", "e"].enumerated() {
      suite.set("\(number)\(number)", forKey: key)
    }
    try suite.write(["f": .string("fff"), "g": .string("gg")])
    suite.set("hh", forKey: "h")
    store.open(commits: 100)
    let error = #expect(throws: Defaults.StoreError.self) { try suite.flush() }
    #expect(error?.cause == .commitTooLarge(bytes: 5, limit: 4))
    // The write of two keys alone is too large, so none of its keys is stored.
    #expect(store.values.keys.sorted() == ["a", "b", "c", "d", "e", "h"])
    #expect(store.commits.allSatisfy { $0.count <= 2 })
    #expect(suite.storedValue(forKey: "f") == nil)
    try await suite.flush()
  }

  @Test func `content that was set aside is reported`() async throws {
    let store = ScriptedStore()
    let reason = Defaults.StoreError(location: "x", cause: .notAFile)
    store.setAsideNext(Defaults.StoreCommit.SetAside(location: "x.corrupt", reason: reason))
    let suite = Defaults.Suite(name: "commit", store: store)
    suite.set(1, forKey: "a")
    try await suite.flush()
    var diagnostics = suite.diagnostics.makeAsyncIterator()
    #expect(
      await diagnostics.next()?.kind
        == .contentSetAside(location: "x.corrupt", reason: reason, keepsValues: false)
    )
    #expect(suite.storeStatus.setAside?.location == "x.corrupt")
    #expect(suite.storeStatus.setAside?.reason == reason)
  }

  @Test func `an observer may flush`() throws {
    let store = ScriptedStore()
    let suite = Defaults.Suite(name: "commit", store: store)
    let isStored = Recorder<Bool>()
    let observation = suite.observeStoredValues { change in
      do {
        try change.suite.flush()
        isStored.record(store.values[change.key] == change.new)
      } catch {
        isStored.record(false)
      }
    }
    suite.set(1, forKey: "a")
    #expect(isStored.elements == [true])
    observation.invalidate()
  }

  @Test func `an observer of a foreign change may wait for a thread that flushes`() async throws {
    let store = ScriptedStore()
    let suite = Defaults.Suite(name: "commit", store: store)
    let (done, continuation) = AsyncStream.makeStream(of: Void.self)
    let observation = suite.observeStoredValues { change in
      guard change.origin == .elsewhere else { return }
      DispatchQueue(label: "other").sync {
        change.suite.set(2, forKey: "b")
        change.suite.synchronize()
      }
      continuation.yield()
    }
    store.edit(["a": .integer(1)])
    for await _ in done { break }
    #expect(store.values == ["a": .integer(1), "b": .integer(2)])
    observation.invalidate()
  }
}
