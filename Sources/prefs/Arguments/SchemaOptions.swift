import ArgumentParser
import DefaultsSchema

/// The options that name schemas outside the standard directories.
struct SchemaOptions: ParsableArguments {
  @Option(
    name: .customLong("schema"),
    help: ArgumentHelp(
      "Use the schema in FILE, in any known format, for the suite. May be given several times.",
      valueName: "file"
    ),
    transform: PathArgument.path
  )
  var files: [String] = []

  @Option(
    name: .customLong("id"),
    help: ArgumentHelp(
      "Use the schema with this identifier, if a file has several.",
      valueName: "id"
    )
  )
  var id: String?

  @Option(
    name: .customLong("schema-dir"),
    help: ArgumentHelp(
      "Look for schemas in DIR before all other places. May be given several times.",
      valueName: "dir"
    ),
    transform: PathArgument.path
  )
  var directories: [String] = []

  /// Returns where schemas are looked for.
  ///
  /// - Parameter suite: the suite that the files describe, whatever suite they name.
  /// - Returns: the files and directories of the options, then the standard directories.
  func searchPath(forSuite suite: String?) -> SchemaSearchPath {
    var path = SchemaSearchPath(files: files, directories: directories)
    path.suiteOfFiles = suite
    path.idInFiles = id
    return path
  }
}
