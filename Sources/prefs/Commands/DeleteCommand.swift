import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

struct DeleteCommand: SuiteCommand, KeysCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Remove the stored values of keys, or of a whole suite.",
    discussion: """
      In a SUITE or KEY, * stands for any text and ? for one character; a suite or key of exactly \
      this name is meant itself. With a pattern, the number of removed values is printed. What is \
      removed of a suite is one change, which prefs undo takes back.

      Ends with status 1 when one of the keys was set in none of the suites, or nothing matches a pattern; \
      the others are removed. prefs delete-all is another spelling of --every-file.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The names of the keys; without any, all stored values are removed.")
  var keys: [String] = []

  @Flag(help: "Remove the values of the user's file and those of this host.")
  var everyFile: Bool = false

  @Flag(help: "Change nothing; print the values that would be removed.")
  var dryRun: Bool = false

  @Flag(help: "Print JSON: a record for each removed value.")
  var json: Bool = false

  @Flag(help: .quiet)
  var quiet: Bool = false

  @Flag(help: "Also remove values of kinds that cannot be shown.")
  var force: Bool = false

  func run() throws {
    try options.apply()
    var choice = try options.suites(suite)
    let isPattern = choice.isPattern
    if !dryRun { try choice.confirm(changing: choice.names.count) }
    var removals: [SuiteRemoval] = []
    var missing = MissingNames(keys)
    // What was done is printed at the end, so that the changes do not end half-way if the reader is gone.
    var lines: [String] = []
    var records: [Record] = []
    var status = Status.done
    try choice.forEach { name in
      for removal in try self.removals(from: name) {
        if !dryRun, !isPattern, removal.hasPatterns {
          try Confirmation.ask(changing: removal.names.count, "keys")
        }
        let run = json ? try removal.plan() : nil
        if !dryRun {
          lines += try removal.perform(isPattern: isPattern)
        } else if let run {
          status = max(status, run.status)
        } else {
          try removal.printPlan(areGrouped: isPattern, namesFile: everyFile)
        }
        records += (run?.report.records ?? []).map { record in
          var record = record
          record[.layer] = .string("\(removal.suite.ownLayer)")
          return record
        }
        removals.append(removal)
        missing.keep(removal.missing)
      }
    }
    if keys.isEmpty, choice.status == .done, removals.allSatisfy(\.names.isEmpty) {
      throw nothingStored(in: removals[0].suite, choice)
    }
    choice.note(status)
    if json {
      try Output.writeRecords(records + choice.failures)
    } else if !quiet {
      try Output.writeLines(lines)
    }
    missing.report("Not set", &choice, near: removals.first?.suite)
    try choice.finish()
  }

  private func nothingStored(in removed: Defaults.Suite, _ choice: SuiteChoice) -> Failure {
    guard choice.isPattern else {
      return Failure.nothingStored(in: removed, "\(removed.name) stores nothing.")
    }
    return Failure(.notSet, "No suite that matches \"\(suite)\" stores anything.")
  }

  /// Returns the removals from the files of a suite.
  private func removals(from name: String) throws -> [SuiteRemoval] {
    var files = [options]
    // Another program's suite has no file for one host.
    if everyFile, options.scope == .user, !Origin.isNamed(name) {
      files.append(options)
      files[1].scope = .host
    }
    var removals: [SuiteRemoval] = []
    for file in files {
      let (suite, schema) =
        dryRun
        ? (try file.openReadableSuite(name), nil)
        : try file.openRememberingSuite(name, program: "prefs delete")
      guard !removals.contains(where: { $0.suite.location == suite.location }) else { continue }
      removals.append(
        SuiteRemoval(keys, from: suite, schema ?? removals.first?.schema, force: force)
      )
    }
    return removals
  }
}

/// The removal of keys of one suite.
private struct SuiteRemoval {
  let suite: Defaults.Suite
  /// The keys to remove, sorted; those that are named need not be set.
  let names: [Defaults.KeyName]
  /// The arguments that name no stored key.
  let missing: [String]
  /// The schema that says which values are secrets; nil for none, and where nothing is removed.
  let schema: Schema?
  let hasPatterns: Bool
  private let options: Defaults.WriteOptions

  /// Creates the removal of the keys that arguments name; of all keys without arguments.
  init(_ arguments: [String], from suite: Defaults.Suite, _ schema: Schema?, force: Bool) {
    self.suite = suite
    self.schema = schema
    options = Defaults.WriteOptions(cause: .reset, replacesOpaque: force)
    let stored = Set(suite.storedValues().keys)
    let chosen = NameChoice.chosen(by: arguments, among: stored, spelled: suite.spelled)
    hasPatterns = chosen.hasPatterns
    // A key that is locked is refused although it is not set.
    names = (arguments.isEmpty ? stored : chosen.names.union(chosen.named)).sorted()
    missing = chosen.missing
  }

  /// Makes the plan of the removal.
  func plan() throws -> PlanRun {
    let schema = try KnownSchemas(suiteName: suite.name).schema(for: suite)
    let filter = KeyFilter(schema: schema)
    return try PlanRun(suite: suite, schema: schema, filter: filter, source: "then") {
      let stored = suite.storedValues()
      let wanted = names.filter { stored[$0] != nil }.map { ($0, Defaults.StoredValue?.none) }
      return Plan(
        Dictionary(uniqueKeysWithValues: wanted),
        for: suite,
        schema: nil,
        options: options
      )
    }
  }

  /// Prints what would be removed, and throws a ``Failure`` if a key must not be removed.
  func printPlan(areGrouped: Bool, namesFile: Bool) throws {
    let run = try plan()
    let lines = run.report.lines
    guard !lines.isEmpty else { return }
    let title = namesFile ? suite.location : suite.name
    try Output.writeLines((areGrouped || namesFile ? [OutputLine(title, .title)] : []) + lines)
    try run.checkRefusals()
  }

  /// Removes the keys in one change, and returns the lines to print.
  ///
  /// - Throws: `Defaults.WriteError` when a key must not be removed, `Defaults.StoreError` when the
  ///   change cannot be stored.
  func perform(isPattern: Bool) throws -> [String] {
    let wanted = Set(names)
    let stored = suite.storedValues().filter { wanted.contains($0.key) }
    let removed = try suite.write(
      Dictionary(uniqueKeysWithValues: names.map { ($0, Defaults.StoredValue?.none) }),
      options: options
    )
    try suite.flushReportingProblems()
    let filter = KeyFilter(schema: schema)
    SystemLog.noteChanges(removed.map { ($0.key, nil) }, of: suite, hiding: filter)
    filter.reportSecrets(removed: stored, of: suite.name)
    guard isPattern || hasPatterns, !removed.isEmpty else { return [] }
    let values = removed.count == 1 ? "1 value" : "\(removed.count) values"
    return ["\(suite.name): \(values) removed"]
  }
}
