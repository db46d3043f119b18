import Defaults
import DefaultsTesting
import Dispatch
import Synchronization
import TestSupport
import Testing

private struct Seen: Hashable, Sendable {
  var old: Int
  var new: Int
  var isPrior = false

  init(_ old: Int, _ new: Int, isPrior: Bool = false) {
    (self.old, self.new, self.isPrior) = (old, new, isPrior)
  }

  init(_ change: Defaults.KeyChange<Int>) {
    self.init(change.oldValue, change.newValue, isPrior: change.isPrior)
  }
}

@Suite(.timeLimit(.minutes(10)))
struct ObserveTests {
  private let suite = TemporarySuite().suite
  private let key: Defaults.Key<Int>
  private let seen = Recorder<Seen>()

  init() {
    key = Defaults.Key("ObserveTests.key", default: 0, suite: suite)
  }

  @Test func `the first event has the current value and the default`() {
    Defaults[key] = 5
    let observation = Defaults.observe(key) { [seen] in seen.record(Seen($0)) }
    #expect(seen.elements == [Seen(0, 5)])
    Defaults[key] = 6
    #expect(seen.elements == [Seen(0, 5), Seen(5, 6)])
    observation.invalidate()
  }

  @Test func `a change is told before the write returns, in order, with old and new value`() {
    let observation = Defaults.observe(key, options: []) { [seen] in seen.record(Seen($0)) }
    Defaults[key] = 1
    #expect(seen.elements == [Seen(0, 1)])
    suite.set(2, forKey: key.name)
    #expect(seen.elements == [Seen(0, 1), Seen(1, 2)])
    key.reset()
    #expect(seen.elements == [Seen(0, 1), Seen(1, 2), Seen(2, 0)])
    observation.invalidate()
  }

  @Test func `a write that leaves the value as it is tells nothing`() {
    let stored = Recorder<String>()
    let observation = Defaults.observe(key, options: []) { [seen] in seen.record(Seen($0)) }
    let storedObservation = suite.observeStoredValues { stored.record($0.key.string) }
    key.reset()
    #expect(stored.elements.isEmpty)
    Defaults[key] = 0
    #expect(stored.elements == [key.name])
    Defaults[key] = 0
    key.reset()
    #expect(stored.elements == [key.name, key.name])
    #expect(seen.elements.isEmpty)
    observation.invalidate()
    storedObservation.invalidate()
  }

  @Test func `equal sets are equal whatever their order in memory`() {
    let key = Defaults.Key<Set<String>>("ObserveTests.set", default: [], suite: suite)
    let count = Recorder<Int>()
    let observation = Defaults.observe(key, options: []) { count.record($0.newValue.count) }
    let words = (0..<50).map { "word \($0)" }
    Defaults[key] = Set(words)
    var reversed = Set<String>(minimumCapacity: 4096)
    for word in words.reversed() { reversed.insert(word) }
    Defaults[key] = reversed
    #expect(count.elements == [50])
    observation.invalidate()
  }

  @Test func `an optional key tells of nil`() {
    let key = Defaults.Key<Bool?>("ObserveTests.optional", suite: suite)
    let changes = Recorder<[Bool?]>()
    let observation = Defaults.observe(key, options: []) {
      changes.record([$0.oldValue, $0.newValue])
    }
    Defaults[key] = true
    Defaults[key] = false
    key.reset()
    #expect(changes.elements == [[nil, true], [true, false], [false, nil]])
    observation.invalidate()
  }

  @Test func `a dynamic default stands for nothing stored at the time of the event`() {
    let current = Mutex(1)
    let key = Defaults.Key<Int>("ObserveTests.dynamic", suite: suite) { current.withLock { $0 } }
    let observation = Defaults.observe(key, options: []) { [seen] in seen.record(Seen($0)) }
    Defaults[key] = 2
    current.withLock { $0 = 3 }
    key.reset()
    Defaults[key] = 3
    #expect(seen.elements == [Seen(1, 2), Seen(2, 3)])
    observation.invalidate()
  }

  @Test func `the prior event comes before the write, the other after`() {
    let read = Recorder<Int>()
    let observation = Defaults.observe(key, options: [.initial, .prior]) { [seen, suite, key] in
      seen.record(Seen($0))
      read.record(suite[key])
    }
    Defaults[key] = 5
    Defaults[key] = 5
    #expect(seen.elements == [Seen(0, 0), Seen(0, 5, isPrior: true), Seen(0, 5)])
    #expect(read.elements == [0, 0, 5])
    observation.invalidate()
    Defaults[key] = 6
    #expect(seen.elements.count == 3)
  }

