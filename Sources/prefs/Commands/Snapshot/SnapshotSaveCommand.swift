import ArgumentParser
import DefaultsCore
import DefaultsTransfer
import FoundationEssentials

struct SnapshotSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Save the values of suites under a name.",
    discussion: """
      A snapshot that exists is replaced only with --force; otherwise the status is 5. Of all suites, or those \
      of a pattern, the ones that can be read are saved, and the status is 6 if there are others; then no \
      snapshot is replaced. Ends with status 1 when no suite matches a pattern; the others are saved.
      """
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
    // One that cannot be read does not keep the others from being saved, unless all are named.
    var choice = try chosenSuites()
    let names = choice.names
    guard !names.isEmpty else { throw Failure(.notSet, "No suite stores anything.") }
    try choice.forEach { name in
      let (suite, schema) = try snapshot.open(name)
      let isThere =
        try !suite.storedValues().isEmpty
        || Defaults.ConfigurationHome().suites().contains(name)
      guard isThere else {
        throw Failure.nothingStored(in: suite, "\(name) stores nothing.")
      }
      let filter = KeyFilter(schema: schema, includesSecrets: secrets)
      let (values, secretCount) = filter.divide(suite.storedValues())
      KeyFilter.reportSecrets(secretCount, of: name, areNamed: false)
      saved.suites[name] = .init(values: values, includesSecrets: secrets)
    }
    let missing = names.filter { saved.suites[$0] == nil }
    guard missing.isEmpty || !saved.suites.isEmpty && !DocumentFile.exists(path) else {
      Output.writeError("No snapshot was saved.")
      return try choice.finish()
    }
    try DocumentFile.replace(path, with: saved.encoded, mode: 0o600)
    if !missing.isEmpty {
      Output.writeError("The snapshot has the other suites, but not \(list: missing).")
    }
    try choice.finish()
  }

  /// The suites that are named; of a pattern, and without names, those that store something.
  private func chosenSuites() throws -> SuiteChoice {
    let used = { try Defaults.ConfigurationHome().usedSuites() }
    guard !snapshot.suites.isEmpty else { return SuiteChoice(names: try used(), isPattern: true) }
    var choice = try snapshot.shared.suites(snapshot.suites)
    choice.names = try choice.names.map(SuiteArgument.name)
    if choice.isPattern { choice.names = try used().filter(Set(choice.names).contains) }
    return choice
  }
}
