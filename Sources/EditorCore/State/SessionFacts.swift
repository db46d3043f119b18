import DefaultsSchema
import Terminal

/// The facts that are the same for all suites and screens: settings, terminal and permissions.
struct SessionFacts: Sendable {
  /// The settings of the editor itself.
  var settings: EditorSettings
  /// The name of the suite with the settings of the editor; nil if it cannot be opened.
  let settingsName: String?
  /// The background of the terminal; nil if the terminal has not reported it.
  var background: Background?
  /// The number of colours that the screen can show.
  var colorCount: Int
  /// The clock in which the times of changes and messages are shown.
  let clock: LocalClock
  /// Whether the terminal has a clipboard for copied texts.
  let hasClipboard: Bool
  /// The text of the top line that names whose values are edited; empty for the user's own values.
  let banner: String
  /// Whether `prefs` without options reads and writes the shown suites; false if a banner names another
  /// user or file.
  let showsOwnSuites: Bool
  /// Whether no value may be changed.
  let isReadOnly: Bool
  /// Whether keys can be locked for all users.
  var canLock: Bool = false
  /// The files to which edits can be written.
  let scopes: [WriteScope]
  /// The files that every user can read, each with the command that stores secrets there.
  var sharedFiles: [WriteScope: String] = [:]
}
