#if Fleet

import DefaultsEtcd
import Foundation
import TestSupport
import Testing

@testable import prefs

/// `prefs agent` and `prefs fleet`, with a server.
@Suite(.timeLimit(.minutes(10)))
struct FleetCommandTests {
  private let servers: EtcdServers
  private let directory: TemporaryDirectory
  private let address: String

  init() throws {
    servers = try EtcdServers()
    directory = try TemporaryDirectory()
    address = "etcd://127.0.0.1:\(servers.cluster.endpoints[0].port)/fleet"
  }

  private var environment: [String: String] {
    ["HOME": directory.path, "LC_ALL": "C.UTF-8", "NOTIFY_SOCKET": "", "ETCDCTL_USER": ""]
  }

  private func command(_ arguments: [String]) -> [String] {
    [BuildProducts.directory.appendingPathComponent("prefs").path] + arguments
  }

  /// Runs `prefs fleet`, and returns what it has printed.
  private func fleet(_ arguments: String..., status: Int32 = 0) throws -> String {
    let result = try Program.run(
      command(["fleet"] + arguments + ["--fleet", address]),
      environment: environment
    )
    #expect(result.status == status, "\(arguments): \(result.complaint)")
    return result.output + result.complaint
  }

  private func json(_ arguments: String..., status: Int32 = 0) throws -> [[String: Any]] {
    let result = try Program.run(
      command(["fleet"] + arguments + ["--json", "--fleet", address]),
      environment: environment
    )
    #expect(result.status == status, "\(arguments): \(result.complaint)")
    let records = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(records as? [[String: Any]])
  }

  /// Waits until `prefs fleet status` ends with a status.
  private func waitForStatus(_ status: Int32) -> Bool {
    let command = command(["fleet", "status", "--fleet", address])
    return waitUntil {
      (try? Program.run(command, environment: environment).status) == status
    }
  }

  /// Starts the agent of a machine whose files are below a directory of the test.
  private func agent(_ host: String, groups: String = "") throws -> (Program, root: String) {
    let root = directory.file(host)
    try FileManager.default.createDirectory(
      atPath: root + "/etc/prefs",
      withIntermediateDirectories: true
    )
    let text = "address = \(address)\nhost = \(host)\ngroups = \(groups)\n"
    try text.write(toFile: root + "/etc/prefs/fleet.conf", atomically: true, encoding: .utf8)
    return (try Program(command(["--root", root, "agent"]), environment: environment), root)
  }

  @Test func `an agent mirrors the fleet, and is listed when it has ended`() throws {
    #expect(try fleet("status", status: 1).contains("No machine"))
    #expect(try json("status", status: 1).isEmpty)
    try servers.set("1", at: "app/all/system/a")
    let (agent, root) = try agent("ada", groups: "web, berlin")
    #expect(waitForStatus(0))
    #expect(try fleet("status").contains("online"))
    let read = try Program.run(
      command(["--root", root, "read", "--all", "app", "a"]),
      environment: environment
    )
    #expect(read.output == "1\n")
    var status = try json("status")
    #expect(status.first?["groups"] as? [String] == ["web", "berlin"])
    #expect(status.first?["behind"] as? Int == 0)
    let second = try Program.run(command(["--root", root, "agent"]), environment: environment)
    #expect(second.status == 6)
    #expect(second.complaint.contains("Another agent"))
    agent.send(signal: SIGTERM)
    #expect(agent.wait().status == 0)
    status = try json("status")
    #expect(status.first?["online"] as? Bool == false)
    try servers.set("2", at: "app/all/system/a")
    try servers.set("2", at: "app/host/other/managed/b")
    status = try json("status", status: 1)
    #expect(status.first?["behind"] as? Int == 2)
    try servers.set("garbage", at: "app/host/ada/system/a")
    let (next, _) = try self.agent("ada")
    #expect(waitForStatus(3))
    #expect(try json("status", status: 3).first?["refused"] as? Int == 1)
    #expect(try fleet("status", status: 3).contains("ada: app: a of host/ada/system is refused"))
    next.send(signal: SIGKILL)
  }

  /// By how many changes each machine is behind, whatever the status of the command is.
  private var behind: [Int] {
    let command = command(["fleet", "status", "--json", "--fleet", address])
    guard let text = try? Program.run(command, environment: environment).output,
      let records = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    else { return [] }
    return records.compactMap { $0["behind"] as? Int }
  }

  @Test func `a machine that joins does not put others behind, and a removed key does`() throws {
    try prefs("write", "app", "a", "--integer", "1")
    let (ada, _) = try agent("ada")
    #expect(waitForStatus(0))
    let (bob, _) = try agent("bob")
    #expect(waitUntil { behind == [0, 0] })
    ada.send(signal: SIGTERM)
    #expect(ada.wait().status == 0)
    try prefs("delete", "app", "a")
    #expect(waitUntil { behind == [1, 0] })
    bob.send(signal: SIGTERM)
  }

