import ArgumentParser
import DefaultsCore
import DefaultsSchema
import FoundationEssentials

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

  @Flag(help: .quiet)
  var quiet: Bool = false

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
        let near = NameSuggestion.suite(near: suite.name)
        throw Failure(.notSet, "\(verbatim: "\(error)")\(near)")
      }
    }
    next = next.ofNewestAct
    if !dryRun { try choice.confirm(changing: next.count) }
    var reports: [RestoredReport] = []
    for next in next {
      try choice.attempt(next.suite.name) {
        reports.append(try restore(direction, next, inLocks: opening.scope == .managed))
      }
    }
    guard !reports.isEmpty else {
      try choice.finish(reporting: json)
      throw Failure(.notSet, "No suite that matches \"\(argument)\" has such a change.")
    }
    do throws(Failure) {
      if json || dryRun || !quiet { try choice.print(reports, asJSON: json) }
    } catch {
      guard !dryRun else { throw error }
      // A script that tries again would take back one more change.
      throw Failure(
        error.status,
        "The values were changed. \(verbatim: error.message) Do not repeat the command: it would "
          + "change one step more."
      )
    }
    try choice.finish()
  }
}

extension RestoringOptions {
  /// Takes the last change of a suite back, or makes it again.
  private func restore(
    _ direction: Defaults.RestoreDirection,
    _ next: NextRestore,
    inLocks: Bool
  ) throws -> RestoredReport {
    let suite = next.suite
    let filter = KeyFilter(schema: next.schema)
    let entry = try suite.restore(
      direction,
      .everybody,
      replacing: force ? .any : .unchanged,
      isDryRun: dryRun
    )
    let changes = entry.changes.map { change in
      direction == .redo ? change : .init(key: change.key, old: change.new, new: change.old)
    }
    if inLocks, !dryRun {
      // After the reasons were changed, which the log quotes.
      defer {
        SystemLog.noteChanges(changes.map { ($0.key, $0.new) }, of: suite, hiding: filter)
      }
      try Self.matchReasons(of: changes, suite.name)
    }
    return RestoredReport(suite: suite.name, changes: changes, filter: filter)
  }

  /// Removes the reasons of keys that were unlocked, and names those that are locked without one.
  static func matchReasons(
    of changes: [Defaults.HistoryEntry.Change],
    _ suite: String,
    at date: Date? = nil
  ) throws {
    let locked = changes.filter { $0.old == nil }.map(\.key)
    let bare = try ManagedSuite(suite).matchReasons(of: changes.map(\.key), at: date)
      .filter(locked.contains)
    guard !bare.isEmpty else { return }
    Output.writeError(
      "\(suite): locked without a reason, because the history has none: \(list: bare.map(\.string)). "
        + "prefs lock with --reason gives one." as MessageText
    )
  }
}

/// What an undo or redo has changed in one suite.
private struct RestoredReport: SuiteReport {
  let suite: String
  /// The changes that were made.
  let changes: [Defaults.HistoryEntry.Change]
  /// What decides whether values are hidden.
  let filter: KeyFilter

  var lines: [OutputLine] {
    changes.map { change in
      let (key, old, new) = (change.key, change.old, change.new)
      let kind = filter.schema?.entry(forKey: key.string)?.kind
      let values =
        filter.hides(key, old, new)
        ? "\(ValueReport.text(old, true)) → \(ValueReport.text(new, true))"
        : ValueReport.change(old, new, kind)
      return OutputLine("\(key): \(values)")
    }
  }

  var records: [Record] {
    changes.map { change in
      var record = Record([.suite: .string(suite), .key: .string(change.key.string)])
      let isHidden = filter.hides(change.key, change.old, change.new)
      record.setValues(change.old, change.new, isHidden: isHidden)
      return record
    }
  }
}
