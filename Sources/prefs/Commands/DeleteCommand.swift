import ArgumentParser
import Defaults
import DefaultsSchema

struct DeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Remove the stored values of keys, or of a whole suite.",
    discussion: "Ends with status 1 when one of the keys was not set; the others are removed."
  )

  @OptionGroup var shared: SharedOptions

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  @Argument(help: "The names of the keys; without any, all stored values are removed.")
  var keys: [String] = []

  func run() throws {
    shared.apply()
    let suite = try openReadableSuite(suite)
    let schema = try KnownSchemas(suiteName: suite.name).schema(for: suite)
    let history = Defaults.HistoryOptions(program: "prefs delete")
    suite.keepHistory(history.hidingSecrets(of: schema))
    let stored = suite.storedValues()
    let names = keys.isEmpty ? stored.keys.sorted() : keys.map { Defaults.KeyName($0) }
    try requireUnlocked(names.map(\.string), in: suite)
    let missing = names.filter { stored[$0] == nil }
    for name in names where stored[name] != nil {
      suite.setStoredValue(nil, forKey: name.string)
    }
    try suite.flush()
    if keys.isEmpty, stored.isEmpty {
      throw Failure(.notSet, "\(suite.name) stores nothing.")
    }
    if !missing.isEmpty {
      let names = missing.map { Output.harmless($0.string) }.joined(separator: ", ")
      throw Failure(.notSet, "Not set in \(suite.name): \(names).")
    }
  }
}
