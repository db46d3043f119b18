import ArgumentParser

/// The options that name schemas outside the standard directories.
struct SchemaOptions: ParsableArguments {
  @Option(
    name: .customLong("schema"),
    help: ArgumentHelp(
      "Read the schema from FILE, in any known format. May be given several times.",
      valueName: "file"
    ),
    transform: PathArgument.path
  )
  var files: [String] = []

  @Option(
    name: .customLong("schema-dir"),
    help: ArgumentHelp(
      "Look for schemas in DIR before all other places. May be given several times.",
      valueName: "dir"
    ),
    transform: PathArgument.path
  )
  var directories: [String] = []
}
