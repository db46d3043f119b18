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

  @Flag(help: "Print JSON: a record for each finding.")
  var json: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: ArgumentHelp("The keys to check, all by default.", valueName: "key"))
  var keys: [String] = []

  func run() throws {
    try options.apply()
    var choice = try options.suites(suite)
    var checked: [(suite: Defaults.Suite, files: [SuiteFindings])] = []
    var missing: [String: Int] = [:]
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
      )
    }
    let all = checked.flatMap(\.files).flatMap(\.findings)
    if all.contains(where: { $0.severity == .error }) { choice.note(.invalidValue) }
    // A key need not be in every suite that matches.
    let absent = keys.filter { missing[$0] == checked.count }
    if !absent.isEmpty {
      let near =
        absent.count == 1 && checked.count == 1
        ? NameSuggestion.key(near: Defaults.KeyName(absent[0]), in: checked[0].suite, nil) : ""
      Output.writeError("There is no such key: \(list: absent).\(near)")
      choice.note(.notSet)
    }
    try choice.finish()
  }

  /// Checks one suite; nil if no schema describes it.
  ///
  /// For each argument that names no key of the suite, its number in `missing` is increased.
  private func findings(
    ofSuite name: String,
    _ missing: inout [String: Int]
  ) throws -> (suite: Defaults.Suite, files: [SuiteFindings])? {
    let suite = try options.openReadableSuite(name)
    guard let schema = try schemas.schema(of: suite) else { return nil }
    let contents = suite.layerContents()
    let existing = contents.layers.reduce(into: Set(suite.storedValues().keys)) { keys, layer in
      keys.formUnion(layer.values.keys)
    }
    let known = existing.union(schema.entries.map(\.key))
    let spelled = keys.map(suite.spelled)
    for (key, name) in zip(keys, spelled) {
      let choice = NameChoice(name, exists: known.contains)
      if !known.contains(where: choice.contains) { missing[key, default: 0] += 1 }
    }
    let filter = KeyFilter(spelled, among: existing, schema: schema, includesSecrets: true)
    return (suite, suite.findings(schema, filter.matches))
  }
}
