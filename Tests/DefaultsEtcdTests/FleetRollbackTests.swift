#if Fleet

import Defaults
import Foundation
import TestSupport
import Testing

@testable import DefaultsEtcd

/// Going back to an earlier revision.
@Suite(.timeLimit(.minutes(10)))
struct FleetRollbackTests {
  private let servers: EtcdServers
  private let fleet: EtcdFleet

  init() throws {
    servers = try EtcdServers()
    fleet = try EtcdFleet(
      "fleet",
      on: servers.cluster,
      author: FleetAuthor(user: "ada", host: "desk", program: "test")
    )
  }

  private func store(_ suite: String, _ scope: EtcdScope = .init(.all, .system)) -> EtcdStore {
    EtcdStore(suite: suite, in: fleet, scope: scope)
  }

  private func revision() throws -> Int64 { try fleet.revisions().upperBound }

  /// Everything below the suites, as etcdctl prints it.
  private func contents() throws -> String {
    try servers.control("get", "--prefix", "/prefs/fleet/suites/")
  }

  @Test func `all suites, scopes and unreadable values come back in one transaction`() throws {
    try store("app").commit(["a": .integer(1), "gone": .string("x")])
    try store("app", .init(.host("ü"), .managed)).commit(["k": .bool(true)])
    try store("app.reasons", .init(.host("ü"), .managed)).commit(["k": .string("why")])
    try store("other").commit(["a": .date(Date(timeIntervalSinceReferenceDate: 0))])
    let (target, before) = (try revision(), try contents())
    try store("app").commit(["a": .integer(2), "gone": nil, "new": .integer(3)])
    try store("app", .init(.host("ü"), .managed)).commit(["k": nil])
    try store("app.reasons", .init(.host("ü"), .managed)).commit(["k": nil])
    try store("other").commit(["a": .integer(5)])
    let plan = try fleet.rollback(to: target)
    #expect(plan.rows.map(\.key) == ["a", "gone", "new", "k", "k", "a"])
    #expect(try fleet.rollback(to: target, of: ["app"]).rows.count == 5)
    let parts = fleet.parts(of: plan.rows)
    #expect(parts.count == 1)
    #expect(try fleet.apply(parts[0]).isEmpty)
    #expect(try contents() == before)
    #expect(try revision() == plan.revision + 1)
    #expect(try fleet.history(limit: 6).changes.allSatisfy { $0.author?.user == "ada" })
    #expect(try fleet.rollback(to: target).rows.isEmpty)
  }

  @Test func `a value that has changed since the plan is not replaced`() throws {
    try store("app").commit(["a": .integer(1), "b": .integer(1)])
    let target = try revision()
    try store("app").commit(["a": .integer(2), "b": .integer(2), "c": .integer(2)])
    let part = try #require(fleet.parts(of: try fleet.rollback(to: target).rows).first)
    try servers.set("2", at: "app/all/system/b")
    try servers.set(nil, at: "app/all/system/c")
    let before = try contents()
    #expect(try fleet.apply(part).map(\.key) == ["b", "c"])
    #expect(try contents() == before)
    #expect(try fleet.apply(part).count == 2)
  }

  @Test func `what is too much for a transaction is changed in parts`() throws {
    func commit(_ number: Int, _ text: String?) throws {
      for start in stride(from: 0, to: 300, by: 100) {
        let edits = (start..<start + 100).map { key in
          (Defaults.KeyName("\(key)"), text.map { Defaults.StoredValue.string($0) })
        }
        try store("app", .init(.group("\(number)"), .system))
          .commit(Dictionary(uniqueKeysWithValues: edits))
      }
    }
    try commit(1, "small")
    try commit(2, String(repeating: "x", count: 15_000))
    let (target, before) = (try revision(), try contents())
    try commit(1, nil)
    try commit(2, "y")
    let plan = try fleet.rollback(to: target)
    #expect(plan.rows.count == 600)
    let parts = fleet.parts(of: plan.rows)
    #expect((6...7).contains(parts.count))
    for part in parts { #expect(try fleet.apply(part).isEmpty) }
    #expect(try contents() == before)
  }
}

#endif
