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
