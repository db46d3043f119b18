import Foundation
public import Testing

/// How much of the tests is run.
///
/// `swift test` is to end within minutes, so it takes a sample of the longest tables, another one every
/// day, and leaves long proofs out. With `THOROUGH_TESTS=proofs` it runs these too, as `.ci/run` does, and
/// with `THOROUGH_TESTS=1` everything.
public enum Thorough {
  private static let variables = ProcessInfo.processInfo.environment

  /// Whether everything is run.
  public static let isOn = variables["THOROUGH_TESTS"] == "1"

  /// Whether long proofs are run.
  static let provesAll = isOn || variables["THOROUGH_TESTS"] == "proofs"

  /// The number that chooses the samples: `TEST_SEED`, or that of the day.
  private static let seed: Int = {
    let today = Int(Date().timeIntervalSince1970 / 86_400)
    let seed = variables["TEST_SEED"].flatMap { UInt16($0) }.map { Int($0) } ?? today
    print("TEST_SEED=\(seed) chooses the same cases of long tables again.")
    return seed
  }()

  /// Returns all cases of a table, or some of them that are spread over all of it.
  ///
  /// - Parameters:
  ///   - cases: the table.
  ///   - step: the distance of the cases that are always run.
  /// - Returns: the cases; at least one.
  public static func sample<Case>(_ cases: [Case], every step: Int) -> [Case] {
    guard !isOn else { return cases }
    return stride(from: seed % min(step, max(cases.count, 1)), to: cases.count, by: step)
      .map { cases[$0] }
  }
}

extension Trait where Self == ConditionTrait {
  /// A test that is run only with the long proofs.
  public static var thorough: Self {
    .enabled(if: Thorough.provesAll, "a long proof, run with THOROUGH_TESTS=proofs")
  }
}
