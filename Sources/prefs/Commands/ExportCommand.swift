import ArgumentParser
import DefaultsCore
import DefaultsTransfer

struct ExportCommand: SuiteCommand, DocumentCommand, KeysCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write what a suite stores to a file, as a property list or JSON.",
    discussion: """
      Without --json it is a property list. Equal values make equal files, from which prefs import \
      stores them again. Secrets are left out unless --secrets or the name of the key asks for them. \
      A new file has mode 0600.

      In a SUITE or KEY, * stands for any text and ? for one character. Of several suites, the file \
      has the values of each under its name; prefs snapshot saves suites to return to them. With --managed, \
      the file has the reasons for the locks as well.

      Ends with status 1, without a file, when there is nothing to export.
      """
  )

  static let namesBeforeData: Int? = 2

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions
  @OptionGroup var schemas: SchemaOptions
  @OptionGroup var form: ValueForm

  @Flag(help: "Export the values in use: those of all layers, and the schema's defaults.")
  var all: Bool = false

  @Flag(help: "Include secrets.")
  var secrets: Bool = false

  /// For `prefs copy`: a line with the records of the failures is printed before the values.
  @Flag(help: .hidden)
  var reportsFailures: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The file to write; - for standard output.", transform: PathArgument.path)
  var file: String = "-"

  @Argument(help: ArgumentHelp("The keys to export, all by default.", valueName: "key"))
  var keys: [String] = []

  func run() throws {
    try options.apply()
    // The values themselves are shown on a terminal.
    guard file != "-" || !Output.isTerminal else { return try export() }
    try Progress.during("Exporting") { _ in try export() }
  }

  private func export() throws {
    var choice = SuiteChoice(names: [], isPattern: false)
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    if reportsFailures {
      do {
        values = try exported(of: &choice)
      } catch {
        try choice.take(error)
      }
      // As in all commands, that nothing is found has no record.
      let records = choice.status == .notSet ? [] : choice.failures
      try Output.writeJSON(.array(records.map(\.json)), isIndented: false)
    } else {
      values = try exported(of: &choice)
    }
    if !values.isEmpty { try write(values) }
    try choice.finish()
  }

  /// Returns the values to export: those of a suite, or those of each suite that matches a pattern.
  ///
  /// - Throws: ``Failure`` or `Defaults.StoreError` when there are none; with a pattern, a suite that has failed
  ///   is in `choice` instead.
  private func exported(
    of choice: inout SuiteChoice
  ) throws -> [Defaults.KeyName: Defaults.StoredValue] {
    choice = try options.suites(suite, among: all ? .layered : .stored)
    guard choice.isPattern else {
      let suite = try options.openReadableSuite(choice.names[0])
      let values = try values(of: suite)
      guard values.isEmpty else { return values }
      guard keys.isEmpty else { throw Failure(.notSet, "\(suite.name) stores no such key.") }
      throw Failure.nothingStored(in: suite, "\(suite.name) stores nothing to export.")
    }
    var groups: [Defaults.KeyName: Defaults.StoredValue] = [:]
    try choice.forEach { name in
      let values = try values(of: options.openReadableSuite(name))
      if !values.isEmpty { groups[Defaults.KeyName(name)] = .dictionary(values) }
    }
    guard groups.isEmpty, choice.failures.isEmpty else { return groups }
    throw Failure(.notSet, "No suite that matches \"\(suite)\" stores such a key.")
  }

  /// Returns the values of a suite to export, and reports the secrets that are left out.
  private func values(
    of suite: Defaults.Suite
  ) throws -> [Defaults.KeyName: Defaults.StoredValue] {
    let schema = try KnownSchemas(schemas, suiteName: suite.name).schema(for: suite)
    let known = all ? suite.valuesInUse(schema) : suite.storedValues()
    let filter = KeyFilter(
      keys.map(suite.spelled),
      among: Set(known.keys),
      schema: schema,
      includesSecrets: secrets,
      showsNamed: true
    )
    let (values, secretCount) = filter.divide(known)
    KeyFilter.reportSecrets(secretCount, of: suite.name)
    return options.scope == .managed ? ManagedSuite(suite.name).addingReasons(to: values) : values
  }

  private func write(_ values: [Defaults.KeyName: Defaults.StoredValue]) throws {
    let bytes = try ValueForm.bytes(of: values, as: form.json ? .json : .plist)
    guard file == "-" else {
      return try DocumentFile.replace(file, with: bytes, mode: 0o600)
    }
    try ValueForm.print(bytes)
  }
}
