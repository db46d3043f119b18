#if Fleet

import Defaults
import Foundation
import GRPCCore
import SwiftProtobuf
import TestSupport
import Testing

@testable import DefaultsEtcd

/// What a store does while servers cannot be reached, and afterwards.
@Suite(.timeLimit(.minutes(10)))
struct EtcdFailureTests {
  private let prefix = "/prefs/fleet/suites/org.example.Sketchbook/all/system/"

  @Test
  func `a watch reports every change and a lost connection, and nothing when it is cancelled`()
    throws
  {
    let servers = try EtcdServers()
    let store = try servers.store()
    try store.commit(["k": .integer(0)])
    let events = Recorder<Defaults.StoreEvent>()
    let watch = try #require(store.watch { events.record($0) })
    #expect(waitUntil { events.elements == [.changed] })

    for number in 1...3 {
      try servers.control("put", prefix + "k", "\(number)")
      #expect(waitUntil { events.elements.count == number + 1 })
      #expect(try store.load(unlike: nil)?.values == ["k": .integer(Int128(number))])
    }
    servers.kill(0)
    #expect(waitUntil { events.elements.count == 5 })
    guard case .disconnected(let error)? = events.elements.last else {
      Issue.record("\(events.elements)")
      return
    }
    #expect(error.isTemporary)
    watch.cancel()
    // A load needs no events: those of a new and a removed key are compacted.
    try servers.start(0)
    try servers.waitForLeader()
    try servers.control("put", prefix + "new", "true")
    try servers.control("del", prefix + "k")
    try servers.control("compaction", try servers.revision)
    #expect(try store.load(unlike: nil)?.values == ["new": .bool(true)])
    #expect(events.elements.count == 5)
  }

  @Test func `a watch begins anew after a compaction, and fails if it is refused`() throws {
    let events = Recorder<Defaults.StoreEvent>()
    let reports = Reports { events.record($0) }
    let created = EtcdWatchResponse.with { $0.created = true }
    #expect(try EtcdWatch.receive(created, reports))
    let compacted = EtcdWatchResponse.with {
      $0.canceled = true
      $0.compactRevision = 5
    }
    #expect(try EtcdWatch.receive(compacted, reports) == false)
    #expect(try EtcdWatch.receive(created, reports))
    let refused = EtcdWatchResponse.with {
      $0.created = true
      $0.canceled = true
      $0.cancelReason = "permission denied"
    }
    #expect(throws: RPCError.self) { try EtcdWatch.receive(refused, reports) }
    #expect(waitUntil { events.elements == [.changed, .changed] })
  }

  @Test func `a watch goes on after a restart and a compaction`() throws {
    let servers = try EtcdServers()
    let store = try servers.store()
    let events = Recorder<Defaults.StoreEvent>()
    let watch = try #require(store.watch { events.record($0) })
    #expect(waitUntil { events.elements == [.changed] })
    servers.kill(0)
    #expect(waitUntil { events.elements.count == 2 })
    try servers.start(0)
    try servers.waitForLeader()
    try servers.control("put", prefix + "k", "1")
    try servers.control("compaction", try servers.revision)
    try servers.control("defrag")
    #expect(waitUntil(timeout: 30) { events.elements.contains(.connected) })
    #expect(try store.load(unlike: nil)?.values == ["k": .integer(1)])
    let count = events.elements.count
    try servers.control("put", prefix + "k", "2")
    #expect(waitUntil { events.elements.count > count })
    #expect(try store.load(unlike: nil)?.values == ["k": .integer(2)])
    watch.cancel()
  }

  @Test func `a suite keeps its values without a server, and stores its writes later`() async throws
  {
    let servers = try EtcdServers()
    let suite = Defaults.Suite(name: "sketchbook", store: try servers.store())
    let key = Defaults.Key<Int>("k", default: 0, suite: suite)
    await suite.load()
    Defaults[key] = 1
    try await suite.flush()
    servers.kill(0)
    let start = ContinuousClock.now
    Defaults[key] = 2
    Defaults[Defaults.Key<Int>("other", default: 0, suite: suite)] = 3
    let error = #expect(throws: Defaults.StoreError.self) { try suite.flush() }
    #expect(error?.isTemporary == true)
    #expect(ContinuousClock.now - start < .seconds(6))
    #expect(Defaults[key] == 2)
    try servers.start(0)
    try servers.waitForLeader()
    #expect(waitUntil(timeout: 60) { (try? suite.flush()) != nil })
    #expect(try servers.control("get", "--print-value-only", prefix + "k") == "2\n")
    #expect(try servers.control("get", "--print-value-only", prefix + "other") == "3\n")
  }

  @Test func `a cluster without a majority changes nothing, and goes on with one`() throws {
    let servers = try EtcdServers(3)
    let store = try servers.store(timeout: .seconds(2))
    try store.commit(["k": .integer(1)])
    servers.suspend(0)
    // The server that does not respond is left for the next one.
    #expect(try store.load(unlike: nil)?.values == ["k": .integer(1)])
    servers.kill(1)
    let load = #expect(throws: Defaults.StoreError.self) { try store.load(unlike: nil) }
    let commit = #expect(throws: Defaults.StoreError.self) { try store.commit(["k": .integer(2)]) }
    #expect(load?.isTemporary == true)
    #expect(commit?.isTemporary == true)
    servers.resume(0)
    try servers.waitForLeader()
    #expect(waitUntil(timeout: 60) { (try? store.commit(["k": .integer(3)])) != nil })
    #expect(try store.load(unlike: nil)?.values == ["k": .integer(3)])
  }
}

#endif
