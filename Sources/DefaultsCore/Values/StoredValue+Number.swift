extension Defaults.StoredValue {
  /// Returns the value as a whole number; nil when the type cannot represent it exactly.
  ///
  /// A real number without a fraction is converted, and so is JSON text of a number. A Boolean is
  /// not a number.
  func integer<Number: FixedWidthInteger & Decodable>(as type: Number.Type) -> Number? {
    switch self {
    case .integer(let value): Number(exactly: value)
    case .real(let value): Number(exactly: value)
    case .string(let text): JSONText.decode(type, from: text)
    case .bool, .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }

  /// The value as it is in JSON, where 1 and 1.0 are the same: real numbers without a fraction are whole ones.
  ///
  /// Those that another program could not hold exactly stay real, and so does `-0.0`.
  package var withOneKindOfNumbers: Defaults.StoredValue {
    switch self {
    case .real(let number):
      guard abs(number) < 0x1p53, let whole = Int128(exactly: number),
        whole != 0 || number.sign == .plus
      else { return self }
      return .integer(whole)
    case .array(let elements): return .array(elements.map(\.withOneKindOfNumbers))
    case .dictionary(let members): return .dictionary(members.mapValues(\.withOneKindOfNumbers))
    case .bool, .integer, .string, .date, .data, .uid, .null, .opaque: return self
    }
  }

  /// The value as a real number; nil when it is not a number.
  ///
  /// A whole number is converted if a `Double` represents it exactly, and so is JSON text of a
  /// number. A Boolean is not a number.
  package var double: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(exactly: value)
    case .string(let text): JSONText.decode(Double.self, from: text)
    case .bool, .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }
}
