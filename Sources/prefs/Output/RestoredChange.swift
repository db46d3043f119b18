import ArgumentParser
import DefaultsCore
import DefaultsSchema

/// The options of the commands that take changes back or make them again.
struct RestoringOptions: ParsableArguments {
  @Flag(
    help: """
      Overwrite what was stored since by a program that keeps no history, and pass over changes \
      whose values are not remembered.
      """
  )
  var force: Bool = false

  @Flag(
    help: """
      Print JSON: a record for each key that changes.
      """
  )
  var json: Bool = false

  @Flag(help: "Change nothing; print what would change.")
  var dryRun: Bool = false

  /// Takes the last change of a suite back, or makes it again, and prints what has changed.
  ///
  /// If the argument names several suites, the suites are meant that one run of a program changed
  /// last. It throws a ``Failure`` when nothing can be changed, or the change cannot be printed.
  func perform(
    _ direction: Defaults.RestoreDirection,
    on argument: String,
    _ opening: SuiteOptions
  ) throws {
    var choice = try opening.suites(argument, among: .remembered)
    let isPattern = choice.isPattern
    var next: [NextRestore] = []
    // A suite without a history takes no part, even if it cannot be read.
    let remembered =
      isPattern && opening.scope == .user
      ? Set(try Defaults.HistoryOptions(program: "").rememberedSuites()) : nil
    try choice.forEach { name in
      guard remembered?.contains(name) != false else { return }
      let (suite, schema) = try opening.openRememberingSuite(
        name,
        program: "prefs \(direction)"
      )
      suite.refuseSecrets(in: opening.scope, KeyFilter(schema: schema))
      if let found = try NextRestore(direction, suite, schema) {
        next.append(found)
      } else if !isPattern {
        let error: Defaults.UndoError = direction == .undo ? .nothingToUndo : .nothingToRedo
        throw Failure(.notSet, "\(error)")
      }
    }
    next = next.ofNewestAct
    if !dryRun { try choice.confirm(changing: next.count) }
    var reports: [RestoredChange.Report] = []
    for next in next {
      try choice.attempt(next.suite.name) {
        reports.append(try restore(direction, next, inLocks: opening.scope == .managed))
      }
    }
    guard !reports.isEmpty else {
      try choice.finish(reporting: json)
      throw Failure(.notSet, "No suite that matches \"\(argument)\" has such a change.")
    }
    try RestoredChange.Report.print(reports, of: choice, asJSON: json, isDryRun: dryRun)
    try choice.finish()
  }
}

extension RestoringOptions {
  /// Takes the last change of a suite back, or makes it again.
  private func restore(
    _ direction: Defaults.RestoreDirection,
    _ next: NextRestore,
    inLocks: Bool
  ) throws -> RestoredChange.Report {
    let suite = next.suite
    do {
      let entry = try suite.restore(
        direction,
        .everybody,
        replacing: force ? .any : .unchanged,
        isDryRun: dryRun
      )
      let changes = entry.changes.map { RestoredChange($0, direction) }
      if inLocks, !dryRun { try Self.matchReasons(of: changes, suite.name) }
      return .init(suite: suite.name, changes: changes, filter: KeyFilter(schema: next.schema))
    } catch let error as Defaults.UndoError {
      throw Failure(error.status, "\(error)")
    }
  }

  /// Removes the reasons of keys that were unlocked, and names those that are locked without one.
  private static func matchReasons(of changes: [RestoredChange], _ suite: String) throws {
    let locked = changes.filter { $0.old == nil }.map(\.key)
    let bare = try ManagedSuite(suite).matchReasons(of: changes.map(\.key)).filter(locked.contains)
    guard !bare.isEmpty else { return }
    Output.writeError(
      "\(suite): locked without a reason, because the history has none: \(list: bare.map(\.string)). "
        + "prefs lock with --reason gives one." as MessageText
    )
  }
}

extension Defaults.UndoError {
  fileprivate var status: Status {
    switch self {
    case .nothingToUndo, .nothingToRedo: .notSet
    case .valuesOmitted, .changedSince: .conflict
    }
  }
}

/// What an undo or redo has done to a key.
struct RestoredChange {
  /// The name of the key.
  var key: Defaults.KeyName
  /// The value that was replaced; nil for none.
  var old: Defaults.StoredValue?
  /// The value that is stored now; nil for none.
  var new: Defaults.StoredValue?

  /// Creates what an undo or redo of a recorded change does.
  fileprivate init(
    _ change: Defaults.HistoryEntry.Change,
    _ direction: Defaults.RestoreDirection
  ) {
    key = change.key
    (old, new) = direction == .undo ? (change.new, change.old) : (change.old, change.new)
  }

  /// What has changed in one suite.
  struct Report {
    /// The name of the suite.
    var suite: String
    /// Its changed keys.
    var changes: [RestoredChange]
    /// What decides whether values are hidden.
    var filter: KeyFilter

    /// Prints what was undone or redone.
    ///
    /// - Throws: ``Failure`` when it cannot be printed, which says that the values are changed all the
    ///   same: a script that tries again would take back one more change.
    static func print(
      _ reports: [Report],
      of choice: SuiteChoice,
      asJSON: Bool,
      isDryRun: Bool
    ) throws(Failure) {
      do throws(Failure) {
        if asJSON {
          try Output.writeRecords(reports.flatMap(\.records) + choice.failures)
        } else {
          try Output.writeLines(
            reports.flatMap { report in
              (choice.isPattern ? [OutputLine(report.suite, .title)] : [])
                + report.changes.map { OutputLine($0.line(report.filter)) }
            }
          )
        }
      } catch {
        guard !isDryRun else { throw error }
        throw Failure(
          error.status,
          "The values were changed. \(verbatim: error.message) Do not repeat the command: it would "
            + "change one step more."
        )
      }
    }

    private var records: [Record] {
      changes.map { change in
        var record = Record([.suite: .string(suite), .key: .string(change.key.string)])
        let isHidden = filter.hides(change.key, change.old, change.new)
        record.setValues(change.old, change.new, isHidden: isHidden)
        return record
      }
    }
  }

  fileprivate func line(_ filter: KeyFilter) -> String {
    let isHidden = filter.hides(key, old, new)
    guard isHidden else {
      return
        "\(key): \(ValueReport.change(old, new, filter.schema?.entry(forKey: key.string)?.kind))"
    }
    let texts = [old, new].map { ValueReport.text($0, isHidden) }
    return "\(key): \(texts.joined(separator: " → "))"
  }
}
