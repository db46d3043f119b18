public import DefaultsCore
import Foundation

extension Defaults.Validation where Value == String {
  /// Returns a validation for text that contains a match of a regular expression.
  ///
  /// - Parameters:
  ///   - pattern: the expression, in the syntax of `NSRegularExpression`. If it does not compile,
  ///     the program stops with the file and line of the declaration.
  ///   - message: the message to show when the text does not match.
  ///   - file: the file of the declaration.
  ///   - line: the line of the declaration.
  /// - Returns: the validation.
  public static func pattern(
    _ pattern: String,
    message: String? = nil,
    file: StaticString = #file,
    line: UInt = #line
  ) -> Self {
    let expression: NSRegularExpression
    do {
      expression = try NSRegularExpression(pattern: pattern)
    } catch {
      // Not a precondition, which prints no message in a release build.
      fatalError(
        "\"\(pattern)\" is not a regular expression that NSRegularExpression can compile: "
          + "correct the pattern of this validation.",
        file: file,
        line: line,
      )
    }
    return Self(demands: [.pattern(pattern, message: message)]) { text in
      let range = NSRange(text.startIndex..., in: text)
      guard expression.firstMatch(in: text, range: range) == nil else { return nil }
      return .patternMismatch(pattern: pattern, message: message)
    }
  }
}
