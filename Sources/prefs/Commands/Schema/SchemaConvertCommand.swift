import ArgumentParser
import DefaultsCore
import DefaultsSchema

struct SchemaConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Print or write a file of another format as a schema document.",
    discussion: """
      The format is recognized by the content: \(SchemaFormat.foreignNames). What cannot be \
      said in a schema document is listed.
      """
  )

  @Option(
    help: ArgumentHelp(
      "The suite, in place of the one that the file names.",
      valueName: "suite"
    )
  )
  var suite: String?

  @Option(
    help: ArgumentHelp(
      "Convert the schema with this identifier, if the file has several.",
      valueName: "id"
    )
  )
  var id: String?

  @Option(name: .customLong("schema-max-bytes"), help: SchemaLimits.bytes)
  var maximumSize: Int?

  @Option(name: .customLong("schema-max-keys"), help: SchemaLimits.keys)
  var maximumKeyCount: Int?

  @Argument(help: "The file, or the directory of a bundle.", transform: PathArgument.path)
  var file: String

  @Argument(
    help: "Where to write: a file, or a directory for a file named after the suite.",
    transform: PathArgument.path
  )
  var output: String?

  func validate() throws {
    try SchemaLimits.check(bytes: maximumSize, keys: maximumKeyCount)
  }

  func run() throws {
    let name = try suite.map(SuiteArgument.name)
    let options = SchemaLimits.readingOptions(bytes: maximumSize, keys: maximumKeyCount)
    let source = SchemaSource(
      path: file,
      reading: try SchemaReading(file: file, suiteName: name, id: id, options)
    )
    if id == nil, suite == nil, source.reading.ids.count > 1 {
      let ids = source.reading.ids
      throw Failure(
        .usage,
        "\(path: file): the document has \(ids.count) schemas; choose one with --id: "
          + "\(ids.joined(separator: ", "))"
      )
    }
    let schema = try source.schema()
    for message in source.messages(isVerbose: false) {
      Output.writeError(verbatim: MessageText.line(message))
    }
    try DocumentDestination.write(schema, to: output)
  }
}

/// The option that names where a document is written.
struct DocumentDestination: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write to FILE, or into a directory under the name of the suite, instead of printing.",
      valueName: "file"
    ),
    transform: PathArgument.path
  )
  var output: String?

  /// Writes or prints a schema.
  func write(_ schema: Schema) throws {
    try Self.write(schema, to: output)
  }

  /// Writes a schema to a file or into a directory, or prints it.
  static func write(_ schema: Schema, to output: String?) throws {
    guard let output, output != "-" else { return try Output.write(schema.documentText) }
    let path =
      DocumentFile.isDirectory(output) ? "\(output)/\(schema.suite.name).schema.json" : output
    try DocumentFile.replace(path, with: Array(schema.documentText.utf8), mode: 0o644)
  }
}
