#if Fleet

import Defaults
import Foundation
import TestSupport
import Testing

@testable import DefaultsEtcd

/// What an agent writes to the files of its machine.
@Suite(.timeLimit(.minutes(10)))
struct FleetAgentTests {
  private let servers: EtcdServers
  private let directory: TemporaryDirectory

  init() throws {
    servers = try EtcdServers()
    directory = try TemporaryDirectory()
  }

  private func agent(
    _ host: String = "ada",
    groups: [String] = [],
    schema: FleetSchema? = nil
  ) throws -> TestAgent {
    try TestAgent(
      host,
      groups: groups,
      on: servers.cluster,
      in: directory.file(host),
      schema: schema
    )
  }

  private func status(of host: String = "ada", in register: FleetRegister = .hosts) -> FleetStatus?
  {
    let key = "/prefs/fleet/\(register.rawValue)/\(host)"
    let text = try? servers.control("get", "--print-value-only", key)
    return text.flatMap { FleetStatus(json: Data($0.utf8)) }
  }

  // MARK: - Files

  @Test func `the files have what the fleet sets, locks and removes`() throws {
    try servers.set("1", at: "app/all/system/a")
    let agent = try agent(groups: ["web"])
    #expect(waitUntil { agent.values("system/app") == ["a": .integer(1)] })
    try servers.set("\"blue\"", at: "app/group/web/managed/b")
    try servers.set("2", at: "app/host/ada/system/a")
    #expect(waitUntil { agent.values("managed/app") == ["b": .string("blue")] })
    #expect(waitUntil { agent.values("system/app") == ["a": .integer(2)] })
    try servers.set(nil, at: "app/group/web/managed/b")
    try servers.set(nil, at: "app/host/ada/system/a")
    #expect(waitUntil { agent.values("system/app") == ["a": .integer(1)] })
    #expect(waitUntil { agent.files == ["system/app.plist"] })
    try servers.set(nil, at: "app/all/system/a")
    #expect(waitUntil { agent.files.isEmpty })
  }

