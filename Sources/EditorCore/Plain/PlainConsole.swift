/// The output and the input of the editor on plain lines.
///
/// The texts are not escaped: they can contain control characters that other programs have stored.
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
