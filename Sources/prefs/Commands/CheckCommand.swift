import ArgumentParser
import DefaultsCore
import DefaultsSchema

struct CheckCommand: SuiteCommand, KeysCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check everything that a suite stores against its schema.",
    discussion: """
      The values of an administrator, with and without locks, are checked too, and so are those of \
      other files that the suite uses. Each line begins with the path of the file.

      In a SUITE or KEY, * stands for any text and ? for one character. Of several suites, those \
      without a schema are passed over.

      Ends with status 3 when a value does not fit, and with status 1 when no schema \
      describes the suite, or any of several, or when there is no such key.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions
  @OptionGroup var schemas: SchemaOptions
  @OptionGroup var everybody: AllUsersOption

  @Flag(help: "Print JSON: a record for each finding.")
  var json: Bool = false

  @Flag(help: "Print errors only and no notes, for cron.")
  var quiet: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: ArgumentHelp("The keys to check, all by default.", valueName: "key"))
  var keys: [String] = []

  func run() throws {
    if everybody.allUsers {
      return try everybody.run(shared, isNotSetAFinding: false, asJSON: json)
    }
    try options.apply()
    var choice = try options.suites(suite, among: .layered)
    var checked: [(suite: Defaults.Suite, files: [SuiteFindings])] = []
    var missing = MissingNames(keys)
    try choice.forEach { name in
      if let findings = try findings(ofSuite: name, &missing) { checked.append(findings) }
    }
    guard !checked.isEmpty else {
      try choice.finish(reporting: json)
      let isPattern = choice.isPattern
      let subject: MessageText = isPattern ? "any suite that matches \"\(suite)\"" : "\(suite)"
      let near = isPattern ? "" : NameSuggestion.suite(near: suite)
      throw Failure(
        .notSet,
        "No schema describes \(subject). --schema FILE names one.\(near)"
      )
    }
    if json {
      try Output.writeRecords(
        checked.flatMap { suite, files in
          files.flatMap { file in file.findings.map { $0.record(of: suite.name, in: file) } }
        } + choice.failures
      )
    } else {
      try Output.writeLines(
        checked.flatMap(\.files).flatMap { file in file.findings.map { $0.line(file.path) } }
          .withoutCopies { $0 }
      )
    }
    let all = checked.flatMap(\.files).flatMap(\.findings)
    if all.contains(where: { $0.severity == .error }) { choice.note(.invalidValue) }
    missing.report("No such key", &choice, near: checked[0].suite)
    try choice.finish()
  }

  /// Checks one suite; nil if no schema describes it.
  private func findings(
    ofSuite name: String,
    _ missing: inout MissingNames
  ) throws -> (suite: Defaults.Suite, files: [SuiteFindings])? {
    let suite = try options.openReadableSuite(name)
    guard let schema = try schemas.schema(of: suite) else { return nil }
    let contents = suite.layerContents()
    let existing = contents.layers.reduce(into: Set(suite.storedValues().keys)) { keys, layer in
      keys.formUnion(layer.values.keys)
    }
    let known = existing.union(schema.entries.map(\.key))
    let spelled = keys.map(suite.spelled)
    missing.keep(NameChoice.chosen(by: keys, among: known, spelled: suite.spelled).missing)
    let filter = KeyFilter(spelled, among: existing, schema: schema, includesSecrets: true)
    var files = suite.findings(schema, filter.matches)
    for index in files.indices where quiet {
      files[index].findings.removeAll { $0.severity == .note }
    }
    return (suite, files)
  }
}
