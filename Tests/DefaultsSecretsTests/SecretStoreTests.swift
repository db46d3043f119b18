import Defaults
import DefaultsSchema
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DefaultsSecrets

struct SecretStoreTests {
  /// A place that cannot be reached until it is opened, and what it then holds.
  private final class Door: Sendable {
    let isOpen: Mutex<Bool>
    let store = Defaults.InMemoryStore()

    init(isOpen: Bool) { self.isOpen = Mutex(isOpen) }

    func candidate(_ place: Defaults.SecretPlace) -> Defaults.SecretStore.Candidate {
      Defaults.SecretStore.Candidate(place: place, store: store) {
        () throws(Defaults.StoreError) in
        guard self.isOpen.withLock({ $0 }) else {
          throw Defaults.StoreError(location: "\(place)", reason: "closed", isTemporary: false)
        }
      }
    }
  }

  private func values(_ door: Door) throws -> [Defaults.KeyName: Defaults.StoredValue]? {
    try door.store.load(unlike: nil)?.values
  }

  /// The store of two places, which tries the better one at every use.
  private func store(_ first: Door, _ second: Door, pause: Duration = .zero) -> Defaults.SecretStore
  {
    Defaults.SecretStore(
      suiteName: "a",
      candidates: [first.candidate(.secretService), second.candidate(.kernelKeyring())],
      pause: pause,
      delays: []
    )
  }

  @Test func `secrets of the second place move to the first one when it can be reached`() throws {
    let (first, second) = (Door(isOpen: false), Door(isOpen: true))
    let store = store(first, second)
    try store.commit(["a": .string("b")])
    #expect(try store.place() == .kernelKeyring(.persistent))
    first.isOpen.withLock { $0 = true }
    try store.commit(["c": .string("d")])
    #expect(try store.place() == .secretService)
    #expect(try values(first) == ["a": .string("b"), "c": .string("d")])
    #expect(try values(second) == [:])
    #expect(try store.load(unlike: nil)?.values == ["a": .string("b"), "c": .string("d")])
  }

