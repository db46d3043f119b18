#if Fleet

import Defaults
import Foundation
import TestSupport
import Testing

@testable import DefaultsEtcd

/// The changes that etcd still has.
@Suite(.timeLimit(.minutes(10)))
struct FleetHistoryTests {
  private let servers: EtcdServers
  private let fleet: EtcdFleet
  private let author = FleetAuthor(user: "ada", host: "desk", program: "test")

  init() throws {
    servers = try EtcdServers()
    fleet = try EtcdFleet("fleet", on: servers.cluster, author: author)
  }

  private func store(_ suite: String, _ scope: EtcdScope) -> EtcdStore {
    EtcdStore(suite: suite, in: fleet, scope: scope)
  }

  /// Describes changes: the place, both values and the author.
  private func texts(_ history: FleetHistory) -> [String] {
    history.changes.map { change in
      let values = [change.old, change.new].map { $0?.taggedJSON.text() ?? "-" }
      let place = change.place.map { "\($0.scope.path)/\($0.key)" } ?? "schema"
      return "\(change.suite) \(place) \(values[0]) \(values[1]) \(change.author?.user ?? "?")"
    }
  }

  @Test func `changes have their values and authors, the latest first`() throws {
    #expect(try fleet.history(limit: 10).changes.isEmpty)
    let app = store("app", .init(.all, .system))
    try app.commit(["a": .integer(1), "b": .integer(2)])
    try servers.set("3", at: "app/all/system/a")
    try store("other", .init(.host("ü"), .managed)).commit(["k": .string("x")])
    try servers.set("{}", at: "app/schema")
    try app.commit(["a": nil, "b": .integer(4)])
    try servers.set(nil, at: "app/all/system/b")
    try servers.control("put", "/prefs/fleet/hosts/ada", "{}")
    let history = try fleet.history(limit: 100)
    #expect(
      texts(history) == [
        "app all/system/b 4 - ?", "app all/system/a 3 - ada", "app all/system/b 2 4 ada",
        "app schema - - ?", "other host/%C3%BC/managed/k - \"x\" ada", "app all/system/a 1 3 ?",
        "app all/system/a - 1 ada", "app all/system/b - 2 ada",
      ]
    )
    #expect(history.changes[1].revision == history.changes[2].revision)
    #expect(history.changes[1].time != nil)
    #expect(history.changes[1].author == author)
    #expect(history.start == 1)
    #expect(!history.isCut)
    #expect(try texts(fleet.history(of: "other", limit: 100)).count == 1)
    let latest = try fleet.history(limit: 2)
    #expect(texts(latest) == Array(texts(history).prefix(2)))
    #expect(latest.isCut)
  }

  @Test func `the history begins at the last compaction`() throws {
    let app = store("app", .init(.all, .system))
    try app.commit(["a": .integer(1), "gone": .integer(1)])
    try app.commit(["a": .integer(2), "gone": nil])
    let revision = try servers.revision
    try app.commit(["a": .integer(3)])
    try servers.control("compact", revision)
    let history = try fleet.history(limit: 100)
    #expect(texts(history) == ["app all/system/a 2 3 ada"])
    #expect(history.start == Int64(revision))
    #expect(try fleet.revisions() == (Int64(revision) ?? 0)...(Int64(revision) ?? 0) + 1)
    try servers.control("compact", servers.revision)
    #expect(try fleet.history(limit: 100).changes.isEmpty)
  }

  @Test func `thousands of changes are read in order`() throws {
    let app = store("app", .init(.all, .system))
    for round in 0..<30 {
      let edits = (0..<100).map { key in
        (Defaults.KeyName("\(key)"), Defaults.StoredValue?.some(.integer(Int128(round))))
      }
      try app.commit(Dictionary(uniqueKeysWithValues: edits))
    }
    for number in 0..<1200 { try app.commit(["n": .integer(Int128(number))]) }
    let history = try fleet.history(limit: 10_000)
    #expect(history.changes.count == 4200)
    #expect(history.changes.allSatisfy { $0.author == author })
    for change in history.changes where change.place?.key == "n" {
      guard case .integer(let new)? = change.new else { continue }
      #expect(change.old == (new == 0 ? nil : .integer(new - 1)))
    }
  }

  @Test func `changes of other programs and removals at the end are not missed`() throws {
    for round in 0..<20 {
      try servers.set("\(round)", at: "app/all/system/a")
      try servers.set("\(round)", at: "app/all/system/b")
      try servers.set(nil, at: "app/all/system/a")
      #expect(try fleet.history(limit: 1000).changes.count == 3 + round * 3)
    }
  }
}

#endif
