import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// The arguments of the commands on one snapshot.
struct SnapshotArguments: ParsableArguments {
  @OptionGroup var shared: SharedOptions
  @OptionGroup var schemas: SchemaOptions

  @Argument(help: ArgumentHelp("The name of the snapshot.", valueName: "snapshot"))
  var name: String

  @Argument(help: "The names of the suites, all by default; * stands for any text.")
  var suites: [String] = []

  /// Applies the shared options, and returns the suites of the snapshot that are named, sorted.
  ///
  /// - Throws: ``Failure`` when there is no such snapshot, its file is damaged, or it does not have
  ///   one of the suites; `Defaults.StoreError` when it cannot be read.
  func savedSuites() throws -> [(name: String, suite: Snapshot.Suite)] {
    try shared.apply()
    let snapshot = try SnapshotFolder.snapshot(name)
    let existing = Set(snapshot.suites.keys.map { Defaults.KeyName($0) })
    let choices = try suites.map { argument in
      let choice = NameChoice(argument, exists: existing.contains)
      guard existing.contains(where: choice.contains) else {
        let near = NameSuggestion.sentence(near: argument, among: Array(snapshot.suites.keys))
        throw Failure(
          .notSet,
          "The snapshot \"\(name)\" does not have the suite \(argument).\(near)"
        )
      }
      return choice
    }
    return snapshot.suites.sorted { $0.key < $1.key }
      .filter { suite in
        choices.isEmpty || choices.contains { $0.contains(Defaults.KeyName(suite.key)) }
      }
      .map { ($0.key, $0.value) }
  }

  /// Opens a suite of the snapshot.
  ///
  /// - Returns: the suite and its schema; nil when it has none.
  /// - Throws: `Defaults.StoreError` when it cannot be read, ``Failure`` when a schema file cannot
  ///   be used.
  func open(_ name: String) throws -> (suite: Defaults.Suite, schema: Schema?) {
    let suite = try shared.openReadableSuite(named: name)
    return (suite, try KnownSchemas(schemas, suiteName: suite.name).schema(for: suite))
  }
}
