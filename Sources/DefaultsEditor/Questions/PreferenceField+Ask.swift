public import DefaultsCore
public import DefaultsSchema
import EditorCore
import Glibc

/// The reason why a control could not be asked for on plain lines.
public enum AskError: Error, Hashable, Sendable {
  /// Standard input or standard error is not a terminal.
  case notATerminal
  /// The input has ended, for example with Ctrl-D; the value was kept.
  case endOfInput
  /// Three answers did not fit; with the reason for the last one. The value was kept.
  case rejected(reason: String)
  /// A condition of the control disables or hides it; with the reason as a sentence.
  case disabled(reason: String)
  /// The value may not be stored, for example because an administrator has locked the key.
  case refused(Defaults.WriteError)
  /// The value is stored in memory, but could not be written to disk.
  case notWritten(Defaults.StoreError)
  /// Standard input could not be read; with the reason as a sentence.
  case unreadable(reason: String)
}

extension AskError: CustomStringConvertible {
  /// The error as a sentence for people.
  public var description: String {
    switch self {
    case .notATerminal:
      "A question needs a terminal: do not redirect standard input or standard error."
    case .endOfInput: "The input ended without an answer. The value was kept."
    case .rejected(let reason): "The answer was refused: \(reason). The value was kept."
    case .disabled(let reason): reason
    case .refused(let error): error.description
    case .notWritten(let error): error.description
    case .unreadable(let reason): reason
    }
  }
}

extension PreferenceField {
  /// Asks for the value on plain lines of the terminal, stores the answer and returns it.
  ///
  /// ```swift
  /// let shows = try Defaults.Toggle("Show hidden files", key: .showsHiddenFiles).ask()
  /// ```
  ///
  /// The question goes to standard error, and a line of standard input is read. An empty line keeps
  /// the value, `""` is an empty text, and a choice is entered by its name or number. After an invalid
  /// answer the question is asked again, three times in all. The input for a secret is not shown. Ctrl-C
  /// ends the process. The closures of `onChange` have been called when this method returns.
  ///
  /// - Returns: the value of the key after the question: the answer, or the value that was kept.
  /// - Throws: ``AskError``; then nothing has changed, except with ``AskError/notWritten(_:)``.
  @discardableResult
  public func ask() throws(AskError) -> Value {
    let suite = key.suite
    guard LineReader.isTerminal, isatty(STDERR_FILENO) == 1 else { throw .notATerminal }
    if let lock = suite.lock(forKey: key.name) {
      throw .refused(.locked(key: entry.key, by: lock))
    }
    let schema = Schema(suite: suite, title: entry.title) { Section("") { self } }
    switch schema.unavailableKeys()[entry.key] {
    case .disabled(let reason): throw .disabled(reason: reason)
    case .hidden: throw .disabled(reason: "\(entry.title) cannot be set at the moment.")
    case nil: break
    }
    let question = Question(
      key: entry.key,
      entry: entry,
      layers: suite.layeredValues(forKey: key.name)
    )
    switch try Self.outcome(of: question) {
    case .answered(.keep): break
    case .answered(.value(let value)): try store(value)
    case .endOfInput: throw .endOfInput
    case .rejected(let reason): throw .rejected(reason: reason)
    }
    return suite[key]
  }

  private static func outcome(of question: Question) throws(AskError) -> Question.Outcome {
    do throws(LineReader.Problem) {
      return try question.ask(write: write) { reason in
        write("\(reason). Try again; an empty line keeps the value.\n")
      }
    } catch {
      throw .unreadable(reason: error.description)
    }
  }

  private static func write(_ text: String) {
    PlainOutput.write(text, to: STDERR_FILENO)
  }

  /// Stores an answer, and calls the closures of `onChange`.
  private func store(_ value: Defaults.StoredValue) throws(AskError) {
    let delivery = ChangeDelivery([entry])
    defer { delivery.finish() }
    do throws(Defaults.WriteError) {
      try entry.write(value, to: key.suite)
    } catch {
      throw .refused(error)
    }
    do throws(Defaults.StoreError) {
      try key.suite.flush()
    } catch {
      throw .notWritten(error)
    }
  }
}
