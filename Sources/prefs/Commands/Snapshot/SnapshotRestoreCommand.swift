import ArgumentParser
import DefaultsCore
import DefaultsTransfer

struct SnapshotRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Give suites the values of a snapshot, and remove keys that it does not have.",
    discussion: """
      Secrets stay as they are, unless the snapshot was saved with --secrets. A suite with a \
      value that is refused stays as it is, unless --skip-refused leaves the value out. For each suite, \
      prefs undo takes everything back at once.

      Ends with status 3 when a value does not fit, with 4 when a key is locked, and with 5 when \
      another program changes a key meanwhile.
      """
  )

  @OptionGroup var snapshot: SnapshotArguments
  @OptionGroup var plans: PlanOptions

  @Flag(help: "Also replace values of kinds that cannot be shown.")
  var force: Bool = false

  func run() throws {
    let saved = try snapshot.savedSuites()
    var choice = SuiteChoice(names: saved.map(\.0), isPattern: true)
    var runs: [PlanRun] = []
    for (name, suite) in saved {
      try choice.attempt(name) { runs.append(try planRun(name, suite)) }
    }
    try plans.perform(runs, of: &choice, program: "prefs snapshot")
    try choice.finish()
  }

  private func planRun(_ name: String, _ saved: Snapshot.Suite) throws -> PlanRun {
    let (suite, schema) = try snapshot.open(name)
    let filter = KeyFilter(schema: schema)
    let options = Defaults.WriteOptions(cause: .import, replacesOpaque: force)
    return try PlanRun(suite: suite, schema: schema, filter: filter, source: "saved") {
      var wanted = saved.values.mapValues { Defaults.StoredValue?.some($0) }
      for (key, value) in suite.storedValues() where saved.values[key] == nil {
        guard saved.includesSecrets || !filter.hides(key, value) else { continue }
        wanted.updateValue(nil, forKey: key)
      }
      return Plan(wanted, for: suite, schema: schema, options: options)
    }
  }
}
