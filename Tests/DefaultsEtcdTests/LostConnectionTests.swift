#if Fleet

import Defaults
import DefaultsEtcd
import TestSupport
import Testing

/// Calls whose connection is lost while the only server can still be reached.
@Suite(.timeLimit(.minutes(5)))
struct LostConnectionTests {
  private let servers: EtcdServers

  init() throws {
    servers = try EtcdServers()
  }

  private func store(on cluster: EtcdCluster) throws -> EtcdStore {
    EtcdStore(suite: "app", in: try EtcdFleet("fleet", on: cluster), scope: .init(.all, .system))
  }

  @Test(arguments: LossyProxy.Loss.allCases)
  func `a commit is made once`(loss: LossyProxy.Loss) throws {
    let direct = try store(on: servers.cluster)
    try direct.commit(["k": .integer(1)])
    let proxy = try LossyProxy(to: servers, cuttingAt: "marked", losing: loss)
    let store = try store(on: proxy.cluster)
    let revision = try #require(Int(try servers.revision))
    let commit = try store.commit(
      ["k": .string("marked"), "n": .integer(2)],
      expecting: ["k": .integer(1)]
    )
    #expect(commit.replaced == ["k": .integer(1)])
    #expect(commit.snapshot.values == ["k": .string("marked"), "n": .integer(2)])
    #expect(try direct.load(unlike: nil)?.values == commit.snapshot.values)
    #expect(try servers.revision == "\(revision + 1)")
  }

  @Test(arguments: LossyProxy.Loss.allCases)
  func `a removal is made, and no conflict of its own`(loss: LossyProxy.Loss) throws {
    let direct = try store(on: servers.cluster)
    try direct.commit(["marked": .integer(1)])
    let proxy = try LossyProxy(to: servers, cuttingAt: "/system/marked", losing: loss)
    let store = try store(on: proxy.cluster)
    do throws(Defaults.StoreError) {
      _ = try store.commit(["marked": nil], expecting: ["marked": .integer(1)])
      #expect(loss == .request)
    } catch {
      // Nothing in etcd says who has removed the key.
      #expect(loss == .response && error.isTemporary)
    }
    #expect(try direct.load(unlike: nil)?.values == [:])
  }

  @Test func `a commit that is always lost fails, and nothing is changed`() throws {
    let proxy = try LossyProxy(to: servers, cuttingAt: "marked", losing: .request, times: 100)
    let store = try store(on: proxy.cluster)
    let error = #expect(throws: Defaults.StoreError.self) {
      try store.commit(["k": .string("marked")])
    }
    #expect(error?.isTemporary == true)
    #expect(try store.load(unlike: nil)?.values == [:])
  }

  @Test(arguments: LossyProxy.Loss.allCases)
  func `a suite and its history are read`(loss: LossyProxy.Loss) throws {
    let direct = try store(on: servers.cluster)
    for number in 0..<3 { try direct.commit(["k": .integer(Int128(number))]) }
    for passes in 0..<8 {
      // Every request for the suite has this text.
      let proxy = try LossyProxy(to: servers, cuttingAt: "/app/", losing: loss, passing: passes)
      #expect(try store(on: proxy.cluster).load(unlike: nil)?.values == ["k": .integer(2)])
      let history = try EtcdFleet("fleet", on: proxy.cluster).history(of: "app", limit: 10)
      #expect(history.changes.map(\.new) == [2, 1, 0].map { .integer($0) }, "\(passes)")
    }
  }
}

#endif
