package import EditorCore
import DefaultsCore

extension Question {
  /// The end of a question.
  package enum Outcome: Hashable, Sendable {
    /// The answer fits.
    case answered(Answer)
    /// The input has ended.
    case endOfInput
    /// The last attempt did not fit, for this reason: a phrase without a full stop.
    case rejected(String)
  }

  /// Asks on plain lines until an answer fits: three times on a terminal, otherwise once.
  ///
  /// `write` writes the question and the prompt, and `complain` the reason why an answer does not
  /// fit, before the next attempt. It throws when no line can be read.
  package func ask(
    write: (String) -> Void,
    complain: (String) -> Void
  ) throws(LineReader.Problem) -> Outcome {
    write(lines.map { $0 + "\n" }.joined())
    let isTerminal = LineReader.isTerminal
    let attempts = isTerminal ? 3 : 1
    var attempt = 1
    while true {
      let line = try LineReader.line(isHidden: isSecret) { write(prompt) }
      // On a terminal, the typed line break ends the line of the question.
      if line == nil || !isTerminal { write("\n") }
      guard let line else { return .endOfInput }
      do throws(Defaults.Rejection) {
        return .answered(try answer(to: line))
      } catch {
        guard attempt < attempts else { return .rejected(reason(error)) }
        complain(reason(error))
        attempt += 1
      }
    }
  }
}
