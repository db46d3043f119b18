#if Fleet

import Defaults
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DefaultsEtcd

extension EtcdProofTests {
  /// Agents on one server, whose number `FLEET_HOSTS` can set; all see each change.
  @Test func `a change is in the files of all machines within a second`() throws {
    let servers = try EtcdServers()
    let directory = try TemporaryDirectory()
    let count = Int(ProcessInfo.processInfo.environment["FLEET_HOSTS"] ?? "") ?? 10
    let store = try servers.store(suite: "app")
    try store.commit(["k": .integer(0)])
    let agents = try (0..<count).map { number in
      try TestAgent("host\(number)", on: servers.cluster, in: directory.file("\(number)"))
    }
    let clock = ContinuousClock()
    func arrivals(of value: Int128) throws -> [Duration] {
      let start = clock.now
      try store.commit(["k": .integer(value)])
      var waiting = agents
      var times: [Duration] = []
      while !waiting.isEmpty, clock.now - start < .seconds(60) {
        let now = clock.now - start
        let rest = waiting.filter { $0.values("system/app") != ["k": .integer(value)] }
        times += Array(repeating: now, count: waiting.count - rest.count)
        waiting = rest
      }
      #expect(waiting.isEmpty)
      return times
    }
    _ = try arrivals(of: 1)
    let times = try (2...21).flatMap { try arrivals(of: $0) }.sorted()
    let median = times[times.count / 2]
    let late = times[times.count * 99 / 100]
    print("A change was in the files of \(count) machines in \(median) (p50), \(late) (p99)")
    #expect(late < .seconds(1))
  }

  @Test func `an agent reads ten thousand keys in two seconds`() throws {
    let servers = try EtcdServers()
    let directory = try TemporaryDirectory()
    let store = try servers.store(suite: "app")
    for start in stride(from: 0, to: 10_000, by: 125) {
      try store.commit(
        Dictionary(
          uniqueKeysWithValues: (start..<start + 125).map { ("key \($0)", .string("value \($0)")) }
        )
      )
    }
    let clock = ContinuousClock()
    let start = clock.now
    let agent = try TestAgent(on: servers.cluster, in: directory.file("ada"))
    let path = directory.file("ada/system/app.plist")
    #expect(waitUntil { FileManager.default.fileExists(atPath: path) })
    let time = clock.now - start
    #expect(agent.values("system/app").count == 10_000)
    print("An agent read 10,000 keys in \(time)")
    #expect(time < .seconds(2))
  }

  /// Two writers store and remove keys in all scopes at random, while servers fail, events are compacted, and the
  /// agent is ended and started again.
  ///
  /// In the end the files have exactly what the scopes have together.
  @Test(.thorough)
  func `the files of a machine end on the state of the fleet, whatever fails`() async throws {
    let servers = try EtcdServers(3)
    let directory = try TemporaryDirectory()
    let member = FleetMember(host: "ada", groups: ["web", "berlin"])
    let machines = member.machines + [.host("bob"), .group("other")]
    let scopes = machines.flatMap { [EtcdScope($0, .managed), EtcdScope($0, .system)] }
    let seconds = Double(ProcessInfo.processInfo.environment["FLEET_SECONDS"] ?? "") ?? 60
    let end = ContinuousClock.now + .seconds(seconds)
    let commits = Atomic(0)
    let restarts = Atomic(0)
    @Sendable func agent() throws -> TestAgent {
      try TestAgent("ada", groups: member.groups, on: servers.cluster, in: directory.file("ada"))
    }
    Concurrently.run(threads: 4) { number in
      do {
        switch number {
        case 0: _ = Self.fail(servers, until: end)
        case 1:
          while ContinuousClock.now < end {
            let agent = try agent()
            restarts.add(1, ordering: .relaxed)
            usleep(UInt32.random(in: 100_000...4_000_000))
            // The next one must not begin before this one has written its last file.
            try EtcdExecutor.shared.wait { () async throws(Defaults.StoreError) in await agent.end()
            }
            _ = try? servers.control("compaction", try servers.revision)
          }
        default:
          while ContinuousClock.now < end {
            let suite = ["app", "other"].randomElement() ?? ""
            let store = try servers.store(
              suite: suite,
              scope: scopes.randomElement() ?? scopes[0],
              timeout: .seconds(2)
            )
            for _ in 0..<20 {
              let keys = (0...Int.random(in: 0...3)).map { _ in
                Defaults.KeyName("key \(Int.random(in: 0..<6))")
              }
              let value: Defaults.StoredValue? =
                Bool.random() ? nil : .integer(Int128(Int.random(in: 0..<1000)))
              let edits = Dictionary(keys.map { ($0, value) }) { $1 }
              if (try? store.commit(edits)) != nil { commits.add(1, ordering: .relaxed) }
            }
          }
        }
      } catch {
        Issue.record(error)
      }
    }
    try servers.waitForLeader()
    let last = try agent()
    for suite in ["app", "other"] {
      for part in EtcdScope.Part.allCases {
        var expected: [Defaults.KeyName: Defaults.StoredValue] = [:]
        for machines in member.machines {
          let store = try servers.store(suite: suite, scope: .init(machines, part))
          expected.merge(try store.load(unlike: nil)?.values ?? [:]) { first, _ in first }
        }
        #expect(waitUntil(timeout: 30) { last.values("\(part)/\(suite)") == expected })
      }
    }
    await last.end()
    print(
      "\(commits.load(ordering: .relaxed)) commits and \(restarts.load(ordering: .relaxed)) starts of the agent in "
        + "\(Int(seconds)) s"
    )
    #expect(commits.load(ordering: .relaxed) > 0)
  }
}

#endif
