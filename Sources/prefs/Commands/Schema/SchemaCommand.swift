import ArgumentParser
import DefaultsSchema

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Show, check and convert schemas, which describe the keys of suites.",
    discussion: """
      Schemas are found in prefs/schemas of $XDG_DATA_HOME and $XDG_DATA_DIRS, one file \
      SUITE.schema.json for each suite. Other formats are read as well: \(SchemaFormat.foreignNames).
      """,
    subcommands: [
      SchemaShowCommand.self, SchemaCheckCommand.self, SchemaConvertCommand.self,
    ]
  )
}