  @Test func `the status is printed again when something changes, and only then`() throws {
    let (agent, _) = try agent("ada")
    #expect(
      waitUntil {
        (try? servers.control("get", "--prefix", "/prefs/fleet/hosts/"))?.isEmpty == false
      }
    )
    let watch = try Program(
      command(["fleet", "status", "--watch", "--json", "--fleet", address]),
      environment: environment
    )
    func records() -> [[String: Any]] {
      watch.output.split(separator: "\n").compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
    }
    #expect(waitUntil { !records().isEmpty })
    try prefs("write", "app", "a", "--integer", "1")
    #expect(waitUntil { records().last?["behind"] as? Int == 0 && records().count > 1 })
    sleep(1)
    let count = records().count
    let usage = processorTime(watch)
    sleep(4)
    #expect(records().count == count)
    #expect(processorTime(watch) - usage <= 2)
    agent.send(signal: SIGTERM)
    #expect(waitUntil { records().last?["online"] as? Bool == false })
    try servers.control("del", "--prefix", "/prefs/fleet/members/")
    #expect(waitUntil { records().last?["result"] as? String == "removed" })
    watch.send(signal: SIGINT)
    #expect(watch.wait().status == 128 + SIGINT)
  }

  /// The time that a process has used, in hundredths of a second.
  private func processorTime(_ program: Program) -> Int {
    let path = "/proc/\(program.process)/stat"
    let fields = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ") ?? []
    return fields.count > 14 ? (Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0) : 0
  }

  @Test func `the scopes of a key are explained`() throws {
    let (agent, _) = try agent("ada", groups: "web")
    for (path, value) in [
      ("app/all/system/a", "1"), ("app/group/web/system/a", "2"), ("app/host/ada/system/a", "x"),
      ("app/group/other/system/a", "4"), ("app/all/managed/b", "5"),
      ("app.reasons/all/managed/b", "\"why\""), ("app/host/ada/system/b", "6"),
      ("app/all/system/password", "\"tiger\""), ("app/all/system/pin", "\"tiger\""),
    ] { try servers.set(value, at: path) }
    let schema = #"""
      {"x-format": 1, "x-suite": "app", "type": "object",
       "properties": {"pin": {"type": "string", "writeOnly": true}}}
      """#
    try servers.set(schema, at: "app/schema")
    #expect(waitForStatus(3))
    let rows = try json("explain", "ada", "app", "a", "b").map { record in
      [record["scope"] as? String ?? "", record["inUse"] as? Bool == true ? "in use" : ""]
    }
    #expect(
      rows == [
        ["host/ada/system", ""], ["group/web/system", "in use"], ["all/system", ""],
        ["all/managed", "in use"], ["host/ada/system", ""],
      ]
    )
    #expect(try json("explain", "ada", "app", "b").first?["reason"] as? String == "why")
    #expect(try fleet("explain", "ada", "app", "a").contains("refused: it is not the JSON"))
    #expect(try !fleet("explain", "ada", "app").contains("tiger"))
    #expect(try fleet("explain", "ada", "app", "none", status: 1).contains("no such value"))
    #expect(try fleet("explain", "bob", "app", "a", status: 1).contains("No machine"))
    agent.send(signal: SIGTERM)
  }

  @Test func `the values of two machines are compared`() throws {
    let (ada, _) = try agent("ada", groups: "web")
    let (bob, _) = try agent("bob")
    for (path, value) in [
      ("app/all/system/a", "1"), ("app/host/bob/system/a", "2"), ("app/all/system/same", "1"),
      ("app/host/ada/system/same", "1"), ("app/group/web/managed/b", "3"),
      ("app/all/managed/c", "4"), ("app/host/bob/system/c", "5"),
      ("other/host/ada/system/password", "\"tiger\""),
    ] { try servers.set(value, at: path) }
    #expect(
      waitUntil {
        (try? servers.control("get", "--prefix", "/prefs/fleet/hosts/"))?.contains("bob") == true
      }
    )
    #expect(waitForStatus(0))
    let rows = try json("diff", "ada", "bob", "app", status: 1).map {
      ["\($0["key"] ?? "")", "\($0["old"] ?? "")", "\($0["new"] ?? "")"]
    }
    #expect(rows == [["a", "1", "2"], ["b", "3", "<null>"]])
    let all = try fleet("diff", "ada", "bob", status: 1)
    #expect(all.contains("password") && !all.contains("tiger"))
    #expect(try fleet("diff", "ada", "ada").isEmpty)
    for agent in [ada, bob] { agent.send(signal: SIGTERM) }
  }

  /// Runs `prefs` with arguments for a suite of the fleet.
  private func prefs(_ name: String, _ suite: String, _ arguments: String...) throws {
    let result = try Program.run(
      command([name, "\(address)/\(suite)"] + arguments),
      environment: environment
    )
    #expect(result.status == 0, "\(name) \(arguments): \(result.complaint)")
  }

  @Test func `the history of the fleet says who has changed what`() throws {
    #expect(try fleet("history", status: 1).contains("no such change"))
    try prefs("write", "app/group/web/managed", "color", "red")
    try servers.set("\"blue\"", at: "app/group/web/managed/color")
    try prefs("write", "other", "password", "tiger")
    let text = try fleet("history")
    #expect(text.contains("app  group/web/managed  color: \"red\" → \"blue\""))
    #expect(text.contains("by an unknown program"))
    #expect(text.contains("  prefs\n  app  group/web/managed  color: unset → \"red\""))
    #expect(text.contains("other  all/system  password: changed (secret)"))
    #expect(!text.contains("tiger"))
    let records = try json("history", "app")
    #expect(records.count == 2)
    #expect(records[0]["old"] as? String == "red")
    #expect(records[0]["actor"] == nil)
    #expect(records[1]["program"] as? String == "prefs")
    #expect(records[1]["time"] != nil)
    #expect(records[1]["scope"] as? String == "group/web/managed")
    #expect(try json("history", "--limit", "1").first?["suite"] as? String == "other")
    try servers.control("compact", servers.revision)
    #expect(try fleet("history", status: 1).contains("are no longer in etcd"))
  }

  @Test func `the fleet goes back to a revision`() throws {
    try prefs("write", "app", "a", "--integer", "1")
    try prefs("write", "app", "password", "tiger")
    let revision = try servers.revision
    try prefs("write", "app", "a", "--integer", "2")
    try prefs("write", "app", "b", "--integer", "2")
    try prefs("delete", "app", "password")
    let latest = try servers.revision
    let plan = try fleet("rollback", "--to", revision, "--dry-run")
    #expect(plan.contains("all/system  b         2") && !plan.contains("tiger"))
    #expect(try servers.revision == latest)
    let records = try json("rollback", "--to", revision, "--dry-run").map {
      "\($0["key"] ?? "") \($0["old"] ?? "") \($0["new"] ?? "") \($0["result"] ?? "")"
    }
    #expect(records == ["a 2 1 changed", "b 2 <null> removed", "password   new"])
    #expect(try fleet("rollback", "--to", revision, "none") == "0 values changed\n")
    #expect(try fleet("rollback", "--to", revision, "app").contains("3 values changed"))
    #expect(
      try json("history").prefix(3).allSatisfy {
        $0["program"] as? String == "prefs fleet rollback"
      }
    )
    #expect(try fleet("rollback", "--to", revision) == "0 values changed\n")
    #expect(try fleet("rollback", "--to", latest).contains("3 values changed"))
    try servers.control("compact", latest)
    let refusal = try fleet("rollback", "--to", revision, status: 1)
    #expect(refusal.contains("the oldest one is \(latest)"))
    #expect(try fleet("rollback", "--to", "100000", status: 1).contains("no revision 100000"))
  }

  @Test func `a value that the schema refuses keeps a fleet from going back`() throws {
    try servers.set("\"old\"", at: "app/all/system/a")
    try servers.set("1", at: "app/all/system/b")
    let revision = try servers.revision
    let schema = #"{"type": "object", "properties": {"a": {"type": "integer"}}}"#
    try servers.set(schema, at: "app/schema")
    try servers.set("5", at: "app/all/system/a")
    try servers.set("5", at: "app/all/system/b")
    let refusal = try fleet("rollback", "--to", revision, status: 3)
    #expect(refusal.contains("app all/system a: "), "\(refusal)")
    #expect(try fleet("rollback", "--to", revision, "--dry-run", status: 3).contains("refused"))
    #expect(
      try servers.control("get", "--print-value-only", "--prefix", "/prefs/fleet/suites/app/all/")
        == "5\n5\n"
    )
    #expect(
      try fleet("rollback", "--to", revision, "--skip-refused", status: 3).contains(
        "1 value changed"
      )
    )
    #expect(
      try servers.control("get", "--print-value-only", "--prefix", "/prefs/fleet/suites/app/all/")
        == "5\n1\n"
    )
  }

  @Test func `suites are listed by scope`() throws {
    #expect(try fleet("suites", status: 1).contains("no suites"))
    for path in ["app/all/system/a", "app/all/system/b", "app/schema", "b/host/ada/managed/c"] {
      try servers.set("1", at: path)
    }
    try servers.set("1", at: "../all/system/a")
    let rows = try json("suites").map {
      [$0["suite"] as? String ?? "", $0["scope"] as? String ?? "", "\($0["keys"] ?? "-")"]
    }
    #expect(
      rows == [
        ["app", "schema", "-"], ["app", "all/system", "2"], ["b", "host/ada/managed", "1"],
      ]
    )
  }

  @Test func `a machine that is told nothing says what is missing`() throws {
    try FileManager.default.createDirectory(
      atPath: directory.file("empty"),
      withIntermediateDirectories: true
    )
    for (arguments, reason) in [
      (["agent"], "fleet.conf is missing"), (["fleet", "status"], "No fleet is named"),
      (["fleet", "status", "--fleet", "etcd://h"], "not the address of a fleet"),
    ] {
      let result = try Program.run(
        command(["--root", directory.file("empty")] + arguments),
        environment: environment
      )
      #expect(result.status == 2)
      #expect(result.complaint.contains(reason), "\(result.complaint)")
    }
  }
}

#endif
