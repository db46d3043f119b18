public import DefaultsCore
import TerminalCurses

extension PreferencesEditor {
  /// The reason why the editor could not be shown, or why its changes are not on disk.
  ///
  /// ```swift
  /// do {
  ///   try PreferencesEditor(schema).run()
  /// } catch .notATerminal {
  ///   printSettings()  // the output goes to a pipe or a file
  /// } catch {
  ///   print(error)  // sentences for people
  /// }
  /// ```
  public enum RunError: Error, Hashable, Sendable {
    /// Standard input or standard output is not a terminal.
    case notATerminal
    /// The terminal cannot show a full screen; with the reason as sentences for people.
    case unsuitableTerminal(reason: String)
    /// Another editor of this process is open.
    case alreadyOpen
    /// The option `bindings` has names that do not exist, or one key press for two actions; with the
    /// reasons as sentences for people.
    case unusableBindings(reasons: String)
    /// The file of the option `log` cannot be opened; with the reason as a sentence for people.
    case unusableLog(reason: String)
    /// The last changes could not be written; they are lost when the process ends.
    case notWritten(Defaults.StoreError)
    /// The staged edits could not be kept for the next session; with the reason as a sentence for people.
    case notKept(reason: String)
    /// The terminal is gone and the process ignores SIGHUP, which would have ended it; every change was
    /// written.
    case terminalGone

    /// Creates the error for a terminal that could not be opened.
    init(_ error: TerminalError) {
      self =
        switch error {
        case .notATerminal: .notATerminal
        case .alreadyOpen: .alreadyOpen
        case .missingTerminalType, .unknownTerminalType, .missingDatabase,
          .tooSimple, .system:
          .unsuitableTerminal(reason: error.description)
        }
    }
  }
}

extension PreferencesEditor.RunError: CustomStringConvertible {
  /// The error and what to do about it, as sentences for people.
  public var description: String {
    switch self {
    case .notATerminal: TerminalError.notATerminal.description
    case .unsuitableTerminal(let reason): reason
    case .alreadyOpen: TerminalError.alreadyOpen.description
    case .unusableBindings(let reasons): reasons
    case .unusableLog(let reason): reason
    case .notWritten(let error): error.description
    case .notKept(let reason): reason
    case .terminalGone: "The terminal is gone. Every change was written."
    }
  }
}
