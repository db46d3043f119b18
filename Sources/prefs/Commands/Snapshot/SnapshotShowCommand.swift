import ArgumentParser
import Defaults
import DefaultsSchema
import DefaultsTransfer

struct SnapshotShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the values of a snapshot."
  )

  @OptionGroup var shared: SharedOptions

  @Flag(help: "Print a JSON object with the keys and values of each suite.")
  var json: Bool = false

  @Argument(help: ArgumentHelp("The name of the snapshot.", valueName: "snapshot"))
  var name: String

  @Argument(help: "The names of the suites, all by default.")
  var suites: [String] = []

  func run() throws {
    try shared.apply()
    let snapshot = try SnapshotFolder.snapshot(name)
    let shown = try SnapshotFolder.suites(named: suites, of: snapshot, name)
    if json {
      let members = shown.map { JSONValue.Member($0.name, .object(tagging: $0.suite.values)) }
      return try Output.writeJSON(JSONValue.object(members).text(indented: true))
    }
    for (name, suite) in shown {
      try Output.writeStored("\(name) = \(OldStyleText.suite(suite.values))")
    }
  }
}
