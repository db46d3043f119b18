import ArgumentParser
import DefaultsCore

struct UndoCommand: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back the last change that prefs or the editor made in a suite.",
    discussion: """
      Called again it takes back the change before. prefs history lists them.

      In a SUITE, * stands for any text and ? for one character. Of the suites that match, those are \
      meant that were changed last, by one run of a command or of the editor.

      Ends with status 1 when there is nothing to undo, and with 5 when a key was changed again by \
      a program that keeps no history, or when its values are secret and not remembered.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions

  @OptionGroup var restoring: RestoringOptions

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  func run() throws {
    try options.apply()
    try restoring.perform(.undo, on: suite, options)
  }
}
