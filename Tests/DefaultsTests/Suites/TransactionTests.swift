import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

struct TransactionTests {
  private let store: ScriptedStore
  private let suite: Defaults.Suite
  private let width: Defaults.Key<Int>
  private let height: Defaults.Key<Int>

  init() {
    store = ScriptedStore(["height": .integer(1)])
    suite = Defaults.Suite(name: "transaction", store: store)
    width = Defaults.Key("width", default: 4, suite: suite)
    height = Defaults.Key("height", default: 3, suite: suite)
  }

  private struct Stop: Error {}

  @Test func `all keys change together, in one commit`() throws {
    let count = store.commits.count
    let area = try suite.transaction { values in
      values[width] = 800
      values[height] = values[width] * 3 / 4
      return values[width] * values[height]
    }
    #expect(area == 480_000)
    #expect((suite[width], suite[height]) == (800, 600))
    try suite.flush()
    #expect(store.commits.count == count + 1)
    #expect(store.commits.last == ["width": .integer(800), "height": .integer(600)])
  }

  @Test func `observers are told of each key once, when the last has changed`() throws {
    let seen = Recorder<[Int]>()
    let (suite, width, height) = (suite, width, height)
    let observation = Defaults.observe(keys: width, height, options: []) {
      seen.record([suite[width], suite[height]])
    }
    try suite.transaction { values in
      values[width] = 1
      values[width] = 2
      values[height] = 5
    }
    observation.invalidate()
    #expect(seen.elements == [[2, 5], [2, 5]])
  }

  @Test func `nothing changes when the closure throws`() throws {
    #expect(throws: Stop.self) {
      try suite.transaction { values in
        values[width] = 1
        values.reset(height)
        throw Stop()
      }
    }
    #expect((suite[width], suite[height]) == (4, 1))
    try suite.flush()
    #expect(store.commits.isEmpty)
  }

  @Test func `reading gives what was written before`() throws {
    try suite.transaction { values in
      #expect(values[width] == 4)
      values[width] = 9
      #expect(values[width] == 9)
      values.reset(height)
      #expect(values[height] == 3)
      #expect(values.storedValue(forKey: "height") == nil)
      values.setStoredValue(.integer(7), forKey: "height")
      #expect(values[height] == 7)
    }
    #expect((suite[width], suite[height]) == (9, 7))
  }

  @Test func `a value without a stored form refuses the whole transaction`() throws {
    let number = Defaults.Key<Double>("number", default: 0, suite: suite)
    let dates = Defaults.Key<Date>("date", default: Date(timeIntervalSince1970: 0), suite: suite)
    let error = #expect(throws: Defaults.WriteError.self) {
      try suite.transaction { values in
        values[number] = 1
        values[dates] = Date(timeIntervalSinceReferenceDate: .infinity)
      }
    }
    guard case .unsupported("date", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(suite.storedValues() == ["height": .integer(1)])
  }

  @Test func `a locked key refuses the whole transaction`() throws {
    let layered = try LayeredSuite()
    try layered.put(["b": .integer(9)], at: "managed/app.plist")
    let lock = Defaults.Lock(location: layered.directory.file("managed/app.plist"))
    #expect(throws: Defaults.WriteError.locked(key: "b", by: lock)) {
      try layered.suite.setStoredValues(["a": .integer(1), "b": .integer(2)])
    }
    #expect(layered.suite.storedValues() == [:])
  }

  @Test func `a key that was read and changed meanwhile makes it begin anew`() throws {
    var attempts = 0
    try suite.transaction { values in
      attempts += 1
      let old = values[width]
      if attempts == 1 { suite[width] = 40 }
      values[width] = old + 1
    }
    #expect(attempts == 2)
    #expect(suite[width] == 41)
  }

  @Test func `many threads lose no step`() throws {
    let (suite, width, height) = (suite, width, height)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<50 {
        try? suite.transaction { values in
          values[width] += 1
          values[height] += 1
        }
      }
    }
    #expect((suite[width], suite[height]) == (404, 401))
  }

  @Test func `what is stored already is no change`() throws {
    try suite.setStoredValues(["height": .integer(1), "missing": StoredValue?.none])
    try suite.flush()
    #expect(store.commits.isEmpty)
  }

  @Test func `a stored value that an argument hides is protected as well`() throws {
    let suite = Defaults.Suite(
      core: SuiteCore(
        name: "hidden",
        store: Defaults.InMemoryStore(["k": .integer(1)]),
        arguments: LaunchArguments(["-k", "9"])
      )
    )
    var attempts = 0
    try suite.transaction { values in
      attempts += 1
      guard case .integer(let old)? = values.storedValue(forKey: "k") else {
        Issue.record("not stored")
        return
      }
      if attempts == 1 { suite.set(10, forKey: "k") }
      values.setStoredValue(.integer(old + 1), forKey: "k")
    }
    #expect(attempts == 2)
    #expect(suite.storedValue(forKey: "k") == .integer(11))
    #expect(suite.integer(forKey: "k") == 9)
    // The other way round: what is in use does not matter to what is stored.
    attempts = 0
    try suite.transaction { values in
      attempts += 1
      let missing = values.storedValue(forKey: "missing")
      #expect(missing == (attempts == 1 ? nil : .integer(1)))
      if attempts == 1 { suite.set(1, forKey: "missing") }
      values.setStoredValue(.integer(2), forKey: "other")
    }
    #expect(attempts == 2)
  }
}
