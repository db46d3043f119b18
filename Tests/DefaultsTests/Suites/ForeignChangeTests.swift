import Dispatch
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// What a stored change was, without its place in time.
private struct Summary: Hashable, Sendable {
  var key: Defaults.KeyName
  var old: StoredValue?
  var new: StoredValue?
  var origin: Defaults.StoredChange.Origin

  init(_ change: Defaults.StoredChange) {
    self.init(change.key, change.old, change.new, change.origin)
  }

  init(
    _ key: Defaults.KeyName,
    _ old: StoredValue?,
    _ new: StoredValue?,
    _ origin: Defaults.StoredChange.Origin = .elsewhere
  ) {
    (self.key, self.old, self.new, self.origin) = (key, old, new, origin)
  }
}

@Suite(.timeLimit(.minutes(10)))
struct ForeignChangeTests {
  private let store = ScriptedStore(["a": .integer(1), "b": .integer(2)])
  private let suite: Defaults.Suite
  private let changes = Recorder<Summary>()
  private let observation: any Defaults.Observation

  init() {
    suite = Defaults.Suite(name: "foreign", store: store)
    observation = suite.observeStoredValues { [changes] in changes.record(Summary($0)) }
  }

  /// Waits until all that was edited is told.
  private func settle() {
    suite.reload()
    suite.core.outbox.queue.finish()
  }

