#if Fleet

import Defaults
import DefaultsTesting
import Foundation
import SwiftProtobuf
import TestSupport
import Testing

@testable import DefaultsEtcd

/// Stores on one server, which each test starts.
@Suite(.timeLimit(.minutes(10)))
struct EtcdStoreTests {
  private let servers: EtcdServers

  init() throws {
    servers = try EtcdServers()
  }

  @Test func `the store keeps the contract`() async throws {
    let contract = StoreContract("on etcd") { [servers] in
      let name = UUID().uuidString
      let open: @Sendable () throws -> EtcdStore = {
        let fleet = try EtcdFleet(name, on: servers.cluster)
        return EtcdStore(suite: "a/b", in: fleet, scope: .init(.host("ü"), .managed))
      }
      return StoreContract.Pair(store: try open(), other: try open(), reopen: open)
    }
    for check in StoreContract.Check.allCases {
      do {
        #expect(try await contract.run(check) == .passed)
      } catch {
        Issue.record(error, "\(check)")
      }
    }
  }

  // MARK: - Keys and values

  @Test func `keys and values can be read with etcdctl`() throws {
    let store = try servers.store()
    try store.commit([
      "window/width": .integer(80), "opened": .date(Date(timeIntervalSinceReferenceDate: 0)),
      "": .string("é\n"),
    ])
    #expect(
      try servers.control("get", "--prefix", "/prefs/").split(separator: "\n") == [
        "/prefs/fleet/suites/org.example.Sketchbook/all/system/", #""é\n""#,
        "/prefs/fleet/suites/org.example.Sketchbook/all/system/opened",
        #"{"$date": "2001-01-01T00:00:00Z"}"#,
        "/prefs/fleet/suites/org.example.Sketchbook/all/system/window%2Fwidth", "80",
      ]
    )
  }

  @Test func `suites, scopes and fleets whose names begin alike are apart`() throws {
    let key: Defaults.KeyName = "k"
    let scopes: [EtcdScope] = [
      .init(.all, .system), .init(.all, .managed), .init(.group("all"), .system),
      .init(.host("all"), .system), .init(.host("all/system"), .system),
    ]
    let stores = try ["f", "f/suites", "ff"].flatMap { fleet in
      try ["a", "a/all/system", "aa"].flatMap { suite in
        try scopes.map { try servers.store(fleet: fleet, suite: suite, scope: $0) }
      }
    }
    for (number, store) in stores.enumerated() { try store.commit([key: .integer(Int128(number))]) }
    for (number, store) in stores.enumerated() {
      #expect(try store.load(unlike: nil)?.values == [key: .integer(Int128(number))])
    }
  }

  @Test(arguments: [
    "", "on", "null", "{\"$date\":\"soon\"}", "[1,2", "1e999",
    String(repeating: "[", count: 100_000),
  ])
  func `what is not the JSON of a value is kept as it is`(text: String) throws {
    let key = "/prefs/fleet/suites/org.example.Sketchbook/all/system/k"
    try servers.control("put", key, "--", text)
    let store = try servers.store()
    let value = try #require(try store.load(unlike: nil)?.values["k"])
    #expect(value.kind == .opaque)
    let suite = Defaults.Suite(name: "sketchbook", store: store)
    #expect(Defaults[Defaults.Key<Int>("k", default: 7, suite: suite)] == 7)
    #expect(throws: Defaults.WriteError.self) { try suite.write(["k": .integer(1)]) }
    try store.commit(["k": .integer(1)])
    try store.commit(["k": value])
    #expect(try servers.control("get", "--print-value-only", key) == text + "\n")
  }

  @Test func `a key with another spelling is neither a key nor lost`() throws {
    let prefix = "/prefs/fleet/suites/org.example.Sketchbook/all/system/"
    let spellings = ["%6B", "%2f", "a b", "%", "%G0", "é", "+"]
    for spelling in spellings { try servers.control("put", prefix + spelling, "1") }
    let store = try servers.store()
    #expect(try store.load(unlike: nil)?.values == [:])
    try store.commit(["k": .bool(true)])
    try store.commit(["k": nil])
    #expect(try store.load(unlike: nil)?.values == [:])
    let keys = try servers.control("get", "--keys-only", "--prefix", prefix)
    #expect(keys.split(separator: "\n").count == spellings.count)
  }

  // MARK: - Limits

  @Test func `a commit that is too large for a transaction changes nothing`() throws {
    let store = try servers.store()
    let key = Defaults.KeyName("k")
    let edits = { (count: Int, size: Int) in
      Dictionary(
        uniqueKeysWithValues: (0..<count).map {
          number -> (Defaults.KeyName, Defaults.StoredValue?) in
          ("key \(number)", .string(String(repeating: "x", count: size)))
        }
      )
    }
    try store.commit(edits(127, 10_000))
    #expect(store.capabilities.transactionLimit == 127)
    let before = try #require(try store.load(unlike: nil))
    for (edits, reason) in [
      (edits(128, 1), "129 operations"), (edits(100, 16_000), "bytes together"),
      ([key: .string(String(repeating: "x", count: 1_600_000))], "1600002 bytes of JSON"),
    ] {
      let error = #expect(throws: Defaults.StoreError.self) { try store.commit(edits) }
      #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
      #expect(error?.isTemporary == false)
    }
    #expect(try store.load(unlike: before.version) == nil)
  }

  @Test func `the largest commit that is sent is accepted`() throws {
    let store = try servers.store()
    let keyspace = EtcdKeyspace(
      fleet: "fleet",
      suite: "org.example.Sketchbook",
      scope: .init(.all, .system)
    )
    let empty = EtcdContents(keyspace, location: "")
    func edits(_ count: Int) -> [Defaults.KeyName: Defaults.StoredValue?] {
      [
        "a": .string(String(repeating: "x", count: 1_400_000)),
        "b": .string(String(repeating: "y", count: count)),
      ]
    }
    let smaller = try EtcdTransaction(edits(150_000), expecting: [:], in: empty)
    let room = try EtcdLimits.request - smaller.request.serializedData().count
    #expect(throws: Defaults.StoreError.self) {
      try EtcdTransaction(edits(150_000 + room + 1), expecting: [:], in: empty)
    }
    try store.commit(edits(150_000 + room))
  }

  @Test func `writes are divided for a server with smaller limits`() async throws {
    let servers = try EtcdServers(options: ["--max-request-bytes", "20000", "--max-txn-ops", "10"])
    let store = try servers.store()
    let suite = Defaults.Suite(name: "sketchbook", store: store)
    await suite.load()
    for number in 0..<60 {
      let key = Defaults.Key<String>("key \(number)", default: "", suite: suite)
      Defaults[key] = String(repeating: "x", count: 1000)
    }
    try await suite.flush()
    #expect(try store.load(unlike: nil)?.values.count == 60)
    for size in [30_000, 600_000] {
      let error = #expect(throws: Defaults.StoreError.self) {
        try store.commit(["k": .string(String(repeating: "x", count: size))])
      }
      #expect(error?.description.contains("store smaller values") == true)
      #expect(error?.isTemporary == false)
    }
  }

  @Test func `a suite does not grow beyond what can be loaded`() throws {
    let store = try servers.store()
    let text = Defaults.StoredValue.string(String(repeating: "x", count: 1_400_000))
    for number in 0..<5 { try store.commit(["key \(number)": text]) }
    let error = #expect(throws: Defaults.StoreError.self) { try store.commit(["key 5": text]) }
    #expect(error?.description.contains("the suite would have") == true)
    // Other programs know nothing of that.
    let prefix = "/prefs/fleet/suites/org.example.Sketchbook/all/system/"
    for number in 0..<20 { try servers.control("put", prefix + "more\(number)", "\"\(number)\"") }
    #expect(try store.load(unlike: nil)?.values.count == 25)
  }

  @Test func `a suite that other programs have made too large is refused`() throws {
    let keyspace = EtcdKeyspace(fleet: "fleet", suite: "s", scope: .init(.all, .system))
    let connection = try EtcdConnection(servers.cluster)
    func put(_ name: Defaults.KeyName) throws {
      var transaction = EtcdTxnRequest()
      transaction.success = [
        .with {
          $0.put.key = keyspace.key(name)
          $0.put.value = Data("\"".utf8) + Data(repeating: 0x78, count: 1_400_000) + Data("\"".utf8)
        }
      ]
      _ = try connection.call(.transaction, transaction, isRepeatable: false)
    }
    let store = try servers.store(suite: "s")
    for number in 1...5 { try put("\(number)") }
    #expect(try store.load(unlike: nil)?.values.count == 5)
    try put("6")
    for store in [store, try servers.store(suite: "s")] {
      let error = #expect(throws: Defaults.StoreError.self) { try store.load(unlike: nil) }
      #expect(error?.description.contains("has more than") == true)
    }
    try store.commit(["6": nil])
    #expect(try store.load(unlike: nil)?.values.count == 5)
    try put("6")
    for number in 7...13 { try put("\(number)") }
    let other = try servers.store(suite: "s")
    let error = #expect(throws: Defaults.StoreError.self) { try other.load(unlike: nil) }
    #expect(error?.description.contains("maximum payload size") == true)
    #expect(try servers.store(suite: "t").load(unlike: nil)?.values == [:])
  }

  // MARK: - Concurrency

  @Test func `sixteen writers lose no commit that was made`() throws {
    let fleets = try (0..<16).map { _ in try EtcdFleet("fleet", on: servers.cluster) }
    let total = Recorder<Int>()
    Concurrently.run(threads: 16) { number in
      let store = EtcdStore(suite: "counter", in: fleets[number], scope: .init(.all, .system))
      do {
        for _ in 0..<10 { total.record(try store.increment("shared", and: "own \(number)")) }
      } catch {
        Issue.record(error)
      }
    }
    let values = try servers.store(suite: "counter").load(unlike: nil)?.values ?? [:]
    #expect(values["shared"] == .integer(160))
    #expect((0..<16).allSatisfy { values["own \($0)"] == .integer(10) })
    // Each commit has seen a value of its own, so none was made twice.
    #expect(total.elements.sorted() == Array(1...160))
  }
}

#endif
