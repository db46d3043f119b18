public import DefaultsCore
import FoundationEssentials

extension ValueKind {
  /// Parses text that the user typed as a value of the kind; limits are not checked.
  ///
  /// - Throws: `Defaults.Rejection` when the text is not a value of the kind.
  public func parse(_ text: String) throws(Defaults.Rejection) -> Defaults.StoredValue {
    let trimmed = text.trimmed
    if let string = quotedText(trimmed) { return .string(string) }
    switch self {
    case .bool:
      return .bool(try Self.bool(trimmed))
    case .integer(let limits):
      guard !trimmed.isEmpty else { throw .numberMissing(range: limits.range) }
      return .integer(try Self.wholeNumber(trimmed))
    case .real(let limits):
      guard !trimmed.isEmpty else { throw .numberMissing(range: limits.range) }
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
    case .alternatives:
      return try alternative(text)
    case .date:
      guard let date = DateText.parse(trimmed) else { throw DateText.rejection(of: trimmed) }
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
      quotedIfNeeded(others.editableText(value), for: value)
    case (.alternatives(let forms), _):
      quotedIfNeeded(forms.fitting(value)?.kind.editableText(value) ?? value.plainText, for: value)
    case (.choice, _): quotedIfNeeded(value.plainText, for: value)
    default: value.plainText
    }
  }

  // MARK: - Values of several types
  //
  // Where a key may have values of several types, a text may be a way to write several of them: `true`
  // a flag or a text, `7` a number or a text, `{"a": 1}` a table or a text. The type in which JSON
  // writes it is meant. The text itself is written in quotation marks, as in JSON.

  /// Returns the text that is meant by one in quotation marks, if without them another value is meant.
  private func quotedText(_ text: String) -> String? {
    switch self {
    case .choice, .alternatives: break
    default: return nil
    }
    // `try?`: what is not a text of JSON is taken as it is.
    guard text.starts(withASCII: "\""), case .string(let string)? = try? JSONValue(parsing: text),
      (try? validate(.string(string))) != nil, (try? parse(string)) != .string(string)
    else { return nil }
    return string
  }

  /// Returns a text in quotation marks if it is meant by them alone.
  private func quotedIfNeeded(_ text: String, for value: Defaults.StoredValue) -> String {
    guard case .string(let string) = value else { return text }
    let quoted = JSONValue.string(string).text()
    return quotedText(quoted) == nil ? text : quoted
  }

  /// Returns whether JSON of this type is of the kind.
  private func isWritten(as json: JSONValue) -> Bool {
    switch (self, json) {
    case (.bool, .bool), (.integer, .number), (.real, .number), (.list, .array),
      (.choices, .array), (.dictionary, .object), (.table, .object):
      true
    case (.choice(_, let others?), _): others.isWritten(as: json)
    case (.alternatives(let forms), _): forms.contains { $0.kind.isWritten(as: json) }
    default: false
    }
  }

  /// Returns the value of JSON in which the text is written, if the kind has values of its type.
  ///
  /// It throws if the kind refuses an array or an object. A refused number or flag may be a text.
  private func valueOfJSON(_ text: String) throws(Defaults.Rejection) -> Defaults.StoredValue? {
    // `try?`: most texts are not JSON.
    guard let json = try? JSONValue(parsing: text), isWritten(as: json) else { return nil }
    do throws(Defaults.Rejection) {
      let value = try value(from: json, isTagged: true)
      try validate(value)
      return try DateText.checkingYears(of: value)
    } catch {
      switch json {
      case .array, .object: throw error
      case .null, .bool, .number, .string: return nil
      }
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
    let number = try number(text)
    guard number.rounded() == number else { throw .notAWholeNumber(text) }
    guard abs(number) < 0x1p64 else { throw .notStorable("\(text) has more than 64 bits") }
    return Int128(number)
  }

  private static func number(_ text: String) throws(Defaults.Rejection) -> Double {
    // `Double.init` also accepts hexadecimal digits and "nan", which users do not mean.
    guard text.isASCII, text.allSatisfy({ "+-.0123456789eE".contains($0) }),
      let number = Double(text)
    else { throw .notANumber(text) }
    guard number.isFinite else { throw .notStorable("\(text) is too large") }
    return number
  }

  /// Returns the choice with this stored value or this title, or else a value of the other kind.
  ///
  /// Of a choice that is a text and a value of another type that is written the same, the latter.
  private static func choice(
    _ text: String,
    among choices: [Choice],
    others: ValueKind?
  ) throws(Defaults.Rejection) -> Defaults.StoredValue {
    let same = choices.filter { $0.value.plainText.isSame(as: text) }
    if let match = same.first(where: { !$0.value.isText }) { return match.value }
    if !same.isEmpty, let value = try others?.valueOfJSON(text) { return value }
    if let match = same.first ?? choices.first(where: { $0.title.isSame(as: text) }) {
      return match.value
    }
    if let others { return try others.parse(text) }
    let values = choices.map(\.value.plainText)
    // A title that differs from a value only in its capitals is no other suggestion.
    let known = Set(values.map { $0.lowercased() })
    let labels = choices.map(\.title).filter { !known.contains($0.lowercased()) }
    throw .notAChoice(text, choices: values, labels: labels)
  }

  /// Parses choices from a JSON array, or from words between commas.
  private static func choices(
    _ text: String,
    among choices: [Choice]
  ) throws(Defaults.Rejection) -> Defaults.StoredValue {
    let trimmed = text.trimmed
    if trimmed.starts(withASCII: "[") {
      return try ValueKind.choices(choices).value(from: JSONValue(parsing: trimmed))
    }
    var values: [Defaults.StoredValue] = []
    for word in trimmed.unicodeScalars.split(separator: ",") {
      let name = String(word).trimmed
      values.append(try choice(name, among: choices, others: nil))
    }
    return .array(values)
  }

  /// Parses the text as JSON of a type that one of the forms has, or else as the first form that accepts
  /// it; forms that accept any text come last.
  private func alternative(_ text: String) throws(Defaults.Rejection) -> Defaults.StoredValue {
    guard case .alternatives(let forms) = self else { return try parse(text) }
    if let value = try valueOfJSON(text) { return value }
    let kinds = forms.map(\.kind)
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
  /// Whether the value is a text.
  fileprivate var isText: Bool {
    if case .string = self { true } else { false }
  }

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
