import Defaults
import Foundation

extension Subject {
  /// Writes that return before they are durable.
  static let sets = Subject(name: "sets") {
    try Fixture.write(1000, to: "bench.sets")
    try Fixture.write(1000, to: "bench.sets.foundation")
    let suite = try Defaults.Suite(named: "bench.sets")
    let foundation = UserDefaults(suiteName: "bench.sets.foundation")
    let numbers = (0..<100).map { $0 * 10 + 1 }
    let keys = numbers.map { Defaults.Key<Int>(Fixture.key($0), default: 0, suite: suite) }
    let names = numbers.map(Fixture.key)
    var value = 0
    let times = try race(
      rounds: 40,
      [
        Contender(
          name: "Defaults",
          operations: 1000,
          prepare: { try suite.flush() },
          run: {
            for _ in 0..<10 {
              value += 1
              for key in keys { Defaults[key] = value }
            }
          },
        ),
        Contender(
          name: "`UserDefaults.set`",
          operations: 1000,
          prepare: { foundation?.synchronize() },
          run: {
            for _ in 0..<10 {
              value += 1
              for name in names { foundation?.set(value, forKey: name) }
            }
          },
        ),
      ]
    )
    try suite.flush()
    return Row.comparing("set, returning before it is durable", times, [.faster(4)])
  }
}
