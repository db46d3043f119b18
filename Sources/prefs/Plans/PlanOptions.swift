import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// The options of a command that changes suites by plans.
struct PlanOptions: ParsableArguments {
  @Flag(help: "Change nothing; print what would happen to each key.")
  var dryRun: Bool = false

  @Flag(help: "Print JSON: a record for each key, with its values and the result.")
  var json: Bool = false

  /// Applies plans, or shows what they would do.
  ///
  /// Nothing is changed in any suite if a value is refused in one of them.
  ///
  /// - Parameters:
  ///   - runs: the plans, one for each suite.
  ///   - areGrouped: whether the output names the suite of each plan.
  ///   - program: the name of the program in the history.
  /// - Throws: ``Failure`` when a value is refused or a key was changed meanwhile,
  ///   `Defaults.StoreError` when the values cannot be stored, `ExitCode` when a dry run has found
  ///   a refused value.
  func perform(
    _ runs: [PlanRun],
    areGrouped: Bool,
    program: String
  ) throws {
    var runs = runs
    if !dryRun {
      for run in runs { try run.checkRefusals() }
      try ChangedParts.collect { changed in
        for index in runs.indices where try runs[index].apply(program: program) > 0 {
          changed.append(runs[index].suite.name)
        }
      }
    }
    try report(runs, areGrouped: areGrouped)
    if dryRun, let run = runs.first(where: { $0.status != .done }) {
      throw ExitCode(run.status.rawValue)
    }
  }

  /// Applies plans, each by itself, or shows what they would do.
  ///
  /// - Parameters:
  ///   - runs: the plans, one for each suite.
  ///   - choice: the suites that were named; it gets the statuses of the plans that fail.
  ///   - program: the name of the program in the history.
  /// - Throws: the error of a plan if one suite was named, ``Failure`` when the report cannot be printed.
  func performEach(_ runs: [PlanRun], of choice: inout SuiteChoice, program: String) throws {
    let isPattern = choice.isPattern
    if !dryRun { try choice.confirm(changing: runs.count) }
    var shown: [PlanRun] = []
    for var run in runs {
      if dryRun {
        choice.note(run.status)
      } else {
        try choice.attempt(run.suite.name) {
          try run.checkRefusals()
          let count = try run.apply(program: program)
          run.reportNotes()
          guard !json, count > 0, isPattern || run.plan.rows.count > 1 else { return }
          let values = count == 1 ? "1 value" : "\(count) values"
          try Output.writeLines(["\(run.suite.name): \(values) changed"])
        }
      }
      shown.append(run)
    }
    try report(shown, areGrouped: isPattern)
  }

  /// Prints plans, if they are asked for.
  private func report(_ runs: [PlanRun], areGrouped: Bool) throws {
    if json {
      try Output.writeRecords(runs.flatMap(\.records))
    } else if dryRun {
      try Output.writeLines(
        runs.flatMap {
          (areGrouped ? [OutputLine($0.suite.name, .title)] : []) + $0.report.lines
        }
      )
    }
  }
}

/// What a command that changes several files has changed before it failed.
enum ChangedParts {
  /// Performs changes, and says on standard error which of them were made if one of them fails.
  ///
  /// - Parameter change: appends the name of each part that it has changed.
  /// - Throws: the error of the change.
  static func collect(_ change: (inout [String]) throws -> Void) throws {
    var changed: [String] = []
    do {
      try change(&changed)
    } catch {
      if !changed.isEmpty {
        let names = changed.map { MessageText.fact($0) }.joined(separator: ", ")
        Output.writeError(
          "Changed before the failure, and not taken back: \(verbatim: names)." as MessageText
        )
      }
      throw error
    }
  }
}
