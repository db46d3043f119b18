import ArgumentParser
import Defaults
import DefaultsSchema

struct CheckCommand: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check everything that a suite stores against its schema.",
    discussion: """
      In a SUITE or KEY, * stands for any text and ? for one character. Of several suites, those \
      without a schema are passed over.

      Ends with status 3 when a stored value does not fit, and with status 1 when no schema \
      describes the suite, or any of several.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions
  @OptionGroup var schemas: SchemaOptions

  @Flag(help: "Print a JSON array; for several suites, an object with an array for each.")
  var json: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  /// Set by ``Invocation``, because there may be very many.
  @Argument(help: ArgumentHelp("The keys to check, all by default.", valueName: "key"))
  var keys: [String] = []

  func run() throws {
    try options.apply()
    let (names, arePattern) = try options.suiteNames(suite)
    let checked = try names.compactMap { name in
      try findings(ofSuite: name)
    }
    guard !checked.isEmpty else {
      let subject: MessageText = arePattern ? "any suite that matches \"\(suite)\"" : "\(suite)"
      let near = arePattern ? "" : NameSuggestion.suite(near: suite)
      throw Failure(
        .notSet,
        "No schema describes \(subject). --schema FILE names one.\(near)"
      )
    }
    if json {
      let members = checked.map {
        JSONValue.Member($0.suite.name, .array($0.findings.map(\.json)))
      }
      try Output.writeJSON((arePattern ? .object(members) : members[0].value).text(indented: true))
    } else {
      try Output.writeLines(
        checked.flatMap { suite, findings in findings.map { $0.line(suite.location) } }
      )
    }
    guard !checked.contains(where: { $0.findings.contains { $0.severity == .error } }) else {
      throw ExitCode(Status.invalidValue.rawValue)
    }
  }

  /// Checks one suite; returns nil when no schema describes it.
  private func findings(
    ofSuite name: String
  ) throws -> (suite: Defaults.Suite, findings: [StoredValueFinding])? {
    let suite = try options.openReadableSuite(name)
    let known = try KnownSchemas(schemas, suiteName: suite.name, for: options)
    known.reportProblems(about: suite)
    guard let schema = known.schema(for: suite) else { return nil }
    let values = suite.storedValues()
    let filter = KeyFilter(keys, among: Set(values.keys), schema: schema, includesSecrets: true)
    return (suite, StoredValueFinding.findings(values.filter { filter.matches($0.key) }, schema))
  }
}

extension CheckCommand: InvocationReceiver {
  mutating func receive(_ invocation: Invocation) {
    keys = invocation.data
  }
}
