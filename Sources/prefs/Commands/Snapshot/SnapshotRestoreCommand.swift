import ArgumentParser
import Defaults
import DefaultsSchema
import DefaultsTransfer

struct SnapshotRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Give suites the values of a snapshot, and remove keys that it does not have.",
    discussion: """
      Secrets stay as they are, unless the snapshot was saved with --secrets. Nothing is changed in \
      any suite if a value is refused. For each suite, prefs undo takes everything back at once.

      Ends with status 3 when a value does not fit, with 4 when a key is locked, and with 5 when \
      another program changes a key meanwhile.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var schemas: SchemaOptions

  @Flag(help: "Change nothing; print what would happen to each key.")
  var dryRun: Bool = false

  @Flag(help: "Print a JSON object with an array for each suite: key, values and result.")
  var json: Bool = false

  @Flag(help: "Also replace values of kinds that cannot be shown.")
  var force: Bool = false

  @Argument(help: ArgumentHelp("The name of the snapshot.", valueName: "snapshot"))
  var name: String

  @Argument(help: "The names of the suites, all by default.")
  var suites: [String] = []

  func run() throws {
    try shared.apply()
    let snapshot = try SnapshotFolder.snapshot(name)
    var runs: [PlanRun] = []
    for (name, saved) in try SnapshotFolder.suites(named: suites, of: snapshot, name) {
      runs.append(try planRun(name, saved))
    }
    if !dryRun {
      for run in runs { try run.checkRefusals() }
      for run in runs { try run.apply(program: "prefs snapshot") }
    }
    if json {
      let members = runs.map { JSONValue.Member($0.suite.name, $0.report.json) }
      try Output.writeJSON(JSONValue.object(members).text(indented: true))
    } else if dryRun {
      try Output.writeLines(runs.flatMap { [$0.suite.name] + $0.report.lines })
    }
    if dryRun, let run = runs.first(where: { $0.status != .done }) {
      throw ExitCode(run.status.rawValue)
    }
  }

  private func planRun(_ name: String, _ saved: Snapshot.Suite) throws -> PlanRun {
    let suite = try shared.openReadableSuite(name)
    let schema = try KnownSchemas(schemas, suiteName: suite.name).schema(for: suite)
    let filter = KeyFilter([], schema: schema, includesSecrets: false)
    var wanted = saved.values.mapValues { Defaults.StoredValue?.some($0) }
    for (key, value) in suite.storedValues() where saved.values[key] == nil {
      guard saved.includesSecrets || !filter.hides(key, value) else { continue }
      wanted.updateValue(nil, forKey: key)
    }
    let plan = Plan(wanted, for: suite, schema: schema, replacesOpaque: force)
    return PlanRun(plan, suite: suite, schema: schema, filter: filter, source: "saved")
  }
}
