/// What a command prints about one suite.
protocol SuiteReport {
  /// The name of the suite.
  var suite: String { get }
  /// The report as text.
  var lines: [OutputLine] { get }
  /// The report as JSON.
  var records: [Record] { get }
}

extension SuiteChoice {
  /// Prints reports as text, or as JSON together with the suites that have failed.
  ///
  /// If the suites match a pattern, each text is printed under the name of its suite.
  func print(_ reports: [any SuiteReport], asJSON: Bool) throws(Failure) {
    guard !asJSON else { return try Output.writeRecords(reports.flatMap(\.records) + failures) }
    try Output.writeLines(
      reports.flatMap { (isPattern ? [OutputLine($0.suite, .title)] : []) + $0.lines }
    )
  }
}
