import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import FoundationEssentials

struct SnapshotListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print the names of all snapshots, their times and their suites."
  )

  @OptionGroup var shared: SharedOptions

  @Flag(help: "Print JSON: a record for each snapshot.")
  var json: Bool = false

  func run() throws {
    try shared.apply()
    var choice = SuiteChoice(names: try SnapshotFolder.names(), isPattern: true, noun: .snapshot)
    var snapshots: [(String, Snapshot)] = []
    try choice.forEach { snapshots.append(($0, try SnapshotFolder.snapshot($0))) }
    if json {
      try Output.writeRecords(
        snapshots.map { name, snapshot in
          Record([
            .name: .string(name), .time: .string(DateText.iso8601(snapshot.date)),
            .suites: .array(snapshot.suites.keys.sorted().map { .string($0) }),
          ])
        } + choice.failures
      )
      return try choice.finish()
    }
    let rows = snapshots.map { name, snapshot in
      [
        name, LocalClock.system.text(snapshot.date),
        snapshot.suites.keys.sorted().joined(separator: ", "),
      ]
    }
    try Output.writeLines(TextTable.lines(rows))
    try choice.finish()
  }
}
