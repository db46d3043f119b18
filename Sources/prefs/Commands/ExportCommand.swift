import ArgumentParser
import Defaults
import DefaultsSchema
import DefaultsTransfer

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write what a suite stores to a file, as a property list or JSON.",
    discussion: """
      Equal values make equal files, from which prefs import stores them again. Secrets are left out \
      unless --secrets or the name of the key asks for them. A new file has mode 0600.

      In a KEY, * stands for any text and ? for one character.

      Ends with status 1, without a file, when there is nothing to export.
      """
  )

  @OptionGroup var shared: SuiteOptions
  @OptionGroup var schemas: SchemaOptions

  @Flag(help: "Write JSON, with tags such as $date for types that JSON lacks.")
  var json: Bool = false

  @Flag(
    help: "Write a property list, which is the default: XML, or binary where XML is not enough."
  )
  var plist: Bool = false

  @Flag(help: "Include secrets.")
  var secrets: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The file to write; - for standard output.", transform: PathArgument.path)
  var file: String = "-"

  /// Set by ``Invocation``, because there may be very many.
  @Argument(help: ArgumentHelp("The keys to export, all by default.", valueName: "key"))
  var keys: [String] = []

  func validate() throws {
    if json, plist { throw ValidationError("--json and --plist exclude each other.") }
  }

  func run() throws {
    try shared.apply()
    let suite = try shared.openReadableSuite(suite)
    let schema = try KnownSchemas(schemas, suiteName: suite.name).schema(for: suite)
    let filter = KeyFilter(keys, schema: schema, includesSecrets: secrets)
    let (values, secretCount) = filter.divide(suite.storedValues())
    KeyFilter.reportSecrets(secretCount, of: suite.name)
    guard !values.isEmpty else {
      throw Failure(
        .notSet,
        keys.isEmpty
          ? "\(suite.name) stores nothing to export." : "\(suite.name) stores no such key."
      )
    }
    try write(ValueDocument(values))
  }

  private func write(_ document: ValueDocument) throws {
    let bytes: [UInt8]
    do throws(ValueDocumentError) {
      bytes = try document.encoded(as: json ? .json : .plist)
    } catch {
      throw Failure(.invalidValue, "The values cannot be exported: \(error).")
    }
    guard file == "-" else {
      return try DocumentFile.replace(file, with: bytes, mode: 0o600)
    }
    guard Output.isTerminal else { return try Output.write(bytes: bytes) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(
        .usage,
        "A binary property list is not written to a terminal. Name a file, or use --json."
      )
    }
    try Output.write(Output.escaped(text))
  }
}

extension ExportCommand: InvocationReceiver {
  mutating func receive(_ invocation: Invocation) {
    keys = invocation.data
  }
}