  @Test func `everybody can read the files, and only their owner can write them`() throws {
    try servers.set("1", at: "app/all/managed/a")
    let agent = try agent()
    #expect(waitUntil { agent.values("managed/app") == ["a": .integer(1)] })
    for (path, mode) in [("", 0o755), ("/managed", 0o755), ("/managed/app.plist", 0o644)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: agent.directory + path)
      #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
    }
  }

  @Test func `a suite of the machine has the values and locks at once`() throws {
    let agent = try agent()
    var directories = Defaults.LayerDirectories(environment: ["HOME": directory.path])
    directories.fleetDirectory = agent.directory
    directories.managedDirectory = directory.file("none/managed")
    directories.managedOwner = geteuid()
    let suite = Defaults.Suite(
      name: "app",
      store: Defaults.InMemoryStore(),
      layerDirectories: directories
    )
    #expect(suite.effectiveValues().isEmpty)
    try servers.set("\"Ask the desk\"", at: "app.reasons/all/managed/a")
    try servers.set("1", at: "app/all/managed/a")
    #expect(waitUntil { suite.lock(forKey: "a")?.reason == "Ask the desk" })
    #expect(suite.effectiveValue(forKey: "a") == .integer(1))
    #expect(suite.lock(forKey: "a")?.location == directory.file("ada/managed/app.plist"))
  }

  @Test func `a transaction is one state of a file`() throws {
    let agent = try agent()
    let store = try servers.store(suite: "app")
    try store.commit(["a": .integer(0), "b": .integer(0)])
    #expect(waitUntil { agent.values("system/app") == ["a": .integer(0), "b": .integer(0)] })
    let end = ContinuousClock.now + .seconds(3)
    var seen: Set<Int128> = []
    Concurrently.run(threads: 2) { number in
      var count: Int128 = 0
      while number == 0, ContinuousClock.now < end {
        count += 1
        _ = try? store.commit(["a": .integer(count), "b": .integer(count)])
      }
      while number == 1, ContinuousClock.now < end {
        let values = agent.values("system/app")
        #expect(values["a"] == values["b"])
      }
    }
    if case .integer(let number)? = agent.values("system/app")["a"] { seen.insert(number) }
    #expect(seen.first ?? 0 > 0)
  }

  // MARK: - Without a server

  @Test func `the files stay while no server runs, and follow afterwards`() async throws {
    try servers.set("1", at: "app/all/system/a")
    var agent = try agent()
    #expect(waitUntil { agent.values("system/app") == ["a": .integer(1)] })
    servers.kill(0)
    await agent.end()
    agent = try self.agent()
    #expect(waitUntil { !agent.log.elements.isEmpty })
    #expect(agent.values("system/app") == ["a": .integer(1)])
    try servers.start(0)
    try servers.waitForLeader()
    try servers.set("2", at: "app/all/system/a")
    #expect(waitUntil(timeout: 30) { agent.values("system/app") == ["a": .integer(2)] })
  }

  @Test func `what was removed while the agent was not running is removed`() async throws {
    try servers.set("1", at: "app/all/system/a")
    try servers.set("1", at: "gone/all/managed/a")
    try servers.set("\"why\"", at: "gone.reasons/all/managed/a")
    var agent = try agent()
    #expect(
      waitUntil {
        agent.files == ["system/app.plist", "managed/gone.plist", "managed/gone.reasons.plist"]
      }
    )
    await agent.end()
    try servers.set(nil, at: "gone/all/managed/a")
    agent = try self.agent()
    #expect(waitUntil { agent.files == ["system/app.plist"] })
  }

  @Test func `a change while the server did not respond arrives afterwards`() throws {
    let agent = try agent()
    try servers.set("1", at: "app/all/system/a")
    #expect(waitUntil { agent.values("system/app") == ["a": .integer(1)] })
    let count = agent.log.elements.count
    servers.suspend(0)
    #expect(waitUntil(timeout: 60) { agent.log.elements.count > count })
    servers.resume(0)
    try servers.waitForLeader()
    try servers.set("2", at: "app/all/system/a")
    #expect(waitUntil(timeout: 30) { agent.values("system/app") == ["a": .integer(2)] })
  }

  @Test func `all is read again if a compaction has removed events that are missing`() throws {
    let agent = try agent()
    try servers.set("1", at: "app/all/system/a")
    try servers.set("1", at: "app/all/system/b")
    #expect(waitUntil { agent.values("system/app").count == 2 })
    servers.kill(0)
    // The log says that the connection is lost.
    #expect(waitUntil { agent.log.elements.last?.contains("etcd://") == true })
    try servers.start(0)
    // Before the agent is back, which pauses for some seconds by now, the event is gone.
    try servers.waitForLeader()
    try servers.set("2", at: "app/all/system/a")
    try servers.set(nil, at: "app/all/system/b")
    try servers.control("compaction", try servers.revision)
    #expect(waitUntil(timeout: 30) { agent.values("system/app") == ["a": .integer(2)] })
  }

  // MARK: - Refused values

  @Test func `a refused value leaves the last one and is reported`() throws {
    let schema = #"""
      {"x-format": 1, "x-suite": "app", "type": "object",
       "properties": {"a": {"type": "integer", "maximum": 9}}}
      """#
    try servers.set(schema, at: "app/schema")
    try servers.set("1", at: "app/all/system/a")
    let agent = try agent()
    #expect(waitUntil { agent.values("system/app") == ["a": .integer(1)] })
    try servers.set("10", at: "app/all/system/a")
    try servers.set("2", at: "app/all/system/b")
    #expect(waitUntil { agent.values("system/app") == ["a": .integer(1), "b": .integer(2)] })
    #expect(waitUntil { status()?.refusedCount == 1 })
    #expect(status()?.refusals.first?.key == "a")
    #expect(agent.log.elements.contains { $0.contains("is refused") })
    try servers.set("9", at: "app/all/system/a")
    #expect(waitUntil { status()?.refusedCount == 0 })
    #expect(agent.values("system/app")["a"] == .integer(9))
  }

  @Test func `a schema on the machine that cannot be used lets nothing through`() throws {
    try servers.set("1", at: "app/all/system/a")
    let agent = try agent(schema: .unusable)
    #expect(waitUntil { status()?.refusedCount == 1 })
    #expect(agent.values("system/app").isEmpty)
  }

  @Test func `hostile keys and values write nothing but files of suites`() throws {
    for suite in ["..%2F..%2Fescaped", "..", "a%00b", "%2Fetc%2Fpasswd", ".hidden", "-"] {
      try servers.set("1", at: "\(suite)/all/managed/a")
      try servers.set("1", at: "\(suite)/all/system/a")
    }
    try servers.set("not json", at: "app/all/system/a")
    try servers.set(String(repeating: "x", count: 100_000), at: "app/all/system/b")
    try servers.set("1", at: "app/all/system/c")
    let agent = try agent()
    #expect(waitUntil { agent.values("system/app") == ["c": .integer(1)] })
    #expect(agent.files == ["system/app.plist", "system/-.plist", "managed/-.plist"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["ada"])
    #expect(waitUntil { status()?.refusedCount == 2 })
  }

  @Test func `a file that cannot be written holds up no other, and is tried again`() throws {
    try FileManager.default.createDirectory(
      atPath: directory.file("ada/system/app.plist/x"),
      withIntermediateDirectories: true
    )
    try servers.set("1", at: "app/all/system/a")
    try servers.set("1", at: "other/all/system/a")
    let agent = try agent()
    #expect(waitUntil { agent.values("system/other") == ["a": .integer(1)] })
    #expect(status()?.revision ?? 0 == 0)
    try servers.set("2", at: "other/all/system/a")
    #expect(waitUntil { agent.values("system/other") == ["a": .integer(2)] })
    #expect(!agent.log.elements.contains { $0.hasSuffix("in the files of app") })
    try FileManager.default.removeItem(atPath: directory.file("ada/system/app.plist"))
    #expect(waitUntil(timeout: 30) { agent.values("system/app") == ["a": .integer(1)] })
    #expect(waitUntil { status()?.revision ?? 0 > 0 })
  }

  // MARK: - Status

  @Test func `a user needs to read the suites and to write the status`() throws {
    let servers = try EtcdServers(options: ["--auth-token-ttl", "1"])
    try servers.set("1", at: "app/all/system/a")
    for command in [
      ["user", "add", "root:secret"], ["user", "grant-role", "root", "root"],
      ["role", "add", "agent"], ["user", "add", "ada:lovelace"],
      ["role", "grant-permission", "agent", "--prefix=true", "read", "/prefs/fleet/suites/"],
      ["role", "grant-permission", "agent", "readwrite", "/prefs/fleet/hosts/ada"],
      ["role", "grant-permission", "agent", "readwrite", "/prefs/fleet/members/ada"],
      ["user", "grant-role", "ada", "agent"], ["auth", "enable"],
    ] { try servers.control(command) }
    var cluster = servers.cluster
    cluster.user = .init(name: "ada", password: "lovelace")
    let agent = try TestAgent(on: cluster, in: directory.file("ada"))
    #expect(waitUntil { agent.values("system/app") == ["a": .integer(1)] })
    // The token has expired, also when the lease is extended.
    sleep(7)
    try servers.control(
      "--user",
      "root:secret",
      "put",
      "/prefs/fleet/suites/app/all/system/a",
      "2"
    )
    #expect(waitUntil { agent.values("system/app") == ["a": .integer(2)] })
    let key = ["--user", "root:secret", "get", "--print-value-only", "/prefs/fleet/hosts/ada"]
    #expect(waitUntil { (try? servers.control(key).contains("\"revision\": ")) == true })
    #expect(agent.log.elements.count == 3, "\(agent.log.elements)")
  }

  @Test func `a status that may not be stored is logged once, and the files follow nevertheless`()
    throws
  {
    let servers = try EtcdServers()
    try servers.set("1", at: "app/all/system/a")
    for command in [
      ["user", "add", "root:secret"], ["user", "grant-role", "root", "root"],
      ["role", "add", "reader"], ["user", "add", "ada:lovelace"],
      ["role", "grant-permission", "reader", "--prefix=true", "read", "/prefs/fleet/suites/"],
      ["user", "grant-role", "ada", "reader"], ["auth", "enable"],
    ] { try servers.control(command) }
    var cluster = servers.cluster
    cluster.user = .init(name: "ada", password: "lovelace")
    let agent = try TestAgent(on: cluster, in: directory.file("ada"))
    #expect(waitUntil { agent.log.elements.contains { $0.contains("permission denied") } })
    sleep(3)
    try servers.control(
      "--user",
      "root:secret",
      "put",
      "/prefs/fleet/suites/app/all/system/a",
      "2"
    )
    #expect(waitUntil { agent.values("system/app") == ["a": .integer(2)] })
    #expect(agent.log.elements.count { $0.contains("permission denied") } == 1)
  }

  @Test func `a machine is reported while its agent runs, and stays known afterwards`() async throws
  {
    try servers.set("1", at: "app/all/system/a")
    let agent = try agent(groups: ["web"])
    #expect(waitUntil { status()?.revision ?? 0 > 0 })
    #expect(status()?.member == FleetMember(host: "ada", groups: ["web"]))
    let revision = status()?.revision
    await agent.end()
    #expect(status() == nil)
    #expect(status(in: .members)?.revision == revision)
  }
}

#endif
