import DefaultsCore

extension TextLimits {
  /// Checks the characters, the length, the pattern and the format of a text.
  func validate(_ text: String) throws(Defaults.Rejection) {
    if let control = text.unicodeScalars.first(where: Self.isRefused) {
      let hex = String(control.value, radix: 16, uppercase: true)
      throw .controlCharacter("U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex)
    }
    let length = text.unicodeScalars.count
    guard length >= minimumLength else { throw .tooShort(length: length, minimum: minimumLength) }
    if let maximumLength, length > maximumLength {
      throw .tooLong(length: length, maximum: maximumLength)
    }
    // A pattern that does not compile is ignored: that is a flaw of the schema, not of the text.
    if let pattern, let expression = TextPattern.named(pattern, patternSyntax),
      expression.search(text) != .matches
    {
      throw .patternMismatch(pattern: pattern, message: patternMessage)
    }
    if isEmail, !Self.isEmail(text) { throw .notAnEmail(text) }
  }

  /// Returns whether a scalar is DEL, or one that an XML property list cannot hold.
  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0...0x1F, 0x7F, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// Returns whether a text has one "@" between two parts, and no white space.
  private static func isEmail(_ text: String) -> Bool {
    let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && !text.unicodeScalars.contains(where: \.properties.isWhitespace)
  }
}
