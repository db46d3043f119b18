import DefaultsSchema
import Terminal

/// The facts that are the same for all suites and screens: settings, terminal and permissions.
struct SessionFacts: Sendable {
  /// The settings of the editor itself.
  var settings: EditorSettings = EditorSettings()
  /// The name of the suite with the settings of the editor; nil if it cannot be opened.
  var settingsName: String?
  /// The background of the terminal; nil if the terminal has not reported it.
  var background: Background?
  /// The number of colours that the screen can show.
  var colorCount: Int = 0
  /// The clock in which the times of changes and messages are shown.
  var clock: LocalClock = .utc
  /// Whether the terminal has a clipboard for copied texts.
  var hasClipboard: Bool = true
  /// The words that name whose values are edited; empty for the user's own values.
  var owner: String = ""
  /// Whether staged edits and input that is not stored are kept for the next session.
  var keepsInput: Bool = true
  /// Whether no value may be changed.
  var isReadOnly: Bool = false
  /// Whether keys can be locked for all users.
  var canLock: Bool = false
  /// Whether what other users have can be shown and changed.
  var canActForOthers: Bool = false
  /// The files to which edits can be written.
  var scopes: [WriteScope] = [.user]
  /// The files that every user can read, each with the command that stores secrets there.
  var sharedFiles: [WriteScope: String] = [:]

  /// The text of the top line: whose values are edited, and whether nothing can be changed; empty
  /// for none.
  var banner: String {
    guard isReadOnly else { return owner }
    return owner.isEmpty ? " READ-ONLY" : " READ-ONLY \u{B7}\(owner)"
  }

  /// Whether `prefs` without options reads and writes the shown suites; false if a banner names
  /// another user or file.
  var showsOwnSuites: Bool { owner.isEmpty }
}
