/// The place where the editor on plain lines writes its texts and reads the answers.
///
/// The texts are not escaped: they can contain what other programs have stored.
public protocol PlainConsole {
  /// Whether a person types the answers, so that a wrong one can be typed again.
  var isInteractive: Bool { get }

  /// Writes a line.
  func write(_ line: String)

  /// Writes a prompt, and reads a line.
  ///
  /// - Parameters:
  ///   - prompt: the words before the answer.
  ///   - isHidden: whether the answer must not be shown while it is typed.
  /// - Returns: the line; nil at the end of the input.
  func answer(to prompt: String, isHidden: Bool) -> String?
}
