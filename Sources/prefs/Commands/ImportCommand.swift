import ArgumentParser
import DefaultsCore
import DefaultsEditor
import DefaultsSchema
import DefaultsTransfer

struct ImportCommand: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Store the values of a file in a suite; its other keys stay as they are.",
    discussion: """
      The file is a property list or a JSON object, as prefs export writes them. In JSON, null \
      removes the key. All values are stored or none, and prefs undo takes all of them back.

      In a KEY, * stands for any text and ? for one character.

      A file with the values of several suites is refused, unless the keys to import are named.

      Ends with status 3 when a value does not fit or the file cannot be understood, with 4 when a \
      key is locked, and with 5 when another program changes a key meanwhile.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions
  @OptionGroup var schemas: SchemaOptions
  @OptionGroup var plans: PlanOptions
  @OptionGroup var sharing: SharedFileOptions

  @Flag(
    help:
      "Also store keys that the schema does not have, and replace values of kinds that cannot be shown."
  )
  var force: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The file to read; - for standard input.", transform: PathArgument.path)
  var file: String

  /// Set by ``Invocation``, because there may be very many.
  @Argument(help: ArgumentHelp("The keys to import, all by default.", valueName: "key"))
  var keys: [String] = []

  func run() throws {
    try options.apply()
    // Not while a person types the values.
    guard file != "-" || !LineReader.isTerminal else { return try importValues() }
    try Progress.during("Importing") { _ in try importValues() }
  }

  private func importValues() throws {
    let suite = try options.openReadableSuite(suite)
    let known = try KnownSchemas(schemas, suiteName: suite.name)
    known.reportProblems(about: suite)
    let schema = known.schema(for: suite)
    // Keys that are named are meant as they are.
    let document =
      try keys.isEmpty
      ? ValueSource.document(file, for: suite, schema) : ValueSource.document(file)
    let filter = KeyFilter(keys, among: Set(document.values.keys), schema: schema)
    let wanted = document.values.filter { filter.matches($0.key) }
    let options = Defaults.WriteOptions(cause: .import, replacesOpaque: force)
    let run = try PlanRun(suite: suite, schema: schema, filter: filter, source: "file") {
      Plan(
        wanted,
        for: suite,
        schema: schema,
        options: options,
        refusesUndeclared: !force
      )
    }
    let changed = run.plan.changes.compactMap { row in row.wanted.map { (row.key, $0) } }
    try sharing.check(Dictionary(changed) { $1 }, in: self.options.scope, filter)
    try plans.perform([run], areGrouped: false, program: "prefs import")
    run.reportNotes()
  }
}

extension ImportCommand: InvocationReceiver {
  mutating func receive(_ invocation: Invocation) {
    keys = invocation.data
  }
}
