public import Defaults
import Foundation

extension ValueKind {
  /// Checks that a value is of the kind and within its limits.
  ///
  /// - Throws: ``Rejection`` with the reason when it is not.
  public func validate(_ value: Defaults.StoredValue) throws(Rejection) {
    switch (self, value) {
    case (.bool, .bool), (.date, .date), (.data, .data), (.list, .array),
      (.dictionary, .dictionary), (.any, _):
      return
    case (.integer(let limits), .integer(let number)):
      try limits.validate(number)
    case (.integer, .real(let number)) where number.isFinite && number.rounded() == number:
      try validate(.integer(Int128(number)))
    case (.real(let limits), .real(let number)):
      try limits.validate(number)
    case (.real(let limits), .integer(let number)):
      try limits.validate(Double(number))
    case (.string(let limits), .string(let text)):
      try limits.validate(text)
    case (.choice(let choices), _):
      guard choices.contains(where: { $0.value == value }) else {
        throw .notAChoice(value.plainText, choices: choices.map(\.value.plainText))
      }
    case (.url, .string(let text)):
      guard URL(storedText: text)?.scheme != nil else { throw .notAURL(text) }
    case (.json, .string(let text)):
      _ = try JSONValue(parsing: text)
    case (.bool, _), (.integer, _), (.real, _), (.string, _), (.date, _), (.data, _), (.url, _),
      (.list, _), (.dictionary, _), (.json, _):
      throw .wrongKind(found: value.kindName, expected: name)
    }
  }
}

extension NumberLimits where Number: CustomStringConvertible {
  func validate(_ number: Number) throws(Rejection) {
    // A NaN is neither below nor above anything; it is no number a person can mean.
    guard number == number else { throw .notANumber("\(number)") }
    if let minimum, number < minimum {
      throw .belowMinimum(value: text(number), minimum: text(minimum))
    }
    if let maximum, number > maximum {
      throw .aboveMaximum(value: text(number), maximum: text(maximum))
    }
  }

  private func text(_ number: Number) -> String {
    (number as? Double).map(NumberText.string) ?? "\(number)"
  }
}

extension TextLimits {
  func validate(_ text: String) throws(Rejection) {
    if let control = text.unicodeScalars.first(where: Self.isRefused) {
      let hex = String(control.value, radix: 16, uppercase: true)
      throw .controlCharacter("U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex)
    }
    let length = text.unicodeScalars.count
    guard length >= minimumLength else { throw .tooShort(length: length, minimum: minimumLength) }
    if let maximumLength, length > maximumLength {
      throw .tooLong(length: length, maximum: maximumLength)
    }
    // A pattern that does not compile limits nothing: the text is not to blame for it.
    if let pattern, let expression = try? NSRegularExpression(pattern: pattern),
      expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) == nil
    {
      throw .patternMismatch(pattern: pattern, message: patternMessage)
    }
  }

  /// What an XML property list cannot carry, and DEL.
  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0...0x1F, 0x7F, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}

extension URL {
  /// Creates an address from the text a store holds: bare, or as a JSON string with quotes.
  init?(storedText text: String) {
    if text.first == "\"", case .string(let bare)? = try? JSONValue(parsing: text) {
      self.init(string: bare)
    } else {
      self.init(string: text)
    }
  }
}
