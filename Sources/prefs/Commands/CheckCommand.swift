import ArgumentParser
import Defaults
import DefaultsSchema

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check everything that a suite stores against its schema.",
    discussion: """
      Ends with status 3 when a stored value does not fit, and with status 1 when no schema \
      describes the suite.
      """
  )

  @OptionGroup var shared: SuiteOptions
  @OptionGroup var schemas: SchemaOptions

  @Flag(help: "Print a JSON array.")
  var json: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  func run() throws {
    try shared.apply()
    let suite = try shared.openReadableSuite(suite)
    let known = try KnownSchemas(schemas, suiteName: suite.name)
    known.reportProblems(about: suite)
    guard let schema = known.schema(for: suite) else {
      throw Failure(.notSet, "No schema describes \(suite.name). --schema FILE names one.")
    }
    let findings = Self.findings(suite.storedValues(), schema)
    if json {
      try Output.writeJSON(JSONValue.array(findings.map(\.json)).text(indented: true))
    } else {
      try Output.writeLines(findings.map { $0.text(suite.location) })
    }
    guard !findings.contains(where: { $0.severity == .error }) else {
      throw ExitCode(Status.invalidValue.rawValue)
    }
  }

  /// An error or a note about one stored value.
  private struct Finding {
    var key: Defaults.KeyName
    var severity: SchemaFlaw.Severity
    var reason: String

    func text(_ path: String) -> String {
      "\(path): \(severity.rawValue): \(key): \(reason)"
    }

    var json: JSONValue {
      .object([
        .init("key", .string(key.string)),
        .init("severity", .string(severity.rawValue)),
        .init("text", .string(reason)),
      ])
    }
  }

  private static func findings(
    _ values: [Defaults.KeyName: Defaults.StoredValue],
    _ schema: Schema
  ) -> [Finding] {
    values.sorted { $0.key < $1.key }.compactMap { key, value in
      guard let entry = schema.entry(forKey: key.string) else {
        let severity: SchemaFlaw.Severity = schema.declaresEveryKey ? .error : .note
        return Finding(key: key, severity: severity, reason: "the schema has no such key")
      }
      do throws(Defaults.Rejection) {
        try entry.validate(value)
      } catch {
        // The reason may quote the value, which must stay hidden if it is a secret.
        let isSecret =
          entry.isSecret || Defaults.HistoryOptions.looksSecret(entry.key.string)
          || Defaults.HistoryOptions.holdsSecret(value)
        let reason = isSecret ? "the value does not fit" : "\(error)"
        return Finding(key: key, severity: .error, reason: reason)
      }
      return entry.deprecation.map { deprecation in
        let text = ["the key is deprecated", deprecation.message].filter { !$0.isEmpty }
        return Finding(key: key, severity: .note, reason: text.joined(separator: ": "))
      }
    }
  }
}
