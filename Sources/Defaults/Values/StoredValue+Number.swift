extension Defaults.StoredValue {
  /// The whole number this is, if it fits the type exactly.
  ///
  /// A real number counts when it has no fraction, and so does text that holds the number as
  /// JSON. Truth values are no numbers.
  func integer<Number: FixedWidthInteger & Decodable>(as type: Number.Type) -> Number? {
    switch self {
    case .integer(let value): Number(exactly: value)
    case .real(let value): Number(exactly: value)
    case .string(let text): JSONText.decode(type, from: text)
    case .bool, .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }

  /// The real number this is.
  ///
  /// A whole number counts when a `Double` holds it exactly, and so does text that holds the
  /// number as JSON. Truth values are no numbers.
  var double: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(exactly: value)
    case .string(let text): JSONText.decode(Double.self, from: text)
    case .bool, .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }
}
