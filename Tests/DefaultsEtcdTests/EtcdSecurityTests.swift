#if Fleet

import Defaults
import DefaultsEtcd
import Foundation
import TestSupport
import Testing

/// Users, passwords and certificates.
@Suite(.timeLimit(.minutes(10)))
struct EtcdSecurityTests {
  /// Starts a server with the user `ada`, who may read and write the suites of one fleet.
  private func serversWithUsers() throws -> EtcdServers {
    let servers = try EtcdServers(options: ["--auth-token-ttl", "1"])
    for command in [
      ["user", "add", "root:secret"], ["user", "grant-role", "root", "root"],
      ["role", "add", "office"], ["user", "add", "ada:lovelace"],
      ["role", "grant-permission", "office", "--prefix=true", "readwrite", "/prefs/office/"],
      ["user", "grant-role", "ada", "office"], ["auth", "enable"],
    ] { try servers.control(command) }
    return servers
  }

  private func store(
    _ servers: EtcdServers,
    _ password: String,
    fleet: String = "office"
  ) throws -> EtcdStore {
    var cluster = servers.cluster
    cluster.user = .init(name: "ada", password: password)
    return EtcdStore(suite: "s", in: try EtcdFleet(fleet, on: cluster), scope: .init(.all, .system))
  }

  @Test func `a user's token is renewed when it has expired`() throws {
    let servers = try serversWithUsers()
    let store = try store(servers, "lovelace")
    let events = Recorder<Defaults.StoreEvent>()
    let watch = store.watch { events.record($0) }
    #expect(waitUntil { events.elements == [.changed] })
    for number in 1...2 {
      try store.commit(["k": .integer(Int128(number))])
      #expect(waitUntil { events.elements == Array(repeating: .changed, count: number + 1) })
      sleep(3)
    }
    #expect(try store.load(unlike: nil)?.values == ["k": .integer(2)])
    watch?.cancel()
  }

  @Test func `who may not read or write is refused`() throws {
    let servers = try serversWithUsers()
    for (store, reason) in [
      (try store(servers, "byron"), "authentication failed"),
      (try store(servers, "lovelace", fleet: "home"), "permission denied"),
      (try servers.store(fleet: "office"), "user name is empty"),
    ] {
      for attempt in [
        { _ = try store.load(unlike: nil) }, { _ = try store.commit(["k": .bool(true)]) },
      ] {
        let error = #expect(throws: Defaults.StoreError.self) { try attempt() }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        #expect(error?.isTemporary == false)
        #expect(error?.description.contains("byron") == false)
      }
    }
  }

  @Test func `a watch that is not permitted does not disconnect other stores`() throws {
    let servers = try serversWithUsers()
    for command in [
      ["role", "add", "half"], ["user", "add", "mary:shelley"],
      [
        "role", "grant-permission", "half", "--prefix=true", "readwrite",
        "/prefs/office/suites/permitted/",
      ],
      ["user", "grant-role", "mary", "half"],
    ] { try servers.control(["--user", "root:secret"] + command) }
    var cluster = servers.cluster
    cluster.user = .init(name: "mary", password: "shelley")
    let fleet = try EtcdFleet("office", on: cluster)
    let permitted = Recorder<Defaults.StoreEvent>()
    let forbidden = Recorder<Defaults.StoreEvent>()
    let store = EtcdStore(suite: "permitted", in: fleet, scope: .init(.all, .system))
    let watch = store.watch { permitted.record($0) }
    #expect(waitUntil { permitted.elements == [.changed] })
    let other = EtcdStore(suite: "other", in: fleet, scope: .init(.all, .system))
    let otherWatch = other.watch { forbidden.record($0) }
    #expect(waitUntil { !forbidden.elements.isEmpty })
    guard case .disconnected(let error)? = forbidden.elements.first else {
      Issue.record("\(forbidden.elements)")
      return
    }
    #expect(!error.isTemporary)
    #expect(error.description.contains("permission denied"))
    // Meanwhile the other watch is tried again.
    sleep(2)
    try store.commit(["k": .integer(1)])
    #expect(waitUntil { permitted.elements.count > 1 })
    #expect(permitted.elements.allSatisfy { $0 == .changed })
    watch?.cancel()
    otherWatch?.cancel()
  }

  @Test func `a server and its clients show certificates to each other`() throws {
    let certificates = try Certificates()
    let servers = try EtcdServers(certificates: certificates)
    var cluster = servers.cluster
    let identity = EtcdCluster.TLS.Identity(
      certificate: certificates.file("client.pem"),
      privateKey: certificates.file("client.key")
    )
    func load(_ tls: EtcdCluster.TLS?) throws {
      cluster.tls = tls
      let fleet = try EtcdFleet("fleet", on: cluster)
      let store = EtcdStore(suite: "s", in: fleet, scope: .init(.all, .system))
      try store.commit(["k": .bool(true)])
      #expect(try store.load(unlike: nil)?.values == ["k": .bool(true)])
    }
    let authorities = certificates.file("ca.pem")
    try load(.init(authorities: authorities, identity: identity))
    for tls in [
      nil, .init(authorities: authorities), .init(identity: identity),
      .init(authorities: certificates.file("client.pem"), identity: identity),
      .init(authorities: "/nowhere.pem"),
    ] as [EtcdCluster.TLS?] {
      #expect(throws: Defaults.StoreError.self) { try load(tls) }
    }
  }

  @Test(arguments: [
    ("localhost", true), ("127.0.0.1", true), ("127.255.0.3", true), ("::1", true),
    ("etcd.example.org", false), ("127.evil.example", false), ("10.0.0.1", false), ("", false),
  ])
  func `nothing is sent to another host without encryption`(host: String, isLocal: Bool) throws {
    var cluster = EtcdCluster(endpoints: [.init(host: "localhost"), .init(host: host)])
    let fleet = try? EtcdFleet("fleet", on: cluster)
    #expect((fleet != nil) == isLocal)
    cluster.allowsPlaintext = true
    #expect(throws: Never.self) { try EtcdFleet("fleet", on: cluster) }
    cluster.allowsPlaintext = false
    cluster.tls = .init()
    #expect(throws: Never.self) { try EtcdFleet("fleet", on: cluster) }
    cluster.endpoints[1].port = 0
    #expect(throws: Defaults.StoreError.self) { try EtcdFleet("fleet", on: cluster) }
  }
}

#endif
