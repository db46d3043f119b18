#if Fleet

import Defaults
import Foundation
import TestSupport
import Testing

@testable import DefaultsEtcd

/// The roles that `prefs fleet roles` prints, on a server that checks them.
@Suite(.timeLimit(.minutes(10)))
struct FleetRolesTests {
  private let servers: EtcdServers
  private let directory: TemporaryDirectory
  private let address: String

  init() throws {
    servers = try EtcdServers()
    directory = try TemporaryDirectory()
    address = "etcd://127.0.0.1:\(servers.cluster.endpoints[0].port)/fleet"
  }

  /// Runs `prefs` as a user of etcd.
  private func prefs(_ arguments: [String], as user: String = "") throws -> Program.Result {
    let path = BuildProducts.directory.appendingPathComponent("prefs").path
    let environment = [
      "HOME": directory.path, "LC_ALL": "C.UTF-8", "ETCDCTL_PASSWORD": "",
      "ETCDCTL_USER": user.isEmpty ? "" : "\(user):secret",
    ]
    return try Program.run([path] + arguments, environment: environment)
  }

  /// Runs the printed commands, with a password for each user.
  private func applyRoles(_ hosts: String...) throws {
    let printed = try prefs(["fleet", "roles", "--fleet", address] + hosts)
    #expect(printed.status == 0, "\(printed.complaint)")
    for line in printed.output.split(separator: "\n") where !line.hasPrefix("#") {
      var words = line.split(separator: " ").map(String.init)
      #expect(words.removeFirst() == "etcdctl")
      if words.starts(with: ["user", "add"]) { words[2] += ":secret" }
      try servers.control(words)
    }
  }

  private func fleet(as user: String) throws -> EtcdFleet {
    var cluster = servers.cluster
    cluster.user = .init(name: user, password: "secret")
    return try EtcdFleet("fleet", on: cluster, author: .current(program: "test"))
  }

  @Test func `each role is permitted what it needs, and nothing else`() async throws {
    try applyRoles("ada", "büro/1")
    let suite = "\(address)/app/all/managed"
    let written = try prefs(["write", suite, "a", "--integer", "1"], as: "prefs-fleet-admin")
    #expect(written.status == 0, "\(written.complaint)")

    for host in ["ada", "büro/1"] {
      let user = "prefs-fleet-agent-\(EtcdName.encode(host))"
      var cluster = servers.cluster
      cluster.user = .init(name: user, password: "secret")
      let agent = try TestAgent(host, on: cluster, in: directory.file(EtcdName.encode(host)))
      #expect(waitUntil { agent.values("managed/app") == ["a": .integer(1)] })
      let admin = try fleet(as: "prefs-fleet-admin")
      #expect(
        waitUntil {
          (try? admin.machines())?.contains { $0.status.member.host == host && $0.isOnline } == true
        }
      )
      await agent.end()
      #expect(try admin.machines().contains { $0.status.member.host == host && !$0.isOnline })

      let refusal = try prefs(["write", suite, "a", "--integer", "2"], as: user)
      #expect(refusal.status == 6 && refusal.complaint.contains("permission denied"))
      let store = EtcdStore(
        suite: "app",
        in: try fleet(as: user),
        scope: .init(.host(host), .system)
      )
      #expect(throws: Defaults.StoreError.self) { try store.commit(["a": .integer(2)]) }
      for key in ["members/other", "hosts/other", "journal/app/all/system", "suites/app/schema"] {
        #expect(throws: EtcdServers.Failure.self) {
          try servers.control("--user", "\(user):secret", "put", "/prefs/fleet/\(key)", "{}")
        }
      }
    }

    for command in ["status", "history", "suites"] {
      let read = try prefs(["fleet", command, "--fleet", address], as: "prefs-fleet-reader")
      #expect(!read.output.isEmpty && read.complaint.isEmpty, "\(command): \(read.complaint)")
    }
    let refusal = try prefs(["write", suite, "a", "--integer", "2"], as: "prefs-fleet-reader")
    #expect(refusal.complaint.contains("permission denied"))
    let arguments = ["fleet", "rollback", "--fleet", address, "--to", "1"]
    #expect(try prefs(arguments, as: "prefs-fleet-reader").complaint.contains("permission denied"))
    let back = try prefs(arguments, as: "prefs-fleet-admin")
    #expect(back.output.contains("1 value changed"), "\(back.complaint)")
    #expect(
      try prefs(["fleet", "status", "--fleet", address]).complaint.contains("user name is empty")
    )
  }

  @Test func `a shell reads each name as one word`() throws {
    let name = "a b;$(reboot)'\"\\é"
    let fleet = try EtcdFleet(name, on: servers.cluster)
    for kind in [FleetRole.Kind.admin, .reader, .agent(host: name)] {
      for word in fleet.role(kind).commands.joined() {
        #expect(word.wholeMatch(of: /[-A-Za-z0-9%\/._=]+/) != nil, "\(word)")
      }
    }
  }
}

#endif
