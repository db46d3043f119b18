import ArgumentParser
import DefaultsCore

struct RedoCommand: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Make the change again that prefs undo or the editor took back last.",
    discussion: """
      In a SUITE, * stands for any text and ? for one character. Of the suites that match, those are \
      meant in which a change was taken back last, by one run of a command or of the editor.

      Ends with status 1 when there is nothing to redo, and with 5 when a key was changed again by a \
      program that keeps no history, or when its values are secret and not remembered.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions

  @OptionGroup var restoring: RestoringOptions

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  func run() throws {
    try options.apply()
    try restoring.perform(.redo, on: suite, options)
  }
}
