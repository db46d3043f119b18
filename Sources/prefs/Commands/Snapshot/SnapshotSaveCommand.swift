import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import FoundationEssentials

struct SnapshotSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Save the values of suites under a name.",
    discussion: "A snapshot that exists is replaced only with --force; otherwise the status is 5."
  )

  @OptionGroup var snapshot: SnapshotArguments

  @Flag(help: "Include secrets.")
  var secrets: Bool = false

  @Flag(help: "Replace a snapshot of the same name.")
  var force: Bool = false

  func run() throws {
    try snapshot.shared.apply()
    let path = try SnapshotFolder.path(snapshot.name)
    guard force || !DocumentFile.exists(path) else {
      throw Failure(
        .conflict,
        "There is a snapshot \"\(snapshot.name)\" already. --force replaces it."
      )
    }
    var saved = Snapshot(date: Date(), suites: [:])
    let names =
      try snapshot.suites.isEmpty
      ? Defaults.ConfigurationHome().suites()
      : snapshot.suites.flatMap { argument in
        try snapshot.shared.suites(argument).names.map(SuiteArgument.name)
      }
    guard !names.isEmpty else { throw Failure(.notSet, "No suite stores anything.") }
    for name in names {
      let (suite, schema) = try snapshot.open(name)
      let filter = KeyFilter(schema: schema, includesSecrets: secrets)
      let (values, secretCount) = filter.divide(suite.storedValues())
      KeyFilter.reportSecrets(secretCount, of: name, areNamed: false)
      saved.suites[name] = .init(values: values, includesSecrets: secrets)
    }
    try DocumentFile.replace(path, with: saved.encoded, mode: 0o600)
  }
}
