import DefaultsCore
import Terminal

// What the session does with the terminal, the clock and files of the user.
extension Effect {
  /// Copy a text to the clipboard of the terminal.
  static func copy(_ text: String) -> Effect {
    Effect("copy with the terminal", text) { $0.screen.copy(text) }
  }

  /// Write a text to a file that only the user can read, and report its path.
  static func copyToFile(_ text: String) -> Effect {
    Effect("copy to a file", text) { session in
      let writeCopy = session.writeCopy
      session.report(holdsEnd: true) {
        do throws(Reason) {
          return .copiedToFile(try writeCopy(text))
        } catch {
          return .diagnosed("The text could not be copied: \(error.text)")
        }
      }
    }
  }

  /// Let another program on the terminal edit a text, and report the outcome.
  static func editText(_ text: ExternalText) -> Effect {
    Effect("edit the text of \(text.keyName) in another program", text) { session in
      let outcome = session.screen.lendTerminal { session.editText(text) }
      session.dispatch(.textEdited(text, outcome))
    }
  }

  /// Read the clock and report the current time.
  static let readClock: Effect = Effect("read the clock") { $0.dispatch(.clock($0.now())) }

  /// Read the clock and report the current time for the messages without one.
  static let stampMessages: Effect = Effect("read the clock for messages") {
    $0.dispatch(.messagesStamped($0.now()))
  }

  /// Restore the terminal and stop the process with `SIGTSTP`, for the shell's job control.
  ///
  /// Writes end before: a process that is stopped while it writes a file keeps its lock, and others wait for that.
  static let suspend: Effect = Effect("stop") { session in
    session.finishWork()
    session.screen.suspend()
  }
}

extension Action {
  /// A copied text is in the file of this path.
  static func copiedToFile(_ path: String) -> Action {
    Action("copied to a file") { $0.announceCopy(toFile: path) }
  }

  /// Another program has edited a text, or could not.
  static func textEdited(_ text: ExternalText, _ outcome: ExternalText.Outcome) -> Action {
    Action("other program: \(outcome.logText)") { $0.finish(text, outcome) }
  }

  /// The clock was read: the current time as ISO 8601 text.
  static func clock(_ time: String) -> Action {
    Action(nil) { if $0.screen is EditScreen { $0.paste(time) } }
  }

  /// The time of the messages that were added last, as ISO 8601 text.
  static func messagesStamped(_ time: String) -> Action {
    Action(nil) { $0.feedback.log.stamp(time) }
  }
}

extension ExternalText.Outcome {
  fileprivate var logText: String {
    if case .failed(let reason) = self { "error: \(reason)" } else { caseName(of: self) }
  }
}
