import Defaults
import Foundation
import Synchronization

extension Subject {
  /// From the moment another process begins to write to the call of an observer in this one.
  static let foreignChanges = Subject(name: "foreign-changes") {
    let name = "bench.foreign"
    try Fixture.write(1000, to: name)
    let suite = try Defaults.Suite(named: name)
    let latencies = Mutex<[Double]>([])
    let arrival = DispatchSemaphore(value: 0)
    let key = Defaults.Key<Int>("began", default: 0, suite: suite)
    let observation = Defaults.observe(key, options: []) { change in
      let latency = Double(now() - Int64(change.newValue)) / 1e9
      latencies.withLock { $0.append(latency) }
      arrival.signal()
    }
    let writer = try ChildProcess(["write", name])
    for _ in 0..<500 {
      try writer.proceed()
      guard arrival.wait(timeout: .now() + 10) == .success else { break }
    }
    observation.invalidate()
    try writer.finish()
    return [
      Row(
        subject: "change by another process until an observer is called, 1,000 keys",
        quantity: .times(Times(name: "Defaults", samples: latencies.withLock { $0 }), peer: nil),
        target: .below(median: 0.005, p99: 0.05),
        showsP99: true,
      )
    ]
  }
}

extension Child {
  /// Writes the time to a suite, as often as a line comes in.
  static func write(suite name: String) throws {
    let suite = try Defaults.Suite(named: name)
    suite.reload()
    while readLine() != nil {
      suite.set(Int(now()), forKey: "began")
      try suite.flush()
    }
  }
}
