import Defaults
import Synchronization
import TestSupport
import Testing

/// Eight threads that write one key, beside every kind of observation.
///
/// All written values differ, so what an observer heard can be compared with the order of the
/// changes itself, which `observeStoredValues` gives with sequence numbers.
@Suite(.timeLimit(.minutes(30)))
struct ManyWritersTests {
  private static let threads = 8
  private static let writesPerThread = 2500
  private static var writes: Int { threads * writesPerThread }

  private let suite = Defaults.Suite(inMemory: "writers")
  private let key: Defaults.Key<Int>
  private let changes = Recorder<Change>()
  private let observation: any Defaults.Observation

  private struct Change: Sendable {
    var value: Int
    var sequence: UInt64
  }

  init() {
    key = Defaults.Key("k", default: 0, suite: suite)
    observation = suite.observeStoredValues { [changes] change in
      guard case .integer(let value)? = change.new else { return }
      changes.record(Change(value: Int(value), sequence: change.sequence))
    }
  }

  /// Writes from all threads, and calls a closure after some of the writes of the first.
  private func write(halfway: @escaping @Sendable () -> Void = {}) {
    let key = key
    Concurrently.run(threads: Self.threads) { thread in
      for number in 1...Self.writesPerThread {
        if thread == 0, number == Self.writesPerThread / 2 { halfway() }
        Defaults[key] = thread * Self.writesPerThread + number
      }
    }
  }

  @Test(.thorough) func `observations beside one another hear all changes in their order`() async {
    let other = Defaults.Key<Int>("other", default: 0, suite: suite)
    let (key, plain, initial) = (key, Recorder<[Int]>(), Recorder<Int>())
    let (prior, several) = (Recorder<(value: Int, isPrior: Bool)>(), Recorder<Int>())
    let stream = Defaults.updates(key)
    let newest = Defaults.updates(key, bufferingPolicy: .bufferingNewest(1))
    let observations = [
      Defaults.observe(key, options: []) { plain.record([$0.oldValue, $0.newValue]) },
      Defaults.observe(key) { initial.record($0.newValue) },
      Defaults.observe(key, options: [.initial, .prior]) {
        prior.record(($0.newValue, $0.isPrior))
      },
      Defaults.observe(keys: key, other) { several.record(Defaults[key]) },
    ]
    write()
    for observation in observations { observation.invalidate() }

    let stored = changes.elements
    #expect(stored.count == Self.writes)
    #expect(Set(stored.map(\.value)).count == Self.writes)
    #expect(zip(stored, stored.dropFirst()).allSatisfy { $0.sequence < $1.sequence })

    let order = [0] + stored.map(\.value)
    #expect(order.last == Defaults[key])
    #expect(suite.storedValue(forKey: "k") == order.last.map { .integer(Int128($0)) })
    #expect(plain.elements == zip(order, order.dropFirst()).map { [$0, $1] })
    #expect(initial.elements == order)
    expectPriorEvents(prior.elements, order)
    expectNoOlderValue(several.elements, order)
    #expect(await values(of: stream) == order)
    var iterator = newest.makeAsyncIterator()
    #expect(await iterator.next() == order.last)
  }

  /// Expects each change to be told once after it was made, and to have been announced before.
  private func expectPriorEvents(_ events: [(value: Int, isPrior: Bool)], _ order: [Int]) {
    var announced: Set<Int> = [0]
    var told: [Int] = []
    var unannounced: [Int] = []
    for event in events {
      if event.isPrior {
        announced.insert(event.value)
      } else {
        told.append(event.value)
        if !announced.contains(event.value) { unannounced.append(event.value) }
      }
    }
    #expect(told == order)
    #expect(unannounced == [])
  }

  /// Expects a value for each change, none older than the one before, and the last at the end.
  private func expectNoOlderValue(_ values: [Int], _ order: [Int]) {
    let positions = Dictionary(uniqueKeysWithValues: zip(order, 0...))
    let found = values.compactMap { positions[$0] }
    #expect(found.count == order.count)
    #expect(zip(found, found.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(values.last == order.last)
  }

  /// Takes as many values from a stream as it must have.
  private func values(of stream: AsyncStream<Int>) async -> [Int] {
    var values: [Int] = []
    for await value in stream {
      values.append(value)
      if values.count == Self.writes + 1 { break }
    }
    return values
  }

  @Test(.thorough) func `the initial value comes first, and the changes after it are complete`()
    throws
  {
    let key = key
    let observations = Mutex<[any Defaults.Observation]>([])
    let recorders = (0..<10).map { _ in Recorder<Int>() }
    write {
      for heard in recorders {
        let observation = Defaults.observe(key) { heard.record($0.newValue) }
        observations.withLock { $0.append(observation) }
      }
    }
    observations.withLock { $0.removeAll() }
    let order = [0] + changes.elements.map(\.value)
    for heard in recorders.map(\.elements) {
      let start = try #require(order.firstIndex { $0 == heard.first })
      #expect(heard == Array(order[start...]))
    }
    #expect(order.last == Defaults[key])
  }
}
