import ArgumentParser
import DefaultsCore
import DefaultsTransfer

extension ArgumentHelp {
  /// The help of `--quiet` of the commands that change suites.
  static let quiet: ArgumentHelp = "Print nothing of what was changed, and no notes; for cron."
}

/// The options of a command that changes suites by plans.
struct PlanOptions: ParsableArguments {
  @Flag(help: "Change nothing; print what would happen to each key.")
  var dryRun: Bool = false

  @Flag(help: "Leave out the keys whose values are refused, and change the others.")
  var skipRefused: Bool = false

  @Flag(help: "Print JSON: a record for each key, with its values and the result.")
  var json: Bool = false

  @Flag(help: .quiet)
  var quiet: Bool = false

  /// Applies plans, one for each suite, or shows what they would do.
  ///
  /// What was done is printed at the end, so that the changes do not end half-way if the reader is
  /// gone. `choice` gets the statuses of the plans that fail. The history names `program`.
  ///
  /// - Throws: the error of a plan if one suite was named, ``Failure`` when the report cannot be
  ///   printed.
  func perform(
    _ runs: [any SuiteRun],
    of choice: inout SuiteChoice,
    program: String
  ) throws {
    let isPattern = choice.isPattern
    if !dryRun { try choice.confirm(changing: runs.count) }
    var shown: [any SuiteReport] = []
    var lines: [String] = []
    try Progress.during("Changing suite", of: isPattern ? runs.count : 0) { progress in
      for var run in runs {
        progress.step()
        // What was done is printed, whatever keeps the next suite from being changed.
        choice.takesUsageErrors = choice.takesUsageErrors || !shown.isEmpty
        let suite = run.report.suite
        if dryRun {
          choice.note(run.status)
          shown.append(run.report)
        } else {
          if skipRefused {
            let refused = run.report.records.filter { $0[.refusal] != nil }
            choice.note(run.leaveOutRefusals(), refused)
          }
          try choice.attempt(suite) {
            try run.checkRefusals()
            let count = try run.apply(program: program)
            if !quiet { run.reportNotes() }
            shown.append(run.report)
            guard count > 0, isPattern || run.count > 1 && run.outcome == nil else { return }
            let values = count == 1 ? "1 value" : "\(count) values"
            lines.append("\(suite): \(run.outcome ?? "\(values) changed")")
          }
        }
      }
    }
    if json || dryRun {
      try choice.print(shown, asJSON: json)
    } else if !quiet {
      try Output.writeLines(lines)
    }
  }
}
