import DefaultsCore
import DefaultsEditor

/// The question whether very much is to be changed.
enum Confirmation {
  /// Asks the person at a terminal if more than ten things are to be changed; does nothing without a terminal.
  ///
  /// - Throws: ``Failure`` when the reply is not yes, `LineReader.Problem` when it cannot be read.
  static func ask(changing count: Int, _ things: String) throws {
    guard count > 10, LineReader.isTerminal, Output.isTerminal else { return }
    let answer = try LineReader.line(isHidden: false) {
      try? Output.write("This changes up to \(count) \(things). Go on? [y/N] ")
    }
    guard let answer, ["y", "yes"].contains(answer.lowercased()) else {
      throw Failure(.notSet, "Nothing was changed.")
    }
  }
}
