/// The text of a message, with the facts in it shortened and on one line.
///
/// Names, values and words from files, arguments and other programs may be megabytes long and may
/// contain line breaks, with which they could forge lines of output. A message is therefore written
/// as an interpolated literal of this type: a text or a name that is interpolated is cut after
/// ``factLimit`` scalars, and its control characters are escaped. Errors and other messages are
/// interpolated as they are, since they were made in the same way.
package struct MessageText: Hashable, Sendable, ExpressibleByStringInterpolation,
  CustomStringConvertible
{
  /// The maximum number of Unicode scalars of a name or value in a message.
  package static let factLimit = 200

  /// The message.
  package let description: String

  /// Creates a message from a text that was composed of messages.
  package init(verbatim text: String) {
    description = text
  }

  /// Creates a message from a literal.
  package init(stringLiteral value: String) {
    description = value
  }

  /// Creates a message from a literal with interpolations.
  package init(stringInterpolation: Interpolation) {
    description = stringInterpolation.text
  }

  /// Returns a name or value as messages show it: cut after ``factLimit`` scalars, on one line.
  package static func fact(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard
      let end = scalars.index(
        scalars.startIndex,
        offsetBy: factLimit,
        limitedBy: scalars.endIndex
      ), end < scalars.endIndex
    else { return text.escapedForPeople }
    return String(scalars[..<end]).escapedForPeople + "…"
  }

  /// Returns a path as messages show it: on one line, and cut in the middle if it is longer than
  /// any path of a file can be.
  package static func path(_ path: String) -> String {
    let scalars = path.unicodeScalars
    let limit = 4096
    guard scalars.count > limit else { return path.escapedForPeople }
    return String(scalars.prefix(factLimit)).escapedForPeople + "…"
      + String(scalars.suffix(factLimit)).escapedForPeople
  }

  /// Returns a text on one line.
  package static func line(_ text: String) -> String { text.escapedForPeople }

  /// Creates a message of several lines; a line break inside of one is escaped.
  package static func lines(_ lines: [String]) -> MessageText {
    MessageText(verbatim: lines.map(line).joined(separator: "\n"))
  }

  /// Joins two messages.
  package static func + (left: MessageText, right: MessageText) -> MessageText {
    MessageText(verbatim: left.description + right.description)
  }

  /// The parts of a message.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// Creates an empty message.
    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    /// Appends the author's own words.
    package mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    /// Appends a name or value, shortened.
    package mutating func appendInterpolation(_ fact: String) {
      text += MessageText.fact(fact)
    }

    /// Appends the name of a key, shortened.
    package mutating func appendInterpolation(_ key: Defaults.KeyName) {
      text += MessageText.fact(key.string)
    }

    /// Appends the first names or values of a list, each shortened, and how many more there are.
    package mutating func appendInterpolation(list names: some Collection<String>, limit: Int = 20)
    {
      text += names.prefix(limit).map { MessageText.fact($0) }.joined(separator: ", ")
      if names.count > limit { text += " and \(names.count - limit) more" }
    }

    /// Appends a number.
    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      text += String(number)
    }

    /// Appends the message of an error.
    package mutating func appendInterpolation(_ error: some Error & CustomStringConvertible) {
      text += error.description
    }

    /// Appends the reason of a lock.
    package mutating func appendInterpolation(_ lock: Defaults.Lock) {
      text += lock.description
    }

    /// Appends another message.
    package mutating func appendInterpolation(_ message: MessageText) {
      text += message.description
    }

    /// Appends a path, whose end names the file.
    package mutating func appendInterpolation(path: String) {
      text += MessageText.path(path)
    }

    /// Appends a text that was composed of messages, or of the program's own words.
    package mutating func appendInterpolation(verbatim text: String) {
      self.text += text
    }
  }
}
