import ArgumentParser
import Defaults
import DefaultsSchema
import DefaultsTransfer

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Store the values of a file in a suite; its other keys stay as they are.",
    discussion: """
      The file is a property list or a JSON object, as prefs export writes them. In JSON, null \
      removes the key. All values are stored or none, and prefs undo takes all of them back.

      In a KEY, * stands for any text and ? for one character.

      Ends with status 3 when a value does not fit or the file cannot be understood, with 4 when a \
      key is locked, and with 5 when another program changes a key meanwhile.
      """
  )

  @OptionGroup var shared: SuiteOptions
  @OptionGroup var schemas: SchemaOptions

  @Flag(help: "Change nothing; print what would happen to each key.")
  var dryRun: Bool = false

  @Flag(help: "Print a JSON array with each key, its values and the result.")
  var json: Bool = false

  @Flag(help: "Also replace values of kinds that cannot be shown.")
  var force: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The file to read; - for standard input.", transform: PathArgument.path)
  var file: String

  /// Set by ``Invocation``, because there may be very many.
  @Argument(help: ArgumentHelp("The keys to import, all by default.", valueName: "key"))
  var keys: [String] = []

  func run() throws {
    try shared.apply()
    let suite = try shared.openReadableSuite(suite)
    let known = try KnownSchemas(schemas, suiteName: suite.name)
    known.reportProblems(about: suite)
    let schema = known.schema(for: suite)
    let filter = KeyFilter(keys, schema: schema, includesSecrets: false)
    let values = try ValueSource.document(file).values.filter { filter.matches($0.key) }
    let plan = Plan(values, for: suite, schema: schema, replacesOpaque: force)
    let run = PlanRun(plan, suite: suite, schema: schema, filter: filter, source: "file")
    if !dryRun { try run.apply(program: "prefs import") }
    if json {
      try Output.writeJSON(run.report.json.text(indented: true))
    } else if dryRun {
      try Output.writeLines(run.report.lines)
    }
    if dryRun, run.status != .done { throw ExitCode(run.status.rawValue) }
  }
}

extension ImportCommand: InvocationReceiver {
  mutating func receive(_ invocation: Invocation) {
    keys = invocation.data
  }
}