  @Test func `each key that others changed is told once, by name`() {
    store.edit(["c": .integer(3), "a": .integer(10), "b": StoredValue?.none])
    settle()
    settle()
    #expect(
      changes.elements == [
        Summary("a", .integer(1), .integer(10)), Summary("b", .integer(2), nil),
        Summary("c", nil, .integer(3)),
      ]
    )
    #expect(suite.storedValues() == ["a": .integer(10), "c": .integer(3)])
  }

  @Test(arguments: [false, true])
  func `what others stored before a commit is told with it`(tellsBasis: Bool) throws {
    if tellsBasis { store.tellBasis() }
    suite.set(1, forKey: "mine")
    try suite.flush()
    store.editUnnoticed(["b": .integer(20)])
    suite.set(2, forKey: "mine")
    try suite.flush()
    suite.core.outbox.queue.finish()
    #expect(
      changes.elements.filter { $0.origin == .elsewhere }
        == [Summary("b", .integer(2), .integer(20))]
    )
    #expect(suite.storedValue(forKey: "b") == .integer(20))
  }

  @Test func `changes by others arrive in order, without being asked for`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: StoredValue?.self)
    let observation = suite.observeStoredValues { continuation.yield($0.new) }
    var news = stream.makeAsyncIterator()
    for value in 11...20 {
      store.edit(["a": .integer(Int128(value))])
      #expect(await news.next() == .integer(Int128(value)))
    }
    observation.invalidate()
    #expect(suite.isPolling)
  }

  @Test func `a typed key follows changes by others`() {
    let key = Defaults.Key<Int>("a", default: 0, suite: suite)
    #expect(Defaults[key] == 1)
    store.edit(["a": .integer(5)])
    suite.reload()
    #expect(Defaults[key] == 5)
    store.edit(["a": .string("no number")])
    suite.reload()
    #expect(Defaults[key] == 0)
  }

  @Test func `own commits do not echo`() throws {
    suite.set(7, forKey: "a")
    try suite.flush()
    settle()
    suite.removeObject(forKey: "b")
    try suite.flush()
    settle()
    #expect(
      changes.elements == [
        Summary("a", .integer(1), .integer(7), .thisProcess),
        Summary("b", .integer(2), nil, .thisProcess),
      ]
    )
  }

  @Test func `a commit finds what others changed meanwhile, and keeps it`() throws {
    suite.set(7, forKey: "a")
    try suite.flush()
    store.edit(["b": .integer(20)])
    suite.set(8, forKey: "a")
    try suite.flush()
    settle()
    #expect(store.values == ["a": .integer(8), "b": .integer(20)])
    #expect(suite.storedValues() == store.values)
    #expect(changes.elements.filter { $0.origin == .elsewhere }.count == 1)
    #expect(changes.elements.contains(Summary("b", .integer(2), .integer(20))))
  }

  @Test func `an edit that is not stored yet wins over a change by others`() throws {
    let store = ScriptedStore(["a": .integer(1)], isGated: true)
    let suite = Defaults.Suite(name: "foreign", store: store)
    let changes = Recorder<Summary>()
    let observation = suite.observeStoredValues { changes.record(Summary($0)) }
    suite.set(7, forKey: "a")
    store.edit(["a": .integer(5)])
    store.open(commits: 2)
    try suite.flush()
    suite.reload()
    suite.core.outbox.queue.finish()
    #expect(store.values == ["a": .integer(7)])
    #expect(changes.elements == [Summary("a", .integer(1), .integer(7), .thisProcess)])
    observation.invalidate()
  }

  @Test func `an edit whose commit failed is not replaced by a change of others`() throws {
    let store = ScriptedStore(["a": .integer(1)])
    let core = SuiteCore(name: "foreign", store: store, retryDelays: 3600...3600)
    let suite = Defaults.Suite(core: core)
    let changes = Recorder<Summary>()
    let observation = suite.observeStoredValues { changes.record(Summary($0)) }
    store.fail(times: 1)
    suite.set(7, forKey: "a")
    suite.core.commitQueue.finish()
    store.edit(["a": .integer(5), "b": .integer(6)])
    suite.reload()
    #expect(suite.storedValues() == ["a": .integer(7), "b": .integer(6)])
    try suite.flush()
    suite.core.outbox.queue.finish()
    #expect(store.values == ["a": .integer(7), "b": .integer(6)])
    #expect(
      changes.elements == [
        Summary("a", .integer(1), .integer(7), .thisProcess), Summary("b", nil, .integer(6)),
      ]
    )
    observation.invalidate()
  }

  @Test func `what was read before is used while the store cannot be read`() async {
    let error = Defaults.StoreError(location: "scripted", cause: .notAFile)
    store.failLoads(with: error)
    suite.reload()
    suite.reload()
    #expect(suite.loadError == error)
    #expect(suite.integer(forKey: "a") == 1)
    store.failLoads(with: nil)
    store.edit(["a": .integer(3)])
    suite.reload()
    #expect(suite.loadError == nil)
    #expect(suite.integer(forKey: "a") == 3)
    var diagnostics = suite.diagnostics.makeAsyncIterator()
    #expect(await diagnostics.next()?.kind == .loadFailed(error))
  }

  @Test func `a store that cannot be read at first is empty, and says why`() async {
    let error = Defaults.StoreError(location: "scripted", cause: .tooLarge(bytes: 2, limit: 1))
    let store = ScriptedStore(["a": .integer(1)])
    store.failLoads(with: error)
    let suite = Defaults.Suite(name: "foreign", store: store)
    #expect(suite.storedValues().isEmpty)
    #expect(suite.loadError == error)
    var diagnostics = suite.diagnostics.makeAsyncIterator()
    let first = await diagnostics.next()
    #expect(first == Defaults.Diagnostic(suiteName: "foreign", kind: .loadFailed(error)))
    store.failLoads(with: nil)
    suite.reload()
    #expect(suite.storedValues() == ["a": .integer(1)])
  }

  @Test func `changes bear growing numbers`() {
    let numbers = Recorder<UInt64>()
    let observation = suite.observeStoredValues { numbers.record($0.sequence) }
    suite.set(5, forKey: "a")
    store.edit(["b": .integer(6), "c": .integer(7)])
    settle()
    suite.set(8, forKey: "a")
    #expect(numbers.elements.count == 4)
    #expect(numbers.elements == numbers.elements.sorted())
    #expect(Set(numbers.elements).count == 4)
    observation.invalidate()
  }
}