  @Test
  func `what another process stored in the second place moves as well, and is the newer value`()
    throws
  {
    let (first, second) = (Door(isOpen: true), Door(isOpen: true))
    try first.store.commit(["old": .string("1"), "token": .string("old")])
    try second.store.commit(["token": .string("new"), "more": .string("2")])
    let store = store(first, second)
    #expect(
      try store.load(unlike: nil)?.values
        == ["old": .string("1"), "token": .string("new"), "more": .string("2")]
    )
    #expect(try values(second) == [:])
  }

  @Test func `a place that is lost after it was chosen is not left for another one`() throws {
    let (first, second) = (Door(isOpen: true), Door(isOpen: true))
    let store = store(first, second)
    try store.commit(["a": .string("b")])
    first.isOpen.withLock { $0 = false }
    try store.commit(["c": .string("d")])
    #expect(try values(first)?.count == 2)
    #expect(try values(second) == [:])
  }

  @Test func `the better place is not tried at every use`() throws {
    let (first, second) = (Door(isOpen: false), Door(isOpen: true))
    let store = store(first, second, pause: .seconds(1000))
    try store.commit(["a": .string("b")])
    first.isOpen.withLock { $0 = true }
    #expect(try store.place() == .kernelKeyring(.persistent))
  }

  @Test func `another place than the first one is reported, and so is the end of that`() throws {
    let (first, second) = (Door(isOpen: false), Door(isOpen: true))
    let suite = Defaults.Suite(name: "a", store: store(first, second))
    suite.set("hunter2", forKey: "token")
    try suite.flush()
    let kinds = suite.takeDiagnostics().map(\.kind)
    #expect(kinds == [.keptElsewhere(location: "memory", reason: "secretService: closed")])
    let text = Defaults.Diagnostic(suiteName: "a", kind: kinds[0]).description
    #expect(text.contains("memory") && text.contains("secretService: closed"))
    first.isOpen.withLock { $0 = true }
    suite.reload()
    #expect(suite.takeDiagnostics().map(\.kind) == [.connected(location: "memory")])
    #expect(try values(first) == ["token": .string("hunter2")])
    #expect(suite.string(forKey: "token") == "hunter2")
  }

  @Test func `the suite gets the secrets of a place that is reached later by itself`() throws {
    let (first, second) = (Door(isOpen: false), Door(isOpen: true))
    // Other tests have registered defaults for the common names.
    let key = "token that is reached later"
    try first.store.commit([Defaults.KeyName(key): .string("hunter2")])
    let store = Defaults.SecretStore(
      suiteName: "a",
      candidates: [first.candidate(.secretService), second.candidate(.kernelKeyring())],
      delays: [Double](repeating: 0.01, count: 1000)
    )
    let suite = Defaults.Suite(name: "a", store: store)
    #expect(suite.string(forKey: key) == nil)
    first.isOpen.withLock { $0 = true }
    #expect(waitUntil { suite.string(forKey: key) == "hunter2" })
  }

  @Test func `without a place the suite says why, and tries again later`() throws {
    let (first, second) = (Door(isOpen: false), Door(isOpen: false))
    let store = Defaults.SecretStore(
      suiteName: "a",
      candidates: [first.candidate(.secretService), second.candidate(.kernelKeyring())]
    )
    let suite = Defaults.Suite(name: "a", store: store)
    let key = Defaults.Key<String>("token", default: "none", suite: suite)
    #expect(Defaults[key] == "none")
    let text = try #require(suite.loadError).description
    #expect(text.contains("secretService: closed; kernelKeyring"))
    Defaults[key] = "hunter2"
    #expect(throws: Defaults.StoreError.self) { try suite.flush() }
    second.isOpen.withLock { $0 = true }
    try suite.flush()
    #expect(try second.store.load(unlike: nil)?.values == ["token": .string("hunter2")])
    #expect(suite.loadError == nil)
  }

  @Test func `no place is an error as well`() {
    let error = #expect(throws: Defaults.StoreError.self) {
      try Defaults.SecretStore(suiteName: "a", places: []).place()
    }
    #expect(error?.description.contains("no place is named") == true)
  }

  @Test func `the journal has no values of secrets`() throws {
    let state = try TemporaryDirectory()
    let door = Door(isOpen: true)
    let store = Defaults.SecretStore(suiteName: "a", candidates: [door.candidate(.secretService)])
    let suite = Defaults.Suite(name: "a", store: store)
    suite.keepHistory(
      Defaults.HistoryOptions(program: "test", directory: state.path, isSecret: { _ in false })
    )
    suite.set("hunter2", forKey: "colour")
    suite.set("hunter3", forKey: "colour")
    try suite.flush()
    let changes = try suite.history().flatMap(\.changes)
    #expect(!changes.isEmpty)
    #expect(changes.allSatisfy { $0.omission == .secret && $0.new == nil && $0.old == nil })
    for name in try state.names() {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: state.file(name)))
      #expect(bytes.range(of: Data("hunter".utf8)) == nil)
    }
  }

  @Test func `all entries of a schema for secrets are secret`() {
    let store = Defaults.SecretStore(
      suiteName: "a",
      candidates: [Door(isOpen: true).candidate(.secretService)]
    )
    let suite = Defaults.Suite(name: "a", store: store)
    let key = Defaults.Key<Int>("colour", default: 1, suite: suite)
    let schema = Schema(suite: suite, title: "a") {
      Section("b") { NumberField("Colour", key: key, in: 0...9) }
    }
    #expect(schema.entries.map(\.isSecret) == [true])
    let options = Defaults.HistoryOptions(program: "").hidingSecrets(of: schema)
    #expect(options.isSecret("undeclared"))
  }
}

