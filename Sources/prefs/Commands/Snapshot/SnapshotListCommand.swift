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

  @Flag(help: "Print a JSON array.")
  var json: Bool = false

  func run() throws {
    try shared.apply()
    let snapshots = try SnapshotFolder.names().map { ($0, try SnapshotFolder.snapshot($0)) }
    if json {
      let objects = snapshots.map { name, snapshot in
        JSONValue.object([
          .init("name", .string(name)), .init("saved", .string(DateText.iso8601(snapshot.date))),
          .init("suites", .array(snapshot.suites.keys.sorted().map { .string($0) })),
        ])
      }
      return try Output.writeJSON(.array(objects))
    }
    let rows = snapshots.map { name, snapshot in
      [
        name, LocalClock.system.text(snapshot.date),
        snapshot.suites.keys.sorted().joined(separator: ", "),
      ]
    }
    try Output.writeLines(TextTable.lines(rows))
  }
}
