import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// The state of a suite under random events; `STATE_EVENTS` and `STATE_SEED` choose how many and which.
struct SuiteStateTests {
  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  private static let seed = UInt64(number("STATE_SEED") ?? 1)

  /// A million in CI.
  private static let events = number("STATE_EVENTS") ?? (Thorough.isOn ? 1_000_000 : 20_000)

  private static let variants: [(worksInBackground: Bool, limit: Int?)] = [
    (true, nil), (true, 2), (false, nil), (false, 2),
  ]

  @Test(arguments: variants.indices)
  func `no order of events loses a write or tells a wrong change`(variant: Int) {
    let (worksInBackground, limit) = Self.variants[variant]
    let eventsPerSuite = 200
    var counts: [String: Int] = [:]
    for number in 0..<Self.events / eventsPerSuite / Self.variants.count {
      let seed = Self.seed &* 1_000_003 &+ UInt64(number)
      var suite = RandomSuite(
        seed: seed,
        worksInBackground: worksInBackground,
        transactionLimit: limit
      )
      suite.run(events: eventsPerSuite)
      counts.merge(suite.counts, uniquingKeysWith: +)
      guard suite.violation == nil else {
        Issue.record("seed \(seed): \(suite.violation ?? "")")
        return
      }
    }
    let kinds: Set = ["write", "conditional write", "change elsewhere", "flush"]
    let works: Set = worksInBackground ? ["commit", "commitAgain", "load", "loadAgain"] : []
    #expect(kinds.union(works).isSubset(of: counts.keys))
  }
}
