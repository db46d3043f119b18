import Foundation
import Observation
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

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

  // MARK: - Changes that undo their own premise

  @Test(arguments: ["modify", "transaction", "stored values"])
  func `a change whose closure writes the key itself ends with an error`(face: String) async {
    await #expect(processExitsWith: .success) { [face] in
      alarm(30)
      let suite = Defaults.Suite(inMemory: "ReentrancyTests.own")
      let key = Defaults.Key<Int>("k", default: 0, suite: suite)
      let calls = Mutex(0)
      func change() throws {
        switch face {
        case "modify":
          try Defaults.modify(key) { value in
            calls.withLock { $0 += 1 }
            Defaults[key] += 100
            value += 1
          }
        case "transaction":
          try suite.transaction { values in
            calls.withLock { $0 += 1 }
            values[key] += 1
            suite.set(100 + Defaults[key], forKey: "k")
          }
        default:
          try suite.transaction { values in
            calls.withLock { $0 += 1 }
            _ = values.storedValue(forKey: "k")
            suite.removeObject(forKey: "k")
            suite.set(1000, forKey: "k")
          }
        }
      }
      do {
        try change()
        fatalError("no error")
      } catch let error as Defaults.WriteError {
        precondition(error == .overtaken(key: "k"))
        precondition("\(error)".contains("\"k\""))
      }
      // The direct writes stay: they were writes of their own.
      precondition(suite.integer(forKey: "k") == 1000)
      precondition(calls.withLock { $0 } == 10)
    }
  }

  @Test func `so does one that an observer or another thread overtakes each time`() async {
    await #expect(processExitsWith: .success) {
      alarm(30)
      let suite = Defaults.Suite(inMemory: "ReentrancyTests.indirect")
      let key = Defaults.Key<Int>("k", default: 0, suite: suite)
      let trigger = Defaults.Key<Int>("trigger", default: 0, suite: suite)
      let observation = Defaults.observe(trigger, options: []) { _ in Defaults[key] += 1 }
      do {
        try suite.transaction { values in
          _ = values[key]
          Defaults[trigger] += 1
          values[key] = 5
        }
        fatalError("no error")
      } catch let error as Defaults.WriteError {
        precondition(error == .overtaken(key: "k"))
      }
      observation.invalidate()
      do {
        try Defaults.modify(key) { value in
          let thread = Thread { Defaults[key] += 1 }
          let before = Defaults[key]
          thread.start()
          while Defaults[key] == before { sched_yield() }
          value = 0
        }
        fatalError("no error")
      } catch let error as Defaults.WriteError {
        precondition(error == .overtaken(key: "k"))
      }
    }
  }

  @Test func `a closure may write other keys, and other suites`() throws {
    let suite = Defaults.Suite(inMemory: "ReentrancyTests.others")
    let other = Defaults.Suite(inMemory: "ReentrancyTests.another")
    let key = Defaults.Key<Int>("k", default: 0, suite: suite)
    try Defaults.modify(key) { value in
      suite.set(1, forKey: "l")
      other.set(1, forKey: "k")
      value = 7
    }
    try suite.transaction { values in
      try suite.transaction { $0.setStoredValue(.integer(2), forKey: "m") }
      values[key] += 1
    }
    #expect(suite.storedValues() == ["k": .integer(8), "l": .integer(1), "m": .integer(2)])
    #expect(other.storedValues() == ["k": .integer(1)])
  }

  @Test func `a change that another thread overtakes now and then is made`() throws {
    let suite = Defaults.Suite(inMemory: "ReentrancyTests.contended")
    let key = Defaults.Key<Int>("k", default: 0, suite: suite)
    var calls = 0
    try Defaults.modify(key) { value in
      calls += 1
      if calls < 5 {
        let thread = Thread { Defaults[key] += 10 }
        let before = Defaults[key]
        thread.start()
        while Defaults[key] == before { sched_yield() }
      }
      value += 1
    }
    #expect(Defaults[key] == 41)
    #expect(calls == 5)
  }

  @Test func `a rule that declares keys does not keep a write from ending`() async {
    await #expect(processExitsWith: .success) {
      alarm(30)
      let suite = Defaults.Suite(inMemory: "ReentrancyTests.rules")
      let key = Defaults.Key<Int>(
        "k",
        default: 0,
        suite: suite,
        validation: .init { value in
          let limit = Defaults.Key<Int>("limit", default: 5, suite: suite, in: 0...10)
          guard value <= Defaults[limit] else { throw Defaults.Rejection.notANumber("too large") }
        }
      )
      Defaults[key] = 3
      precondition(Defaults[key] == 3)
      suite.set(4, forKey: "k")
      precondition(Defaults[key] == 4)
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
