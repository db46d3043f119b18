import ArgumentParser
import DefaultsCore
import DefaultsSchema

struct RedoCommand: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Make the change again that prefs undo or the editor took back last.",
    discussion: """
      Ends with status 1 when there is nothing to redo, and with 5 when a key was changed again by a \
      program that keeps no history, or when its values are secret and not remembered.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions

  @Flag(
    help: """
      Overwrite what was stored since by a program that keeps no history, and pass over changes \
      whose values are not remembered.
      """
  )
  var force: Bool = false

  @Flag(help: "Print a JSON object with the change that was made: keys, old and new values.")
  var json: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  func run() throws {
    try options.apply()
    let (suite, schema) = try options.openRememberingSuite(suite, program: "prefs redo")
    let filter = KeyFilter(schema: schema)
    suite.refuseSecrets(in: options.scope, filter)
    let entry = try restoring { try suite.redo(force: force) }
    try RestoredChange.report(
      entry.changes.map { RestoredChange(key: $0.key, old: $0.old, new: $0.new) },
      of: suite,
      hiding: filter,
      asJSON: json
    )
  }
}
