import Foundation
public import Testing

/// How much of the tests is run.
///
/// `swift test` is to end within about two minutes, so it takes a sample of the longest tables and
/// leaves long proofs out. With `THOROUGH_TESTS=1` everything is run, as `.ci/run` does.
public enum Thorough {
  /// Whether everything is run.
  public static let isOn = ProcessInfo.processInfo.environment["THOROUGH_TESTS"] == "1"

  /// Returns all cases of a table, or some of them that are spread over all of it.
  ///
  /// - Parameters:
  ///   - cases: the table.
  ///   - step: the distance of the cases that are always run.
  /// - Returns: the cases; at least the first one.
  public static func sample<Case>(_ cases: [Case], every step: Int) -> [Case] {
    isOn ? cases : stride(from: 0, to: cases.count, by: step).map { cases[$0] }
  }
}

extension Trait where Self == ConditionTrait {
  /// A test that is run only if everything is.
  public static var thorough: Self {
    .enabled(if: Thorough.isOn, "a long proof, run with THOROUGH_TESTS=1")
  }
}
