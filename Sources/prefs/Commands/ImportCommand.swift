import ArgumentParser
import DefaultsEditor
import DefaultsTransfer

struct ImportCommand: SuiteCommand, KeysCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Store the values of a file in a suite; its other keys stay as they are.",
    discussion: """
      The file is a property list or a JSON object, as prefs export writes them. In JSON, null \
      removes the key. All values are stored or none, and prefs undo takes all of them back.

      In a KEY, * stands for any text and ? for one character. So it does in a SUITE, for the suites of a \
      file that has the values of several, as prefs export writes it; those need not exist. For one \
      suite, its values in such a file are imported. With --managed, keys are locked, with the reasons that \
      the file has.

      Ends with status 1 when the file does not have a key or suite that is named, with 3 when a value does \
      not fit or the file cannot be understood, with 4 when a key is locked, and with 5 when another program \
      changes a key meanwhile.
      """
  )

  static let namesBeforeData: Int? = 2

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

  @Argument(help: ArgumentHelp("The keys to import, all by default.", valueName: "key"))
  var keys: [String] = []

  func run() throws {
    try options.apply()
    let values = ValuesImport(
      options: options,
      plans: plans,
      sharing: sharing,
      keys: keys,
      isForced: force,
      program: "prefs import",
      schema: { try schemas.schema(of: $0) }
    )
    try values.perform(document, file, in: suite)
  }

  private var document: ValueDocument {
    get throws {
      let document = {
        let bytes = try ValueSource.contents(file, as: shared.user)
        return try ValueSource.document(bytes, file, ofLocks: scopes.managed)
      }
      // Not while a person types the values.
      guard file != "-" || !LineReader.isTerminal else { return try document() }
      return try Progress.during("Importing") { _ in try document() }
    }
  }
}
