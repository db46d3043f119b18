import Dispatch
import Synchronization
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Writes that are made only for the stored values that were seen.
struct ExpectedValuesTests {
  /// A store that calls a closure before each commit, as if another process were faster.
  private final class InterruptedStore: Defaults.Store {
    let store = Defaults.InMemoryStore(["a": .integer(1), "b": .integer(1)])
    private let closure = Mutex<(@Sendable () -> Void)?>(nil)

    var location: String { store.location }
    var capabilities: Defaults.StoreCapabilities { store.capabilities }

    func interrupt(_ closure: @escaping @Sendable () -> Void) {
      self.closure.withLock { $0 = closure }
    }

    func load(
      unlike known: Defaults.StoreVersion?
    ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
      try store.load(unlike: known)
    }

    func commit(
      _ edits: [Defaults.KeyName: Defaults.StoredValue?],
      expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
    ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
      closure.withLock { $0.take() }?()
      return try store.commit(edits, expecting: expected)
    }

    func watch(
      _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
    ) -> (any Defaults.StoreWatch)? { nil }
  }

  private let store = InterruptedStore()
  private let suite: Defaults.Suite

  init() {
    let core = SuiteCore(name: "org.example.expected", store: store, worksInBackground: false)
    suite = Defaults.Suite(core: core)
    var history = Defaults.HistoryOptions()
    history.isOnDisk = false
    suite.keepHistory(history)
  }

  private var stored: [Defaults.KeyName: Defaults.StoredValue] {
    (try? store.load(unlike: nil)?.values) ?? [:]
  }

  private func options(
    _ expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) -> Defaults.WriteOptions {
    var options = Defaults.WriteOptions()
    options.expectedInStore = expected
    return options
  }

  @Test func `a write for other values than those in memory names all keys and changes none`() {
    #expect(throws: Defaults.WriteError.outdated(["a", "b"])) {
      try suite.write(
        ["a": .integer(2), "b": .integer(2), "c": .integer(2)],
        options: options(["b": nil, "a": .integer(7), "c": nil])
      )
    }
    #expect(suite.storedValues() == ["a": .integer(1), "b": .integer(1)])
    let text = "\(Defaults.WriteError.outdated(["a", "b"]))"
    #expect(text == "Nothing was changed: \"a\", \"b\" changed meanwhile.")
  }

  @Test func `a write that continues a pending one is compared with what that was made for`() throws
  {
    try suite.write(["a": .integer(2)], options: options(["a": .integer(1)]))
    try suite.write(["a": .integer(3)], options: options(["a": .integer(2)]))
    try suite.flush()
    #expect(stored["a"] == .integer(3))
    try suite.write(["a": .integer(4)], options: options(["a": .integer(3)]))
    let options = options(["a": .integer(4)])
    try suite.write(["a": .integer(5)], options: options)
    try store.store.commit(["a": .integer(9)])
    #expect(throws: Defaults.StoreError(location: "memory", cause: .outdated(["a"]))) {
      try suite.flush(options)
    }
    #expect(stored["a"] == .integer(9))
    #expect(suite.storedValue(forKey: "a") == .integer(9))
  }

  @Test func `a write that continues one that is being committed is no conflict`() throws {
    try suite.write(["a": .integer(2)], options: options(["a": .integer(1)]))
    let (suite, options) = (suite, options(["a": .integer(2)]))
    store.interrupt { _ = try? suite.write(["a": .integer(3)], options: options) }
    try suite.flush()
    try suite.flush()
    #expect(stored["a"] == .integer(3))
  }

  @Test(arguments: ["a", "b"])
  func `an undo does not replace a value that is stored while it commits`(key: String) throws {
    try suite.write(["a": .integer(2), "b": .integer(2)])
    try suite.flush()
    let (store, name) = (store.store, Defaults.KeyName(key))
    self.store.interrupt { _ = try? store.commit([name: .integer(9)]) }
    #expect(throws: Defaults.UndoError.changedSince(restoring: [name: .integer(1)])) {
      try suite.undo()
    }
    #expect(stored[name] == .integer(9))
    #expect(stored[key == "a" ? "b" : "a"] == .integer(2))
    // The value that was seen may be replaced, a newer one may not.
    self.store.interrupt { _ = try? store.commit([name: .integer(10)]) }
    #expect(throws: Defaults.UndoError.changedSince(restoring: [name: .integer(1)])) {
      try suite.restore(.undo, .everybody, replacing: .shown([name: .integer(9)]))
    }
    try suite.restore(.undo, .everybody, replacing: .shown([name: .integer(10)]))
    #expect(stored == ["a": .integer(1), "b": .integer(1)])
  }

  @Test func `an undo names all keys that were changed since`() throws {
    try suite.write(["a": .integer(2), "b": nil, "c": .integer(2)])
    try suite.flush()
    try store.store.commit(["a": .integer(9), "b": .integer(9)])
    #expect(
      throws: Defaults.UndoError.changedSince(restoring: ["a": .integer(1), "b": .integer(1)])
    ) { try suite.undo() }
    #expect(stored == ["a": .integer(9), "b": .integer(9), "c": .integer(2)])
  }

  @Test func `a change that waited for the disk is told when it is taken back`() throws {
    let reports = Mutex<[Defaults.Diagnostic.Kind]>([])
    let store = Defaults.InMemoryStore(["a": .integer(1)])
    let disk = FullStore(store: store)
    let suite = Defaults.Suite(name: "org.example.waiting", store: disk)
    let observation = suite.observeDiagnostics { diagnostic in
      reports.withLock { $0.append(diagnostic.kind) }
    }
    defer { observation.invalidate() }
    try suite.write(["a": .integer(2)], options: options(["a": .integer(1)]))
    #expect(throws: Defaults.StoreError.self) { try suite.flush() }
    try store.commit(["a": .integer(9)])
    disk.isFull.withLock { $0 = false }
    try suite.flush()
    #expect(suite.storedValue(forKey: "a") == .integer(9))
    let isTold = DispatchSemaphore(value: 0)
    suite.afterReports { isTold.signal() }
    isTold.wait()
    let error = Defaults.StoreError(location: "memory", cause: .outdated(["a"]))
    #expect(reports.withLock(\.self).contains(.rejectedByStore(key: "a", error: error)))
  }

  /// A store whose commits fail while its disk is full.
  private final class FullStore: Defaults.Store {
    let store: Defaults.InMemoryStore
    let isFull = Mutex(true)

    init(store: Defaults.InMemoryStore) {
      self.store = store
    }

    var location: String { store.location }

    func load(
      unlike known: Defaults.StoreVersion?
    ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
      try store.load(unlike: known)
    }

    func commit(
      _ edits: [Defaults.KeyName: Defaults.StoredValue?],
      expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
    ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
      if isFull.withLock(\.self) {
        throw Defaults.StoreError(
          location: location,
          reason: "the disk is full",
          isTemporary: false
        )
      }
      return try store.commit(edits, expecting: expected)
    }

    func watch(
      _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
    ) -> (any Defaults.StoreWatch)? { nil }
  }
}
