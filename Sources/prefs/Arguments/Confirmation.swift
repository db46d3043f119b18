import DefaultsCore
import DefaultsEditor

/// The question whether very much is to be changed.
enum Confirmation {
  /// Asks the person at a terminal; does nothing without one.
  ///
  /// - Throws: ``Failure`` when the reply is not yes, `LineReader.Problem` when it cannot be read.
  static func ask(changing what: String) throws {
    guard LineReader.isTerminal, Output.isTerminal else { return }
    let answer = try LineReader.line(isHidden: false) {
      try? Output.write("This changes up to \(what). Go on? [y/N] ")
    }
    guard let answer, ["y", "yes"].contains(answer.lowercased()) else {
      throw Failure(.notSet, "Nothing was changed.")
    }
  }
}
