import Foundation
import Observation
import Synchronization
import TestSupport
import Testing

@testable import Defaults

/// Code of the app that is called while the library is at work: observers, and closures of changes.
///
/// A fault here is a process that never ends, so each of the tests that could hang runs in a process
/// of its own, which an alarm ends.
struct ReentrancyTests {
  private enum Renamed {
    static let suite = Defaults.Suite(inMemory: "ReentrancyTests.renamed")
    static let key = Defaults.Key<String>(
      "ReentrancyTests.new",
      default: "none",
      suite: suite,
      aliases: ["ReentrancyTests.old"]
    )
  }

  private enum Latest {
    static let suite = Defaults.Suite(inMemory: "ReentrancyTests.latest")
    static let key = Defaults.Key<Int?>("ReentrancyTests.newer", suite: suite, aliases: ["a", "b"])
  }

  @Test func `an observer may read the key that is being created with an old name`() async {
    await #expect(processExitsWith: .success) {
      alarm(30)
      Renamed.suite.set("Ada", forKey: "ReentrancyTests.old")
      let seen = Mutex<[String]>([])
      let observation = Renamed.suite.observeStoredValues { _ in
        seen.withLock { $0.append(Defaults[Renamed.key]) }
      }
      precondition(Defaults[Renamed.key] == "Ada", "the value was not moved")
      precondition(Renamed.suite.storedValues() == ["ReentrancyTests.new": .string("Ada")])
      while seen.withLock({ $0.count }) < 2 { sched_yield() }
      precondition(seen.withLock { $0 } == ["Ada", "Ada"])
      observation.invalidate()
    }
  }

  @Test func `an observer in a suite without threads may read a key with an old name`() async {
    await #expect(processExitsWith: .success) {
      alarm(30)
      enum Foreground {
        static let suite = Defaults.Suite(
          core: SuiteCore(
            name: "foreground",
            store: Defaults.InMemoryStore(["old": .integer(1)]),
            worksInBackground: false
          )
        )
        static let key = Defaults.Key<Int>("new", default: 0, suite: suite, aliases: ["old"])
      }
      let seen = Mutex<[Int]>([])
      let observation = Foreground.suite.observeStoredValues { _ in
        seen.withLock { $0.append(Defaults[Foreground.key]) }
      }
      precondition(Defaults[Foreground.key] == 1)
      try Foreground.suite.flush()
      precondition(seen.withLock { $0 } == [1, 1])
      observation.invalidate()
    }
  }

  @Test func `an observer of the key that has the old name may read the new key`() async {
    await #expect(processExitsWith: .success) {
      alarm(30)
      Latest.suite.set(1, forKey: "b")
      Latest.suite.set(2, forKey: "a")
      let old = Defaults.Key<Int?>("a", suite: Latest.suite)
      let seen = Mutex<[Int?]>([])
      let observation = Defaults.observe(old, options: [.prior]) { _ in
        seen.withLock { $0.append(Defaults[Latest.key]) }
      }
      precondition(Defaults[Latest.key] == 2)
      while seen.withLock({ $0.count }) < 2 { sched_yield() }
      precondition(seen.withLock { $0 } == [2, 2])
      observation.invalidate()
    }
  }

  @Test func `the framework's observation may read the new key`() async {
    await #expect(processExitsWith: .success) {
      alarm(30)
      enum Tracked {
        static let suite = Defaults.Suite(inMemory: "ReentrancyTests.tracked")
        static let key = Defaults.Key<Int>("newest", default: 0, suite: suite, aliases: ["older"])
      }
      Tracked.suite.set(1, forKey: "older")
      let older = Defaults.Key<Int>("older", default: 0, suite: Tracked.suite)
      let seen = Mutex<[Int]>([])
      withObservationTracking {
        _ = Defaults[older]
      } onChange: {
        seen.withLock { $0.append(Defaults[Tracked.key]) }
      }
      precondition(Defaults[Tracked.key] == 1)
      while seen.withLock({ $0.isEmpty }) { sched_yield() }
      precondition(seen.withLock { $0 } == [1])
    }
  }

  // MARK: - Suites without threads of their own

  @Test(arguments: ["flush", "reload", "read", "write"])
  func `an observer in a suite without threads may use the store`(use: String) async {
    await #expect(processExitsWith: .success) { [use] in
      alarm(30)
      let store = Defaults.InMemoryStore(["k": .integer(1)])
      let core = SuiteCore(name: "foreground", store: store, worksInBackground: false)
      let suite = Defaults.Suite(core: core)
      let key = Defaults.Key<Int>("k", default: 0, suite: suite)
      let seen = Mutex<[Int]>([])
      let observation = Defaults.observe(key, options: []) { change in
        seen.withLock { $0.append(change.newValue) }
        switch use {
        case "flush": try? suite.flush()
        case "reload": suite.reload()
        case "write": suite.set(true, forKey: "seen")
        default: _ = suite.storedValues()
        }
      }
      _ = Defaults[key]
      try store.commit(["k": .integer(2)])
      suite.reload()
      precondition(seen.withLock { $0 } == [2], "the observer was not called before the end")
      try store.commit(["k": .integer(3)])
      suite.set(4, forKey: "l")
      try suite.flush()
      precondition(seen.withLock { $0 } == [2, 3])
      observation.invalidate()
    }
  }

  // MARK: - Lifetimes

  @Test(arguments: [true, false])
  func `a suite whose observers have ended is released`(ofAllKeys: Bool) throws {
    weak var store: Defaults.InMemoryStore?
    do {
      let memory = Defaults.InMemoryStore()
      store = memory
      let suite = Defaults.Suite(name: "ReentrancyTests.released", store: memory)
      let key = Defaults.Key<Int>("k", default: 0, suite: suite)
      let observations: [any Defaults.Observation] =
        ofAllKeys
        ? [suite.observeStoredValues { _ in }, suite.observeStoredValues { _ in }]
        : [Defaults.observe(key, options: []) { _ in }]
      suite.set(1, forKey: "k")
      Defaults[key] = 2
      for observation in observations { observation.invalidate() }
      try suite.flush()
    }
    // The queues release what they have done after they have done it.
    #expect(waitUntil { store == nil })
  }
}
