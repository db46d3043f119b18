#if Fleet

import Defaults
import Foundation
import TestSupport
import Testing

@testable import DefaultsEtcd

/// What commits store of their authors.
@Suite(.timeLimit(.minutes(10)))
struct FleetJournalTests {
  private let servers: EtcdServers
  private let author = FleetAuthor(user: "ada", host: "desk", program: "test")
  private static let key = "/prefs/fleet/journal/app/group/web/managed"

  init() throws {
    servers = try EtcdServers()
  }

  private func store(_ author: FleetAuthor?) throws -> EtcdStore {
    let fleet = try EtcdFleet("fleet", on: servers.cluster, author: author)
    return EtcdStore(suite: "app", in: fleet, scope: .init(.group("web"), .managed))
  }

  /// Returns the revision that has changed a key last; nil for none.
  private func revision(of key: String) throws -> String? {
    let text = try servers.control("get", key, "-w", "json")
    return text.firstMatch(of: /"mod_revision":(\d+)/).map { String($0.1) }
  }

  @Test func `a commit stores its author at the revision of its values`() throws {
    let store = try store(author)
    let earliest = Date()
    try store.commit(["a": .integer(1), "b": .integer(2)])
    let text = try servers.control("get", "--print-value-only", Self.key)
    let entry = try #require(FleetJournal(json: Data(text.utf8)))
    #expect(entry.author == author)
    #expect(abs(entry.time.timeIntervalSince(earliest)) < 60)
    let revision = try revision(of: Self.key)
    for key in ["a", "b"] {
      #expect(try self.revision(of: "/prefs/fleet/suites/app/group/web/managed/\(key)") == revision)
    }
    try store.commit(["a": nil])
    #expect(try self.revision(of: Self.key) != revision)
  }

  @Test func `nothing is stored by a commit without an author, without changes or that fails`()
    throws
  {
    try store(nil).commit(["a": .integer(1)])
    #expect(try revision(of: Self.key) == nil)
    let store = try store(author)
    try store.commit(["a": .integer(1)])
    #expect(try revision(of: Self.key) == nil)
    #expect(throws: Defaults.StoreError.self) {
      try store.commit(["a": .integer(2)], expecting: ["a": .integer(3)])
    }
    #expect(try revision(of: Self.key) == nil)
  }

  @Test func `a commit with an author has as many keys as the store says`() throws {
    let store = try store(author)
    let limit = try #require(store.capabilities.transactionLimit)
    #expect(limit == 126)
    let edits = (0..<limit).map { number in
      (Defaults.KeyName("\(number)"), Defaults.StoredValue?.some(.bool(true)))
    }
    try store.commit(Dictionary(uniqueKeysWithValues: edits))
    #expect(try store.load(unlike: nil)?.values.count == limit)
    try store.commit(Dictionary(uniqueKeysWithValues: edits.map { ($0.0, nil) }))
    #expect(try store.load(unlike: nil)?.values.isEmpty == true)
  }

  @Test func `long names are cut, and what is no entry is ignored`() {
    let long = String(repeating: "x", count: 100_000)
    let entry = FleetJournal(
      author: FleetAuthor(user: long, host: long, program: long),
      time: Date(timeIntervalSinceReferenceDate: 1)
    )
    #expect(entry.json.count < 1000)
    #expect(FleetJournal(json: entry.json) == entry)
    for text in ["", "[]", "{}", #"{"user": "a", "host": "b", "program": "c", "time": 1}"#] {
      #expect(FleetJournal(json: Data(text.utf8)) == nil)
    }
  }
}

#endif
