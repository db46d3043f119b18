#if Fleet

import Defaults
import DefaultsEtcd
import Foundation
import Synchronization
import TestSupport
import Testing

/// Long proofs on a cluster of three servers, and measurements, which are printed.
@Suite(.timeLimit(.minutes(15)), .serialized)
struct EtcdProofTests {
  /// Sixteen writers each add one to a number of their own and to a common one, in one commit.
  ///
  /// Meanwhile one server at a time, the leader too, is killed or does not respond for a while. After an
  /// error, a writer looks whether the commit was made.
  @Test(.thorough) func `no commit is lost or invented while servers fail`() throws {
    let servers = try EtcdServers(3)
    let seconds = Double(ProcessInfo.processInfo.environment["FLEET_SECONDS"] ?? "") ?? 60
    let observer = Defaults.Suite(name: "observer", store: try servers.store(suite: "counter"))
    let told = Mutex<[Defaults.KeyName: Defaults.StoredValue]>([:])
    let observation = observer.observeStoredValues { change in
      told.withLock { $0[change.key] = change.new }
    }
    let end = ContinuousClock.now + .seconds(seconds)
    let counts = Recorder<Writer>()
    let failures = Atomic(0)
    Concurrently.run(threads: 17) { number in
      guard number < 16 else {
        return failures.store(Self.fail(servers, until: end), ordering: .relaxed)
      }
      do {
        var writer = Writer(
          key: "own \(number)",
          store: try servers.store(suite: "counter", timeout: .seconds(2))
        )
        while ContinuousClock.now < end { try writer.increment() }
        counts.record(writer)
      } catch {
        Issue.record(error)
      }
    }
    try servers.waitForLeader()
    let values = try servers.store(suite: "counter").load(unlike: nil)?.values ?? [:]
    let writers = counts.elements
    #expect(writers.count == 16)
    for writer in writers { #expect(values[writer.key] == .integer(writer.count)) }
    let total = writers.reduce(0) { $0 + $1.count }
    #expect(values["shared"] == .integer(total))
    #expect(waitUntil(timeout: 60) { told.withLock { $0 } == values })
    observation.invalidate()
    let errors = writers.reduce(0) { $0 + $1.errors }
    print(
      "\(total) commits by 16 writers in \(Int(seconds)) s, \(failures.load(ordering: .relaxed)) failures of "
        + "servers, \(errors) errors, of which \(writers.reduce(0) { $0 + $1.madeInSpite }) had made the commit"
    )
  }

  /// Lets one server at a time fail, until a time, and returns how many have.
  static func fail(_ servers: EtcdServers, until end: ContinuousClock.Instant) -> Int {
    var count = 0
    while ContinuousClock.now < end {
      let number = Int.random(in: 0..<3)
      let pause = UInt32.random(in: 300_000...3_000_000)
      if Bool.random() {
        servers.kill(number)
        usleep(pause)
        do { try servers.start(number) } catch { Issue.record(error) }
      } else {
        servers.suspend(number)
        usleep(pause)
        servers.resume(number)
      }
      usleep(1_500_000)
      count += 1
    }
    return count
  }

  @Test(.thorough)
  func `a change arrives within a second, and ten thousand keys are loaded in two`() throws {
    let servers = try EtcdServers(3)
    let store = try servers.store()
    let clock = ContinuousClock()
    for start in stride(from: 0, to: 10_000, by: 125) {
      try store.commit(
        Dictionary(
          uniqueKeysWithValues: (start..<start + 125).map { ("key \($0)", .string("value \($0)")) }
        )
      )
    }
    let later = try servers.store()
    let loading = try clock.measure { _ = try later.load(unlike: nil) }
    #expect(try later.load(unlike: nil)?.values.count == 10_000)
    let suite = Defaults.Suite(name: "observer", store: try servers.store())
    let arrived = Recorder<Defaults.StoredValue>()
    let observation = suite.observeStoredValues { change in
      if let value = change.new { arrived.record(value) }
    }
    #expect(
      waitUntil {
        (try? store.commit(["key 0": .string("ready")])) != nil && !arrived.elements.isEmpty
      }
    )
    let times = try (0..<100).map { number in
      try clock.measure {
        try store.commit(["key 1": .integer(Int128(number))])
        #expect(waitUntil { arrived.elements.last == .integer(Int128(number)) })
      }
    }.sorted()
    observation.invalidate()
    print(
      "10,000 keys loaded in \(loading); a change arrived in \(times[50]) (p50), \(times[98]) (p99)"
    )
    #expect(loading < .seconds(2))
    #expect(times[98] < .seconds(1))
  }
}

/// One writer of a proof, and what it knows of its commits.
private struct Writer: Sendable {
  let key: Defaults.KeyName
  let store: EtcdStore
  /// How many commits were made.
  var count: Int128 = 0
  var errors = 0
  /// How many commits were made although they have failed.
  var madeInSpite = 0

  mutating func increment() throws {
    do throws(Defaults.StoreError) {
      _ = try store.increment(key, and: "shared")
      count += 1
    } catch {
      guard error.isTemporary else { throw error }
      errors += 1
      let made = try countInStore() - count
      #expect(made == 0 || made == 1)
      madeInSpite += Int(made)
      count += made
    }
  }

  private func countInStore() throws -> Int128 {
    for _ in 0..<200 {
      do throws(Defaults.StoreError) {
        guard case .integer(let count)? = try store.load(unlike: nil)?.values[key] else { return 0 }
        return count
      } catch {
        guard error.isTemporary else { throw error }
        usleep(100_000)
      }
    }
    throw EtcdServers.Failure(description: "no server could be reached for a long time")
  }
}

#endif
