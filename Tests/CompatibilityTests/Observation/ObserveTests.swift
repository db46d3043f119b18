import Defaults
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ObserveTests {
  private let suite = UserDefaults(inMemory: "observe")
  private let key: Defaults.Key<Int>
  private let seen = Recorder<[Int]>()

  init() {
    key = Defaults.Key(unique(), default: 0, suite: suite)
  }

  private func observe(
    _ options: Defaults.ObservationOptions = []
  ) -> any Defaults.Observation {
    Defaults.observe(key, options: options) { [seen] in seen.record([$0.oldValue, $0.newValue]) }
  }

  // MARK: - The first event

  @Test func `the first event comes before observing returns`() {
    let observation = Defaults.observe(key) { [seen] in seen.record([$0.oldValue, $0.newValue]) }
    #expect(seen.elements == [[0, 0]])
    observation.invalidate()
  }

  @Test func `the first event leads from the default to what is stored`() {
    Defaults[key] = 5
    let observation = observe([.initial])
    #expect(seen.elements == [[0, 5]])
    observation.invalidate()
  }

  @Test func `without options there is no first event`() {
    let observation = observe()
    #expect(seen.elements.isEmpty)
    Defaults[key] = 1
    #expect(seen.elements == [[0, 1]])
    observation.invalidate()
  }

  // MARK: - Changes

  @Test func `a change is told before the setter returns, on the writer's thread`() {
    let threads = Recorder<ObjectIdentifier>()
    let observation = Defaults.observe(key, options: []) { _ in
      threads.record(ObjectIdentifier(Thread.current))
    }
    Defaults[key] = 1
    #expect(threads.elements == [ObjectIdentifier(Thread.current)])
    observation.invalidate()
  }

  @Test func `changes come in the order in which they are made`() {
    let observation = observe()
    for value in 1...100 { Defaults[key] = value }
    #expect(seen.elements == (1...100).map { [$0 - 1, $0] })
    observation.invalidate()
  }

  @Test func `writes of those who know no types are told`() {
    let observation = observe()
    suite.set(1, forKey: key.name)
    suite.set(2.0, forKey: key.name)
    suite[key] = 3
    suite.removeObject(forKey: key.name)
    #expect(seen.elements == [[0, 1], [1, 2], [2, 3], [3, 0]])
    observation.invalidate()
  }

  @Test func `a reset leads to the default`() {
    Defaults[key] = 5
    let observation = observe()
    Defaults.reset(key)
    #expect(seen.elements == [[5, 0]])
    observation.invalidate()
  }

  @Test func `an optional key leads from nil and back to it`() {
    let optional = Defaults.Key<Bool?>(unique(), suite: suite)
    let changes = Recorder<[Bool?]>()
    let observation = Defaults.observe(optional, options: []) {
      changes.record([$0.oldValue, $0.newValue])
    }
    Defaults[optional] = true
    Defaults[optional] = false
    Defaults.reset(optional)
    #expect(changes.elements == [[nil, true], [true, false], [false, nil]])
    observation.invalidate()
  }

  @Test func `a change in place is one event`() {
    let list = Defaults.Key<[Int]>(unique(), default: [1], suite: suite)
    let observation = Defaults.observe(list, options: []) { [seen] in seen.record($0.newValue) }
    Defaults[list].append(2)
    Defaults[list][0] = 5
    #expect(seen.elements == [[1, 2], [5, 2]])
    observation.invalidate()
  }

  @Test func `a write that leaves what is stored as it was tells nothing`() {
    let observation = observe()
    Defaults[key] = 0
    Defaults[key] = 1
    Defaults[key] = 1
    suite.set(1, forKey: key.name)
    #expect(seen.elements == [[0, 1]])
    observation.invalidate()
  }

  @Test func `equal sets in another order tell nothing`() {
    let set = Defaults.Key<Set<String>>(unique(), default: [], suite: suite)
    let counts = Recorder<Int>()
    let observation = Defaults.observe(set, options: []) { counts.record($0.newValue.count) }
    let words = (0..<100).map { "word \($0)" }
    Defaults[set] = Set(words)
    var reversed = Set<String>(minimumCapacity: 1024)
    for word in words.reversed() { reversed.insert(word) }
    Defaults[set] = reversed
    #expect(counts.elements == [100])
    observation.invalidate()
  }

  @Test func `a computed default is the old or the new value where nothing is stored`() {
    let dates = Defaults.Key<[Int]>(unique("dates"), default: [1, 2, 3], suite: suite)
    let dynamic = Defaults.Key<Int>(unique(), suite: suite) { Defaults[dates][0] }
    let observation = Defaults.observe(dynamic, options: []) { [seen] in
      seen.record([$0.oldValue, $0.newValue])
    }
    Defaults[dynamic] = 2
    Defaults[dynamic] = 3
    dynamic.reset()
    #expect(seen.elements == [[1, 2], [2, 3], [3, 1]])
    observation.invalidate()
  }

  @Test func `the prior event comes first, with the old value still stored`() {
    let stored = Recorder<Int>()
    let priors = Recorder<Bool>()
    let observation = Defaults.observe(key, options: [.prior]) { [key] change in
      priors.record(change.isPrior)
      stored.record(Defaults[key])
    }
    Defaults[key] = 1
    #expect(priors.elements == [true, false])
    #expect(stored.elements == [0, 1])
    observation.invalidate()
  }

  @Test func `a change says what kind it is`() {
    let changes = Recorder<Defaults.KeyChange<Int>>()
    let observation = Defaults.observe(key) { changes.record($0) }
    Defaults[key] = 1
    #expect(changes.elements.map(\.kind) == [.setting, .setting])
    #expect(changes.elements.map(\.isPrior) == [false, false])
    #expect(changes.elements[0] != changes.elements[1])
    #expect(changes.elements[1].indexes == nil)
    observation.invalidate()
  }

  // MARK: - Several keys and observers

  @Test func `several keys are told of with one call for each change`() {
    let other = Defaults.Key<String?>(unique(), suite: suite)
    let calls = Recorder<Int>()
    let observation = Defaults.observe(keys: key, other, options: []) { calls.record(1) }
    Defaults[key] = 1
    Defaults[other] = "a"
    #expect(calls.elements.count == 2)
    observation.invalidate()
    Defaults[key] = 2
    #expect(calls.elements.count == 2)
  }

  @Test func `several keys are told of once at the start`() {
    let other = Defaults.Key<String?>(unique(), suite: suite)
    let calls = Recorder<Int>()
    let observation = Defaults.observe(keys: key, other) { calls.record(1) }
    #expect(calls.elements.count == 1)
    observation.invalidate()
  }

  @Test func `ten observers of ten writes are called a hundred times`() {
    let observations = (0..<10).map { _ in observe() }
    for value in 1...10 { Defaults[key] = value }
    #expect(seen.elements.count == 100)
    observations.forEach { $0.invalidate() }
  }

  @Test func `suites do not hear of one another`() {
    let other = UserDefaults(inMemory: "observe")
    let observation = observe()
    other[key] = 5
    other.set(6, forKey: key.name)
    #expect(seen.elements.isEmpty)
    observation.invalidate()
  }

  // MARK: - From inside

  @Test func `an observer may write its own key`() {
    let observation = Defaults.observe(key, options: []) { [seen, key] change in
      seen.record([change.oldValue, change.newValue])
      if change.newValue < 5 { Defaults[key] = change.newValue + 1 }
    }
    Defaults[key] = 1
    #expect(Defaults[key] == 5)
    #expect(seen.elements.count == 5)
    observation.invalidate()
  }

  @Test func `an observer may wait for another queue that uses the key`() {
    let read = Recorder<Int>()
    let observation = Defaults.observe(key, options: []) { [key] _ in
      DispatchQueue.global().sync { read.record(Defaults[key]) }
    }
    Defaults[key] = 3
    #expect(read.elements == [3])
    observation.invalidate()
  }

  @Test func `an observer may start and end others`() {
    let inner = Recorder<Int>()
    let observation = Defaults.observe(key, options: []) { [key] change in
      let other = Defaults.observe(key) { inner.record($0.newValue) }
      other.invalidate()
    }
    Defaults[key] = 1
    Defaults[key] = 2
    #expect(inner.elements == [1, 2])
    observation.invalidate()
  }

  #if swift(<6)
  // Language mode 6 refuses these captures, and older code is full of them.
  @Test func `an observer may capture variables`() {
    var values: [Int] = []
    var observation: Defaults.Observation?
    observation = Defaults.observe(key) { change in
      values.append(change.newValue)
    }
    Defaults[key] = 1
    observation?.invalidate()
    Defaults[key] = 2
    #expect(values == [0, 1])
  }

  @Test func `an observer may capture an object that is not sendable`() {
    final class Model {
      var values: [Int] = []
      var observation: Defaults.Observation?

      func start(_ key: Defaults.Key<Int>) {
        observation = Defaults.observe(key, options: []) { [weak self] change in
          self?.values.append(change.newValue)
        }
      }
    }
    let model = Model()
    model.start(key)
    Defaults[key] = 1
    #expect(model.values == [1])
  }
  #endif
}
