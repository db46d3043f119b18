import ArgumentParser
import Defaults
import DefaultsSchema
import DefaultsTransfer
import Foundation

struct SnapshotSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Save the values of suites under a name.",
    discussion: "A snapshot that exists is replaced only with --force; otherwise the status is 5."
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var schemas: SchemaOptions

  @Flag(help: "Include secrets.")
  var secrets: Bool = false

  @Flag(help: "Replace a snapshot of the same name.")
  var force: Bool = false

  @Argument(help: ArgumentHelp("The name of the snapshot.", valueName: "snapshot"))
  var name: String

  @Argument(help: "The names of the suites; without any, all suites that store something.")
  var suites: [String] = []

  func run() throws {
    try shared.apply()
    let path = try SnapshotFolder.path(name)
    guard force || !DocumentFile.exists(path) else {
      throw Failure(.conflict, "There is a snapshot \"\(name)\" already. --force replaces it.")
    }
    var snapshot = Snapshot(date: Date(), suites: [:])
    let names = try suites.isEmpty ? Defaults.ConfigurationHome().suites() : suites
    guard !names.isEmpty else { throw Failure(.notSet, "No suite stores anything.") }
    for name in names {
      // A restore opens the suite by its name, which a relative path would change.
      _ = try shared.openNamedSuite(name)
      let suite = try shared.openReadableSuite(name)
      let schema = try KnownSchemas(schemas, suiteName: suite.name).schema(for: suite)
      let filter = KeyFilter([], schema: schema, includesSecrets: secrets)
      let (values, secretCount) = filter.divide(suite.storedValues())
      KeyFilter.reportSecrets(secretCount, of: name, areNamed: false)
      snapshot.suites[name] = .init(values: values, includesSecrets: secrets)
    }
    try DocumentFile.replace(path, with: snapshot.encoded, mode: 0o600)
  }
}
