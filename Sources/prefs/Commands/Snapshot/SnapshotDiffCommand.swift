import ArgumentParser
import DefaultsCore
import DefaultsTransfer

struct SnapshotDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Print what differs between the present values and a snapshot.",
    discussion: "Ends with status 1 when something differs."
  )

  @OptionGroup var snapshot: SnapshotArguments

  @Flag(help: "Print JSON: a record for each key that differs.")
  var json: Bool = false

  func run() throws {
    let saved = Dictionary(uniqueKeysWithValues: try snapshot.savedSuites())
    var choice = SuiteChoice(names: saved.keys.sorted(), isPattern: true)
    var reports: [ValueReport] = []
    try choice.forEach { name in
      guard let saved = saved[name] else { return }
      let (suite, schema) = try snapshot.open(name)
      let filter = KeyFilter(schema: schema)
      let present = suite.storedValues()
      let rows = Plan.Row.differences(
        from: saved.includesSecrets ? present : filter.divide(present).used,
        to: saved.values
      )
      guard !rows.isEmpty else { return }
      reports.append(
        ValueReport(suite: name, rows: rows, filter: filter, heading: "saved", hasResults: false)
      )
    }
    try choice.print(reports, asJSON: json)
    if !reports.isEmpty { choice.note(.notSet) }
    try choice.finish()
  }
}
