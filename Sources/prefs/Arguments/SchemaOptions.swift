import ArgumentParser
import DefaultsCore
import DefaultsSchema

/// The options that name schemas outside the standard directories.
struct SchemaOptions: ParsableArguments {
  @Option(
    name: .customLong("schema"),
    help: ArgumentHelp(
      """
      Use the schema in FILE, in any known format, for the suite. May be given several times. prefs(1) has \
      more options for schemas.
      """,
      valueName: "file"
    ),
    transform: PathArgument.path
  )
  var files: [String] = []

  @Option(
    name: .customLong("id"),
    help: ArgumentHelp(
      "Use the schema with this identifier, if a file has several.",
      valueName: "id",
      visibility: .hidden
    )
  )
  var id: String?

  @Option(
    name: .customLong("schema-dir"),
    help: ArgumentHelp(
      "Look for schemas in DIR before all other places. May be given several times.",
      valueName: "dir",
      visibility: .hidden
    ),
    transform: PathArgument.path
  )
  var directories: [String] = []

  @Option(name: .customLong("schema-max-bytes"), help: SchemaLimits.bytes)
  var maximumSize: Int?

  @Option(name: .customLong("schema-max-keys"), help: SchemaLimits.keys)
  var maximumKeyCount: Int?

  func validate() throws {
    try SchemaLimits.check(bytes: maximumSize, keys: maximumKeyCount)
  }

  /// The options with which schema documents are read.
  var readingOptions: SchemaReadingOptions {
    SchemaLimits.readingOptions(bytes: maximumSize, keys: maximumKeyCount)
  }

  /// Returns the schema of a suite, and prints a message if the only documents for it cannot be used.
  ///
  /// With the name of a key, the schema may be without other keys; with a pattern it has all of them.
  ///
  /// - Throws: the errors of `KnownSchemas`.
  func schema(of suite: Defaults.Suite, forKey key: String? = nil) throws -> Schema? {
    var options = readingOptions
    if let key, !NameChoice.mayBePattern(key) { options.keys = [Defaults.KeyName(key)] }
    let searchPath = searchPath(forSuite: suite.name)
    let known = try KnownSchemas(searchPath, suiteName: suite.name, options)
    known.reportProblems(about: suite)
    return known.schema(for: suite)
  }

  /// Returns where schemas are looked for: first what the options name, then the usual directories.
  ///
  /// With a suite, the files describe it, whatever suite they name.
  func searchPath(forSuite suite: String?) -> SchemaSearchPath {
    var path = SchemaSearchPath.ofCommand(files: files, directories: directories)
    path.suiteOfFiles = suite
    path.idInFiles = id
    return path
  }
}

/// The options that raise the limits on schema documents, which keep a wrong file from filling the memory.
///
/// They are options of the commands themselves: the parser checks each group of a group many times in a debug
/// build.
enum SchemaLimits {
  static let bytes = ArgumentHelp(
    "Read schema files of at most N bytes, instead of \(SchemaReadingOptions().maximumSize).",
    valueName: "n",
    visibility: .hidden
  )
  static let keys = ArgumentHelp(
    "Read at most N keys of a schema, instead of \(SchemaReadingOptions().maximumKeyCount).",
    valueName: "n",
    visibility: .hidden
  )

  /// Checks the limits that were given.
  static func check(bytes: Int?, keys: Int?) throws {
    for (name, limit) in [("bytes", bytes), ("keys", keys)] {
      guard let limit, limit < 1 else { continue }
      throw ValidationError("--schema-max-\(name) must be at least 1, but \(limit) was given.")
    }
  }

  /// Returns the options with which schema documents are read.
  static func readingOptions(bytes: Int?, keys: Int?) -> SchemaReadingOptions {
    var options = KnownSchemas.readingOptions
    if let bytes { options.maximumSize = bytes }
    if let keys { options.maximumKeyCount = keys }
    return options
  }
}

extension SchemaProblem {
  /// Returns the text of the problem with the name of the option that avoids it, if there is one.
  func advice(path: String) -> String {
    let option =
      switch flaw.trait {
      case .byteLimit: "--schema-max-bytes"
      case .keyLimit: "--schema-max-keys"
      default: ""
      }
    return message(path: path) + (option.isEmpty ? "" : "; \(option) raises it")
  }
}