  @Test func `several keys are observed with one call at the start and one per change`() {
    let other = Defaults.Key<String?>("ObserveTests.other", suite: TemporarySuite().suite)
    let calls = Recorder<Int>()
    let observation = Defaults.observe(keys: key, other) { calls.record(1) }
    #expect(calls.elements.count == 1)
    Defaults[key] = 1
    Defaults[other] = "a"
    Defaults[other] = "a"
    #expect(calls.elements.count == 3)
    observation.invalidate()
    Defaults[key] = 2
    #expect(calls.elements.count == 3)
    let quiet = Defaults.observe(keys: key, other, options: []) { calls.record(2) }
    #expect(calls.elements.count == 3)
    quiet.invalidate()
  }

  @Test func `every observer hears everything, once`() {
    let count = Atomic<Int>(0)
    let observations = (0..<10).map { _ in
      Defaults.observe(key, options: []) { _ in count.add(1, ordering: .relaxed) }
    }
    for value in 1...10 { Defaults[key] = value }
    #expect(count.load(ordering: .relaxed) == 100)
    observations.forEach { $0.invalidate() }
  }

  @Test func `writes of a hundred threads are a hundred events`() {
    let observation = Defaults.observe(key, options: []) { [seen] in seen.record(Seen($0)) }
    DispatchQueue.concurrentPerform(iterations: 100) { Defaults[key] = $0 + 1 }
    let events = seen.elements
    #expect(Set(events.map(\.new)) == Set(1...100))
    #expect(events.count == 100)
    // Each value is left as often as it was reached, but for the first and the last.
    #expect(Set(events.map(\.old)) == Set(0...100).subtracting([Defaults[key]]))
    observation.invalidate()
  }

  @Test func `an observer may read and write its key, also on another queue`() {
    let observation = Defaults.observe(key, options: []) { [seen, suite, key] change in
      seen.record(Seen(change))
      guard change.newValue < 4 else { return }
      DispatchQueue(label: "other").sync { suite[key] += 1 }
    }
    Defaults[key] = 1
    #expect(Defaults[key] == 4)
    #expect(seen.elements == [Seen(0, 1), Seen(1, 2), Seen(2, 3), Seen(3, 4)])
    observation.invalidate()
  }

  @Test func `an observer may end itself and start another`() {
    let inner = Mutex<(any Defaults.Observation)?>(nil)
    let outer = Mutex<(any Defaults.Observation)?>(nil)
    let observation = Defaults.observe(key, options: []) { [seen, key] change in
      seen.record(Seen(change))
      outer.withLock { $0 }?.invalidate()
      let next = Defaults.observe(key, options: []) { seen.record(Seen($0)) }
      inner.withLock { $0 = next }
    }
    outer.withLock { $0 = observation }
    Defaults[key] = 1
    Defaults[key] = 2
    #expect(seen.elements == [Seen(0, 1), Seen(1, 2)])
    inner.withLock { $0 = nil }
    Defaults[key] = 3
    #expect(seen.elements.count == 2)
    outer.withLock { $0 = nil }
  }

  @Test func `changes are equal when their values are`() {
    let changes = Recorder<Defaults.KeyChange<Int>>()
    let first = Defaults.observe(key) { changes.record($0) }
    let second = Defaults.observe(key) { changes.record($0) }
    Defaults[key] = 1
    let all = changes.elements
    #expect(all.count == 4)
    #expect(all[0] == all[1])
    #expect(all[2] == all[3])
    #expect(all[0] != all[2])
    #expect(all[2].kind == .setting)
    #expect(all[2].indexes == nil)
    #expect(all[2].origin == .thisProcess)
    first.invalidate()
    second.invalidate()
  }

  @Test func `many observers of a key share what one decoded, but never an object`() {
    let suite = Defaults.Suite(inMemory: "shared")
    let key = Defaults.Key<[String: [Int]]>("ObserveTests.shared", default: [:], suite: suite)
    let told = Recorder<[[String: [Int]]]>()
    let observations = (0..<3).map { _ in
      Defaults.observe(key, options: []) { told.record([$0.oldValue, $0.newValue]) }
    }
    Defaults[key] = ["a": [1]]
    Defaults[key] = ["a": [2]]
    key.reset()
    Defaults[key] = ["a": [2]]
    let expected: [[[String: [Int]]]] = [
      [[:], ["a": [1]]], [["a": [1]], ["a": [2]]], [["a": [2]], [:]], [[:], ["a": [2]]],
    ]
    #expect(told.elements == expected.flatMap { Array(repeating: $0, count: 3) })
    for observation in observations { observation.invalidate() }
  }

  @Test func `a change that did not happen is not told in the place of the next one`() {
    let suite = Defaults.Suite(inMemory: "prior")
    let key = Defaults.Key<Int>("ObserveTests.prior", default: 0, suite: suite)
    let told = Recorder<Int>()
    let prior = Defaults.observe(key, options: [.prior]) { told.record($0.newValue) }
    let after = Defaults.observe(key, options: []) { told.record($0.newValue) }
    for number in 1...3 { Defaults[key] = number }
    #expect(told.elements == [1, 1, 1, 2, 2, 2, 3, 3, 3])
    prior.invalidate()
    after.invalidate()
  }
}
