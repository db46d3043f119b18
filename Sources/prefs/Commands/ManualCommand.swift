import ArgumentParser

/// Prints what the manual takes from the tool, for the script that makes the pages.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Print a table of the manual in mdoc, or a JSON Schema.",
    shouldDisplay: false
  )

  @Argument(help: "The table, commands for example.")
  var table: ManualTable?

  @Flag(help: "Print the JSON Schema of what the commands print with --json.")
  var jsonSchema: Bool = false

  func run() throws {
    if jsonSchema { return try Output.writeJSON(Record.schema) }
    let tables = table.map { [$0] } ?? ManualTable.allCases
    for table in tables { try Output.write(table.text()) }
  }
}

extension ManualTable: ExpressibleByArgument {}
