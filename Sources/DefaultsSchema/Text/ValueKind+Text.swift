public import Defaults
import Foundation

extension ValueKind {
  /// Parses text that the user typed as a value of the kind; limits are not checked.
  ///
  /// - Throws: `Defaults.Rejection` when the text is not a value of the kind.
  public func parse(_ text: String) throws(Defaults.Rejection) -> Defaults.StoredValue {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    switch self {
    case .bool:
      return .bool(try Self.bool(trimmed))
    case .integer:
      return .integer(try Self.wholeNumber(trimmed))
    case .real:
      return .real(try Self.number(trimmed))
    case .string:
      return .string(text)
    case .choice(let choices, let others):
      return try Self.choice(text, among: choices, others: others)
    case .choices(let choices, _):
      return try Self.choices(text, among: choices)
    case .path:
      return .string(text)
    case .color:
      return .string(trimmed)
    case .alternatives(let forms):
      return try Self.alternative(text, among: forms.map(\.kind))
    case .date:
      guard let date = DateText.parse(trimmed) else { throw .notADate(trimmed) }
      return try DateText.checkingYears(of: .date(date))
    case .data:
      guard let data = Data(base64Encoded: trimmed) else { throw .notData(trimmed) }
      return .data(data)
    case .url:
      guard URL(string: trimmed)?.scheme != nil else { throw .notAURL(trimmed) }
      return .string(trimmed)
    case .json:
      return .string(try JSONValue(parsing: text).text())
    case .list, .dictionary, .table, .any:
      return try DateText.checkingYears(of: value(from: JSONValue(parsing: text), isTagged: true))
    }
  }

  /// Returns the text for editing a value; parsing it returns the value again.
  public func editableText(_ value: Defaults.StoredValue) -> String {
    switch (self, value) {
    case (.real, .real(let number)): NumberText.string(number)
    case (.url, .string(let text)): URL(storedText: text)?.absoluteString ?? text
    case (.date, .date(let date)): DateText.display(date)
    case (.list, _), (.dictionary, _), (.table, _), (.choices, _), (.any, _):
      json(of: value).text()
    case (.choice(let choices, let others?), _) where !choices.contains { $0.value == value }:
      others.editableText(value)
    case (.alternatives(let forms), _):
      forms.fitting(value)?.kind.editableText(value) ?? value.plainText
    default: value.plainText
    }
  }

  private static func bool(_ text: String) throws(Defaults.Rejection) -> Bool {
    guard text.isASCII else { throw .notABool(text) }
    return switch text.lowercased() {
    case "true", "t", "yes", "y", "on", "1": true
    case "false", "f", "no", "n", "off", "0": false
    default: throw .notABool(text)
    }
  }

  private static func wholeNumber(_ text: String) throws(Defaults.Rejection) -> Int128 {
    if let number = Int128(text) { return number }
    guard let number = Double(text) else { throw .notANumber(text) }
    guard number.isFinite, number.rounded() == number, abs(number) < 0x1p64 else {
      throw .notAWholeNumber(text)
    }
    return Int128(number)
  }

  private static func number(_ text: String) throws(Defaults.Rejection) -> Double {
    // `Double.init` also accepts hexadecimal digits and "nan", which users do not mean.
    guard text.isASCII, text.allSatisfy({ "+-.0123456789eE".contains($0) }),
      let number = Double(text),
      number.isFinite
    else { throw .notANumber(text) }
    return number
  }

  /// Returns the choice with this stored value or this title, or else a value of the other kind.
  private static func choice(
    _ text: String,
    among choices: [Choice],
    others: ValueKind?
  ) throws(Defaults.Rejection) -> Defaults.StoredValue {
    let match =
      choices.first { $0.value.plainText.isSame(as: text) }
      ?? choices.first { $0.title.isSame(as: text) }
    if let match { return match.value }
    if let others { return try others.parse(text) }
    throw .notAChoice(text, choices: choices.map(\.value.plainText))
  }

  /// Parses choices from a JSON array, or from words between commas.
  private static func choices(
    _ text: String,
    among choices: [Choice]
  ) throws(Defaults.Rejection) -> Defaults.StoredValue {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    if trimmed.starts(withASCII: "[") {
      return try ValueKind.choices(choices).value(from: JSONValue(parsing: trimmed))
    }
    var values: [Defaults.StoredValue] = []
    for word in trimmed.unicodeScalars.split(separator: ",") {
      let name = String(word).trimmingCharacters(in: .whitespaces)
      values.append(try choice(name, among: choices, others: nil))
    }
    return .array(values)
  }

  /// Parses the text as the first kind that accepts it; kinds that accept any text come last.
  private static func alternative(
    _ text: String,
    among kinds: [ValueKind]
  ) throws(Defaults.Rejection) -> Defaults.StoredValue {
    var nearest: Defaults.Rejection?
    for kind in kinds.filter({ !$0.takesAnyText }) + kinds.filter(\.takesAnyText) {
      do throws(Defaults.Rejection) {
        let value = try kind.parse(text)
        try kind.validate(value)
        return value
      } catch {
        nearest = error
      }
    }
    throw nearest ?? .wrongKind(found: "text", expected: "nothing")
  }

  /// Whether nearly any text is a value of the kind.
  private var takesAnyText: Bool {
    switch self {
    case .string, .path: true
    case .bool, .integer, .real, .choice, .choices, .date, .data, .url, .color, .list, .dictionary,
      .table, .alternatives, .json, .any:
      false
    }
  }
}

extension Defaults.StoredValue {
  /// The name of the value's kind in messages.
  public var kindName: String {
    switch self {
    case .bool: "Bool"
    case .integer: "Int"
    case .real: "Real"
    case .string: "String"
    case .date: "Date"
    case .data: "Data"
    case .array: "Array"
    case .dictionary: "Dictionary"
    case .uid: "UID"
    case .null: "null"
    case .opaque(let value): value.kindName
    }
  }

  /// The value as plain text: text without quotes, numbers as written, anything nested as JSON.
  public var plainText: String {
    switch self {
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): "\(number)"
    case .real(let number): NumberText.string(number)
    case .string(let text): text
    case .date(let date): DateText.display(date)
    case .data(let data): data.base64EncodedString()
    case .array, .dictionary, .uid, .null: json.text()
    case .opaque(let value): "<\(value.kindName)>"
    }
  }
}
