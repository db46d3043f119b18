import ArgumentParser

/// Where schemas are found besides the places where they usually are.
struct SchemaOptions: ParsableArguments {
  @Option(
    name: .customLong("schema"),
    help: ArgumentHelp(
      "Read the schema from FILE, in any format that is known. May be given several times.",
      valueName: "file"
    )
  )
  var files: [String] = []

  @Option(
    name: .customLong("schema-dir"),
    help: ArgumentHelp(
      "Look for schemas in DIR before all other places. May be given several times.",
      valueName: "dir"
    )
  )
  var directories: [String] = []
}
