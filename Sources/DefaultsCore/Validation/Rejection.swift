extension Defaults {
  /// The reason why a value is refused, as facts.
  public indirect enum Rejection: Error, Hashable, Sendable {
    /// A number is too small.
    case belowMinimum(value: String, minimum: String)
    /// A number is too large.
    case aboveMaximum(value: String, maximum: String)
    /// A number is not greater than a bound that it must exceed.
    case notAbove(value: String, bound: String)
    /// A number is equal to an exclusive upper bound, or above it.
    case notBelow(value: String, bound: String)
    /// A number is not a multiple of another.
    case notAMultiple(value: String, of: String)
    /// There is no number where one is needed; the numbers that can be stored as a phrase, such as
    /// "between 1 and 10", empty for all.
    case numberMissing(range: String)
    /// The text is not a number.
    case notANumber(String)
    /// The number has a fraction where none is allowed.
    case notAWholeNumber(String)
    /// The value is not among the choices; the labels are the titles by which they can be typed too.
    case notAChoice(String, choices: [String], labels: [String] = [])
    /// The text is not a Boolean.
    case notABool(String)
    /// The text is too short; lengths in Unicode scalars.
    case tooShort(length: Int, minimum: Int)
    /// The text is too long; lengths in Unicode scalars.
    case tooLong(length: Int, maximum: Int)
    /// The text does not match the pattern.
    case patternMismatch(pattern: String, message: String?)
    /// The text contains a control character, which cannot be stored.
    case controlCharacter(String)
    /// The text is not a date.
    case notADate(String)
    /// A month, such as "February 2026", does not have the day.
    case dayNotInMonth(day: String, month: String, last: String)
    /// The date is outside of the years that a text of a property list can express, 1 to 9999.
    case yearOutOfRange(String)
    /// The text is not a URL with a scheme.
    case notAURL(String)
    /// The text is not a colour.
    case notAColor(String)
    /// The text does not have a format, such as "an email address".
    case notOfFormat(String, format: String, example: String)
    /// The text is not Base64.
    case notData(String)
    /// The text is not JSON.
    case notJSON(reason: String, line: Int, column: Int)
    /// The number or the JSON cannot be stored in a property list.
    case notStorable(String)
    /// The value is of another kind.
    case wrongKind(found: String, expected: String)
    /// A list has too few elements.
    case tooFew(count: Int, minimum: Int)
    /// A list has too many elements.
    case tooMany(count: Int, maximum: Int)
    /// An element of a list is equal to an earlier one; its 1-based number.
    case repeated(element: Int)
    /// An element of a list is refused; its 1-based number.
    case element(Int, Rejection)
    /// A member of a table is refused.
    case member(String, Rejection)
    /// A required member of a table is missing.
    case missingMember(String)
    /// A member of a table is unknown, and the table allows only known members.
    case unknownMember(String, known: [String])
    /// The validation closure of the key refused the value; the reason is a phrase.
    case refused(value: String, reason: String)
  }
}

extension Defaults.Rejection: CustomStringConvertible {
  /// The message for the reason: one sentence without a full stop.
  public var description: String { message.description }

  /// Whether a number is needed and there is none.
  package var isMissingNumber: Bool {
    if case .numberMissing = self { true } else { false }
  }

  private var message: MessageText {
    switch self {
    case .belowMinimum(let value, let minimum):
      "\(value) is below the minimum \(minimum)"
    case .aboveMaximum(let value, let maximum):
      "\(value) is above the maximum \(maximum)"
    case .notAbove(let value, let bound):
      "\(value) is not above \(bound)"
    case .notBelow(let value, let bound):
      "\(value) is not below \(bound)"
    case .notAMultiple(let value, let number):
      "\(value) is not a multiple of \(number)"
    case .numberMissing(let range):
      range.isEmpty ? "a number is needed" : "a number \(range) is needed"
    case .notANumber(let text):
      "\"\(text)\" is not a number"
    case .notAWholeNumber(let text):
      "\(text) is not a whole number"
    case .notAChoice(let text, let choices, let labels):
      "\"\(text)\" is none of \(Self.list(choices))\(Self.suggestion(for: text, among: choices + labels))"
    case .notABool(let text):
      "\"\(text)\" is neither on nor off: use true or false"
    case .tooShort(let length, let minimum):
      "\(Self.count(length, "character")) of at least \(minimum)"
    case .tooLong(let length, let maximum):
      "\(Self.count(length, "character")) of at most \(maximum)"
    case .patternMismatch(let pattern, let message):
      message.map { "\($0)" } ?? "the text does not match \(pattern)"
    case .controlCharacter(let name):
      "the control character \(name) cannot be stored"
    case .notADate(let text):
      (text.isEmpty ? "a date is needed" : "\"\(text)\" is not a date")
        + ": write 2026-03-14 09:26:53 or 2026-03-14T09:26:53Z"
    case .dayNotInMonth(let day, let month, let last):
      "\(month) has no day \(day): its last day is \(last)"
    case .yearOutOfRange(let text):
      "\"\(text)\" is not in the years 1 to 9999"
    case .notAURL(let text):
      "\"\(text)\" is not a URL: write one with a scheme, https://example.org for example"
    case .notAColor(let text):
      "\"\(text)\" is not a colour\(Self.suggestion(for: text, among: Defaults.Color.names)): "
        + "write #ff8800, rgb(255, 136, 0), hsl(32, 100%, 50%) or a name such as orange"
    case .notOfFormat(let text, let format, let example):
      "\"\(text)\" is not \(format): write one such as \(example)"
    case .notData:
      "the text is not Base64"
    case .notJSON(let reason, let line, let column):
      "line \(line), column \(column): \(reason)"
    case .notStorable(let reason):
      "\(reason)"
    case .wrongKind(let found, let expected):
      "found \(found), expected \(expected)"
    case .tooFew(let count, let minimum):
      "\(Self.count(count, "item")) of at least \(minimum)"
    case .tooMany(let count, let maximum):
      "\(Self.count(count, "item")) of at most \(maximum)"
    case .repeated(let element):
      "item \(element) is in the list already"
    case .element(let number, let rejection):
      "item \(number): \(rejection)"
    case .member(let name, let rejection):
      "\"\(name)\": \(rejection)"
    case .missingMember(let name):
      "the member \"\(name)\" is missing"
    case .unknownMember(let name, let known):
      "there is no member \"\(name)\"\(Self.members(near: name, among: known))"
    case .refused(let value, let reason):
      "\(value) is refused: \(reason)"
    }
  }

  private static func count(_ number: Int, _ noun: String) -> MessageText {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Returns up to five choices, and how many more there are.
  private static func list(_ choices: [String]) -> MessageText {
    let shown = choices.prefix(5).map { "\"\(MessageText.fact($0))\"" }.joined(separator: ", ")
    let more = choices.count > 5 ? " and \(choices.count - 5) more" : ""
    return MessageText(verbatim: shown + more)
  }

  /// Returns the member that was probably meant, otherwise those that there are.
  private static func members(near name: String, among known: [String]) -> MessageText {
    let near = suggestion(for: name, among: known)
    return near == "" && !known.isEmpty ? " (there is \(list(known)))" : near
  }

  private static func suggestion(for text: String, among choices: [String]) -> MessageText {
    guard let near = nearestWord(to: text, among: choices) else { return "" }
    return " (did you mean \"\(near)\"?)"
  }
}
