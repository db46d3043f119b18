import Defaults
import Synchronization

extension Subject {
  /// A change that many observers want to know of.
  static let observers = Subject(name: "observers") {
    let thousand = crowd(of: 1000)
    let tenThousand = crowd(of: 10_000)
    let times = try race(rounds: 100, [tenThousand, thousand])
    return [
      Row(
        subject: "one change, 10,000 observers",
        quantity: .times(times[0], peer: nil),
        target: .below(median: 0.002, p99: nil),
        showsP99: true,
      ),
      Row(
        subject: "one change, 10,000 observers",
        quantity: .times(times[0], peer: times[1]),
        target: .within(11),
      ),
    ]
  }

  /// A suite with so many observers of one key.
  private static func crowd(of count: Int) -> Contender {
    let suite = Defaults.Suite(inMemory: "bench.observers.\(count)")
    let key = Defaults.Key<Int>("key", default: 0, suite: suite)
    let calls = Counter()
    let observations = (0..<count).map { _ in
      Defaults.observe(key, options: []) { calls.add($0.newValue) }
    }
    var value = 0
    return Contender(name: "\(count) observers") {
      value += 1
      withExtendedLifetime(observations) { Defaults[key] = value }
    }
  }
}

/// Adds up what observers are told, so that they do something.
private final class Counter: Sendable {
  private let sum = Atomic<Int>(0)

  /// Adds a number.
  func add(_ number: Int) {
    sum.add(number, ordering: .relaxed)
  }
}