struct PrivateFileTests {
  @Test func `only its owner can read a private file`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("new/secrets.plist")
    let suite = Defaults.Suite(secretsNamed: "a", in: [.privateFile(path: path)])
    suite.set("hunter2", forKey: "token")
    try suite.flush()
    #expect(try permissions(of: path) == 0o600)
    #expect(try permissions(of: directory.file("new")) == 0o700)
    let other = Defaults.Suite(secretsNamed: "a", in: [.privateFile(path: path)])
    #expect(other.string(forKey: "token") == "hunter2")
  }

  @Test func `a file that others can read is refused`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("secrets.plist")
    let suite = Defaults.Suite(secretsNamed: "a", in: [.privateFile(path: path)])
    suite.set("hunter2", forKey: "token")
    try suite.flush()
    try #require(chmod(path, 0o640) == 0)
    let other = Defaults.SecretStore(suiteName: "a", places: [.privateFile(path: path)])
    for action in [{ _ = try other.load(unlike: nil) }, { _ = try other.commit(["a": nil]) }] {
      let error = #expect(throws: Defaults.StoreError.self) { try action() }
      #expect(error?.description.contains("chmod 600") == true)
    }
  }

  @Test func `the path must be absolute`() {
    let store = Defaults.SecretStore(suiteName: "a", places: [.privateFile(path: "a.plist")])
    let error = #expect(throws: Defaults.StoreError.self) { try store.load(unlike: nil) }
    #expect(error?.description.contains("absolute") == true)
  }

  private func permissions(of path: String) throws -> UInt16 {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return UInt16(status.st_mode & 0o777)
  }
}

/// A commit of several items, of which some fail.
struct ItemStoreTests {
  /// Items in memory, some of which cannot be stored or removed.
  private final class Items: SecretItems {
    struct State {
      var items: [Defaults.KeyName: [UInt8]] = [:]
      var refused: Set<Defaults.KeyName> = []
      /// Whether the refusals begin only after a refused key was met.
      var fixed: Set<Defaults.KeyName> = []
    }

    let state = Mutex(State())
    let location = "items"

    func connect() throws(Defaults.StoreError) {}

    func items() throws(Defaults.StoreError) -> [Defaults.KeyName: [UInt8]] {
      state.withLock { $0.items }
    }

    func store(_ secret: [UInt8], forKey key: Defaults.KeyName) throws(Defaults.StoreError) {
      try set(secret, key)
    }

    func remove(_ key: Defaults.KeyName) throws(Defaults.StoreError) { try set(nil, key) }

    private func set(_ secret: [UInt8]?, _ key: Defaults.KeyName) throws(Defaults.StoreError) {
      let isRefused = state.withLock { state in
        if state.refused.contains(key) {
          // From now on, these cannot be changed either.
          state.refused.formUnion(state.fixed)
          return true
        }
        state.items[key] = secret
        return false
      }
      if isRefused { throw failure("\(key) is refused") }
    }
  }

  private func items(refused: Set<Defaults.KeyName>, fixed: Set<Defaults.KeyName> = []) -> Items {
    let items = Items()
    items.state.withLock { state in
      state.items = ["a": Array("1".utf8), "b": Array("2".utf8), "c": Array("3".utf8)]
      (state.refused, state.fixed) = (refused, fixed)
    }
    return items
  }

  private let edits: [Defaults.KeyName: Defaults.StoredValue?] = [
    "a": .string("x"), "b": .string("y"), "c": .string("z"),
  ]

  @Test func `those before a failure are put back`() {
    let items = items(refused: ["c"])
    let error = #expect(throws: Defaults.StoreError.self) { try ItemStore(items).commit(edits) }
    #expect(error?.briefReason == "c is refused")
    #expect(items.state.withLock { $0.items["a"] } == Array("1".utf8))
    #expect(items.state.withLock { $0.items["b"] } == Array("2".utf8))
  }

  @Test func `a failure to put one back keeps the cause, and the others are put back`() {
    let items = items(refused: ["c"], fixed: ["b"])
    let error = #expect(throws: Defaults.StoreError.self) { try ItemStore(items).commit(edits) }
    #expect(error?.briefReason.hasPrefix("c is refused; and \"b\" could not be put back") == true)
    #expect(items.state.withLock { $0.items["a"] } == Array("1".utf8))
    #expect(items.state.withLock { $0.items["b"] } == Array("y".utf8))
  }

  @Test func `a removed item is stored again`() {
    let items = items(refused: ["b"])
    #expect(throws: Defaults.StoreError.self) { try ItemStore(items).commit(["a": nil, "b": nil]) }
    #expect(items.state.withLock { $0.items["a"] } == Array("1".utf8))
  }
}
