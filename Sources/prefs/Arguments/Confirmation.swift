import DefaultsCore
import DefaultsEditor

/// The question whether very much is to be changed.
enum Confirmation {
  /// Asks the person at a terminal; does nothing without one.
  ///
  /// - Throws: ``Failure`` when the reply is not yes.
  static func ask(changing what: String) throws(Failure) {
    guard LineReader.isTerminal, Output.isTerminal else { return }
    let answer: String?
    do throws(LineReader.Problem) {
      answer = try LineReader.line(isHidden: false) {
        try? Output.write("This changes up to \(what). Go on? [y/N] ")
      }
    } catch {
      throw Failure(error)
    }
    guard let answer, ["y", "yes"].contains(answer.lowercased()) else {
      throw Failure(.notSet, "Nothing was changed.")
    }
  }
}
