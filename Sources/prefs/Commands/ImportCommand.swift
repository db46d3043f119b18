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

      In a KEY, * stands for any text and ? for one character. So it does in a SUITE, for the suites of a \
      file that has the values of several, as prefs export writes it; those need not exist. For one \
      suite, its values in such a file are imported.

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
    if NameChoice.mayBePattern(suite), !SuiteArgument.isPlace(suite) {
      let existing = Set(try Defaults.ConfigurationHome().suites().map { Defaults.KeyName($0) })
      if case .pattern(let glob) = NameChoice(suite, exists: existing.contains) {
        return try importSuites(matching: glob)
      }
    }
    let suite = try options.openReadableSuite(suite)
    let schema = try schemas.schema(of: suite)
    // Keys that are named are meant as they are.
    let document =
      try keys.isEmpty
      ? ValueSource.document(file, for: suite, schema) : ValueSource.document(file)
    let run = try planRun(of: document, in: suite, schema)
    var choice = SuiteChoice(names: [suite.name], isPattern: false)
    try plans.perform([run], of: &choice, program: "prefs import")
    try choice.finish()
  }

  /// Imports the suites of a file that match a pattern; they need not exist.
  private func importSuites(matching glob: Glob) throws {
    let document = try ValueSource.document(file)
    guard let suites = document.suites else {
      throw Failure(
        .invalidValue,
        "\(path: file == "-" ? "Standard input" : file) has not the values of several suites, as "
          + "prefs export '*' writes them, and \"\(suite)\" is a pattern."
      )
    }
    // A file from another computer must not choose which file of another program it changes.
    let chosen = suites.filter { glob.matches($0) && !Origin.isNamed($0) }
    guard !chosen.isEmpty else {
      throw Failure(
        .notSet,
        "No suite in the file matches \"\(suite)\". It has \(list: suites)."
      )
    }
    var choice = SuiteChoice(names: chosen, isPattern: true)
    var runs: [PlanRun] = []
    try choice.forEach { name in
      let suite = try options.openReadableSuite(named: name)
      let part = document.part(ofSuite: name) ?? document
      runs.append(try planRun(of: part, in: suite, schemas.schema(of: suite)))
    }
    try plans.perform(runs, of: &choice, program: "prefs import")
    try choice.finish()
  }

  private func planRun(
    of document: ValueDocument,
    in suite: Defaults.Suite,
    _ schema: Schema?
  ) throws -> PlanRun {
    let filter = KeyFilter(keys, among: Set(document.values.keys), schema: schema)
    let wanted = document.values.filter { filter.matches($0.key) }
    let writing = Defaults.WriteOptions(cause: .import, replacesOpaque: force)
    let run = try PlanRun(suite: suite, schema: schema, filter: filter, source: "file") {
      Plan(wanted, for: suite, schema: schema, options: writing, refusesUndeclared: !force)
    }
    let changed = run.plan.changes.compactMap { row in row.wanted.map { (row.key, $0) } }
    try sharing.check(Dictionary(changed) { $1 }, in: options.scope, filter)
    return run
  }
}

extension ImportCommand: KeysCommand {}
