import Defaults
import DefaultsCombine
import OpenCombine
import Synchronization
import TestSupport
import Testing

/// Eight threads that write one key beside its publishers.
@Suite(.timeLimit(.minutes(30)))
struct ManyWritersTests {
  private static let threads = 8
  private static let writesPerThread = 10_000

  @Test(.thorough) func `publishers give all changes in their order and end on the stored value`()
    throws
  {
    let suite = Defaults.Suite(inMemory: "writers")
    let key = Defaults.Key<Int>("k", default: 0, suite: suite)
    let (early, late, order) = (Recorder<Int>(), Recorder<Int>(), Recorder<Int>())
    let observation = suite.observeStoredValues { change in
      if case .integer(let value)? = change.new { order.record(Int(value)) }
    }
    let lateSubscription = Mutex<AnyCancellable?>(nil)
    let earlySubscription = Defaults.publisher(key).sink { early.record($0.newValue) }
    Concurrently.run(threads: Self.threads) { thread in
      for number in 1...Self.writesPerThread {
        if thread == 0, number == Self.writesPerThread / 2 {
          lateSubscription.withLock {
            $0 = Defaults.publisher(key).sink { late.record($0.newValue) }
          }
        }
        Defaults[key] = thread * Self.writesPerThread + number
      }
    }
    earlySubscription.cancel()
    lateSubscription.withLock { $0?.cancel() }
    observation.invalidate()
    let values = [0] + order.elements
    #expect(values.count == Self.threads * Self.writesPerThread + 1)
    #expect(early.elements == values)
    let start = try #require(values.firstIndex { $0 == late.elements.first })
    #expect(late.elements == Array(values[start...]))
    #expect(values.last == Defaults[key])
  }
}
