import ArgumentParser
import DefaultsCore
import DefaultsTransfer
import FoundationEssentials

struct RestoreCommand: SuiteCommand, KeysCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Give suites the values that they had at a time.",
    discussion: """
      The values are computed from the history; keys that were set since are removed. Of keys whose \
      values are not remembered, secrets above all, the present values stay. prefs undo takes \
      everything back at once, for each suite.

      In a SUITE or KEY, * stands for any text and ? for one character. TIME is written as for prefs \
      history: 09:00, yesterday or "2 hours ago" for example.

      A suite with a value that is refused stays as it is, unless --skip-refused leaves the value out: the status is 3 when it does not fit, 4 \
      when a key is locked, and 5 when another program changes a key meanwhile. Ends with status 1 \
      when no change of a suite is remembered, or none of the suites has one of the keys.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions
  @OptionGroup var plans: PlanOptions

  @Option(
    help: ArgumentHelp("The time whose values are wanted.", valueName: "time"),
    transform: TimeArgument.pastTime
  )
  var at: Date

  @Flag(help: "Also replace values of kinds that cannot be shown.")
  var force: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: ArgumentHelp("The keys to restore, all by default.", valueName: "key"))
  var keys: [String] = []

  func run() throws {
    try options.apply()
    var choice = try options.suites(suite, among: .remembered)
    let isPattern = choice.isPattern
    var runs: [PlanRun] = []
    var notes = PastNotes()
    var missing = MissingNames(keys)
    try choice.forEach { name in
      let run = try planRun(of: name, mustExist: !isPattern, &missing, &notes)
      if let run { runs.append(run) }
    }
    missing.report("Never set", &choice, near: runs.first?.suite, runs.first?.schema)
    notes.report()
    // Of many suites, those that stay as they are go without saying.
    let shown = isPattern ? runs.filter { $0.plan.rows.contains { $0.result != .same } } : runs
    try plans.perform(shown, of: &choice, program: "prefs restore")
    try choice.finish()
  }

  /// Makes the plan for a suite; returns nil when its history has nothing to take back.
  private func planRun(
    of name: String,
    mustExist: Bool,
    _ missing: inout MissingNames,
    _ notes: inout PastNotes
  ) throws -> PlanRun? {
    let suite = try options.openReadableSuite(name)
    let schema = try KnownSchemas(suiteName: suite.name).schema(for: suite)
    let history = try suite.reportedHistory()
    guard !history.isEmpty else {
      guard mustExist else { return nil }
      throw Failure.nothingStored(in: suite, "No change of \(suite.name) is remembered.")
    }
    let existing = Set(suite.storedValues().keys).union(history.flatMap { $0.changes.map(\.key) })
    missing.keep(NameChoice.chosen(by: keys, among: existing, spelled: suite.spelled).missing)
    let filter = KeyFilter(keys.map(suite.spelled), among: existing, schema: schema)
    notes.add(PastValues(at: at, present: suite.storedValues(), history: history), suite)
    let options = Defaults.WriteOptions(cause: .import, replacesOpaque: force)
    var run = try PlanRun(suite: suite, schema: schema, filter: filter, source: "then") {
      let present = suite.storedValues()
      let past = PastValues(at: at, present: present, history: try suite.history())
      var wanted = past.values.mapValues { Defaults.StoredValue?.some($0) }
      for key in present.keys where past.values[key] == nil && !past.unknownKeys.contains(key) {
        wanted.updateValue(nil, forKey: key)
      }
      return Plan(
        wanted.filter { filter.matches($0.key) },
        for: suite,
        schema: schema,
        options: options
      )
    }
    if self.options.scope == .managed {
      // The locks get the reasons that they had then.
      run.completion = { [at] rows in
        let changes = rows.map { row in
          Defaults.HistoryEntry.Change(key: row.key, old: row.now, new: row.wanted)
        }
        try RestoringOptions.matchReasons(of: changes, suite.name, at: at)
      }
    }
    return run
  }
}
