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

  @Test func `the first place that can be reached is used, and stays the place`() throws {
    let (first, second) = (Door(isOpen: false), Door(isOpen: true))
    let store = Defaults.SecretStore(
      suiteName: "a",
      candidates: [first.candidate(.secretService), second.candidate(.kernelKeyring())]
    )
    try store.commit(["a": .string("b")])
    first.isOpen.withLock { $0 = true }
    #expect(try store.place() == .kernelKeyring(.persistent))
    #expect(try store.load(unlike: nil)?.values == ["a": .string("b")])
    #expect(try first.store.load(unlike: nil)?.values == [:])
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
