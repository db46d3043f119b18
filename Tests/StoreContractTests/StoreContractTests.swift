import Defaults
import DefaultsTesting
import Foundation
import Testing

private let contracts = [
  StoreContract("in memory") {
    let store = Defaults.InMemoryStore()
    return StoreContract.Pair(store: store, other: store)
  },
  StoreContract("in a file") {
    let directory = try TestDirectory()
    return .files(at: directory.file("suite.plist"), in: directory)
  },
  StoreContract("in a binary file") {
    let directory = try TestDirectory()
    let file = directory.file("suite.plist")
    let empty = try PropertyListSerialization.data(
      fromPropertyList: [String: Any](),
      format: .binary,
      options: 0
    )
    try empty.write(to: URL(fileURLWithPath: file))
    return .files(at: file, in: directory)
  },
  // Its values are bytes of a form of its own, so it need not refuse what property lists cannot hold.
  StoreContract("in SQLite", samples: StoredSamples(refused: [])) {
    let directory = try TestDirectory()
    let file = directory.file("suite.sqlite")
    return StoreContract.Pair(
      store: try SQLiteStore(file: file),
      other: try SQLiteStore(file: file),
      owner: directory,
      reopen: { try SQLiteStore(file: file) }
    )
  },
]

@Suite(.timeLimit(.minutes(10)))
struct StoreContractTests {
  @Test(arguments: contracts, StoreContract.Check.allCases)
  func `stores keep the contract`(
    contract: StoreContract,
    check: StoreContract.Check
  ) async throws {
    let outcome = try await contract.run(check)
    guard outcome != .passed else { return }
    let isInMemory = contract.name == "in memory" && check == .valuesOutliveTheStore
    #expect(isInMemory || contract.name == "in SQLite" && check == .refusedValueRefusesAll)
  }

  @Test func `an opaque value of another format is refused by files alone`() throws {
    let value = Defaults.StoredValue.opaque(
      Defaults.OpaqueValue(kindName: "timestamp", format: "bson", bytes: [0, 255])
    )
    let options = Defaults.WriteOptions(replacesOpaque: true)
    let memory = Defaults.Suite(inMemory: "memory")
    _ = try memory.write(["a": value], options: options)
    try memory.flush()
    #expect(memory.storedValue(forKey: "a") == value)
    let directory = try TestDirectory()
    let store = Defaults.PropertyListStore(file: directory.file("suite.plist"))
    #expect(throws: Defaults.StoreError.self) { try store.commit(["a": value]) }
    #expect(try store.load(unlike: nil)?.values == [:])
  }

  @Test func `a suite keeps its values in SQLite`() async throws {
    let directory = try TestDirectory()
    let file = directory.file("suite.sqlite")
    let suite = Defaults.Suite(name: "sqlite", store: try SQLiteStore(file: file))
    await suite.load()
    let key = Defaults.Key<Double>("quality", default: 0.8, suite: suite)
    Defaults[key] = 0.5
    try await suite.flush()
    let other = Defaults.Suite(name: "sqlite", store: try SQLiteStore(file: file))
    #expect(other.storedValue(forKey: "quality") == .real(0.5))
    let heard = AsyncStream<Defaults.StoredChange>.makeStream()
    let observation = other.observeStoredValues { heard.continuation.yield($0) }
    Defaults[key] = 0.25
    for await change in heard.stream where change.new == .real(0.25) { break }
    observation.invalidate()
  }
}

struct StoreFactoryTests {
  @Test func `a suite at a URL has the store of the scheme`() throws {
    let directory = try TestDirectory()
    let file = directory.file("suite.sqlite")
    Defaults.registerStore(forScheme: "SQLite-Test") { url throws(Defaults.StoreError) in
      try SQLiteStore(file: url.path)
    }
    let url = try #require(URL(string: "sqlite-test://ada:secret@localhost\(file)"))
    let suite = try Defaults.Suite(url: url)
    #expect(suite.name == "sqlite-test://localhost\(file)")
    suite.set("Ada", forKey: "author")
    try suite.flush()
    #expect(try Defaults.Suite(url: url) == suite)
    let stored = try SQLiteStore(file: file).load(unlike: nil)?.values
    #expect(stored == ["author": .string("Ada")])
  }

  @Test func `a suite at the URL of a file is a property list`() throws {
    let directory = try TestDirectory()
    let file = directory.file("org.example.Sketchbook.plist")
    let suite = try Defaults.Suite(url: URL(fileURLWithPath: file))
    #expect(suite.name == "org.example.Sketchbook")
    suite.set(true, forKey: "grid")
    try suite.flush()
    let stored = try Defaults.PropertyListStore(file: file).load(unlike: nil)?.values
    #expect(stored == ["grid": .bool(true)])
  }

  @Test func `a scheme without a store is refused by name`() throws {
    let url = try #require(URL(string: "nowhere://user:secret@example.org/suite"))
    let error = #expect(throws: Defaults.StoreError.self) { try Defaults.Suite(url: url) }
    #expect(error?.description.contains("\"nowhere\"") == true)
    #expect(error?.description.contains("secret") == false)
  }
}

/// Checks that the contract finds what is wrong.
struct FaultyStoreTests {
  private func contract(_ fault: FaultyStore.Fault?) -> StoreContract {
    StoreContract("faulty", patience: .milliseconds(fault == nil ? 60_000 : 200)) {
      let values = FaultyStore.Values()
      return StoreContract.Pair(
        store: FaultyStore(fault, values),
        other: FaultyStore(fault, values),
        reopen: {
          let isEmpty = fault == .losesAllWhenItIsClosed
          return FaultyStore(fault, isEmpty ? FaultyStore.Values() : values)
        }
      )
    }
  }

  @Test func `each check has a fault that it finds`() {
    #expect(Set(FaultyStore.Fault.allCases.map(\.check)) == Set(StoreContract.Check.allCases))
  }

  @Test(arguments: FaultyStore.Fault.allCases)
  func `a fault is found by its check, in a few words`(fault: FaultyStore.Fault) async throws {
    let violation = await #expect(throws: StoreContract.Violation.self) {
      try await contract(fault).run(fault.check)
    }
    #expect(violation?.check == fault.check)
    #expect((violation?.description.count ?? 0) < 600)
  }

  @Test(arguments: StoreContract.Check.allCases)
  func `the same store without a fault keeps the contract`(
    check: StoreContract.Check
  ) async throws {
    #expect(try await contract(nil).run(check) == .passed)
  }

  @Test func `a suite refuses what is outside of a narrow store's range`() throws {
    let suite = Defaults.Suite(name: "narrow", store: FaultyStore(nil, FaultyStore.Values()))
    #expect(throws: Defaults.WriteError.self) { try suite.write(["k": .integer(1_000_001)]) }
    #expect(throws: Defaults.WriteError.self) { try suite.write(["k": .array([.integer(-1001)])]) }
    #expect(throws: Defaults.WriteError.self) {
      try suite.write(["k": StoredSamples.nested(20)])
    }
    try suite.write(["k": StoredSamples.nested(19), "l": .integer(1_000_000)])
    try suite.flush()
  }
}

extension StoreContract.Pair {
  fileprivate static func files(at path: String, in directory: TestDirectory) -> Self {
    Self(
      store: Defaults.PropertyListStore(file: path),
      other: Defaults.PropertyListStore(file: path),
      owner: directory,
      reopen: { Defaults.PropertyListStore(file: path) }
    )
  }
}

/// A directory for one test, removed with its content when the object is released.
private final class TestDirectory: Sendable {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func file(_ name: String) -> String {
    url.appendingPathComponent(name).path
  }
}
