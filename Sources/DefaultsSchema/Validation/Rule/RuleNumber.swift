import DefaultsCore

/// A whole number or one with a fraction.
enum RuleNumber: Sendable {
  case whole(Int128)
  case fraction(Double)

  /// Creates a number from JSON; nil for other JSON.
  init?(_ json: JSONValue) {
    guard case .number(let text) = json else { return nil }
    if let whole = JSONNumber.whole(text) {
      self = .whole(whole)
    } else if let number = JSONNumber.fraction(text) {
      self = .fraction(number)
    } else {
      return nil
    }
  }

  /// Creates a number from a stored one; nil for other values.
  init?(_ value: Defaults.StoredValue) {
    switch value {
    case .integer(let whole): self = .whole(whole)
    case .real(let number): self = Int128(exactly: number).map { .whole($0) } ?? .fraction(number)
    default: return nil
    }
  }

  /// The number, rounded to a fraction in binary.
  var double: Double {
    switch self {
    case .whole(let number): Double(number)
    case .fraction(let number): number
    }
  }

  /// The number in a message.
  var text: String {
    switch self {
    case .whole(let number): "\(number)"
    case .fraction(let number): NumberText.string(number)
    }
  }

  /// Returns whether a number is less than another; two whole numbers are compared exactly.
  static func < (left: RuleNumber, right: RuleNumber) -> Bool {
    if case (.whole(let left), .whole(let right)) = (left, right) { return left < right }
    return left.double < right.double
  }

  /// Returns whether the number is a multiple of another, with the precision of decimals: 0.3 is one of 0.1.
  func isMultiple(of other: RuleNumber) -> Bool {
    if case (.whole(let number), .whole(let divisor)) = (self, other) {
      return divisor == 0 || number.isMultiple(of: divisor)
    }
    let quotient = double / other.double
    return abs(quotient - quotient.rounded()) <= 1e-9 * max(1, abs(quotient))
  }
}

extension Defaults.StoredValue {
  /// The value with 1.0 as 1 and dates as texts, so that values that JSON calls equal are equal.
  var canonical: Defaults.StoredValue {
    switch self {
    case .real(let number): Int128(exactly: number).map { .integer($0) } ?? self
    case .array(let elements): .array(elements.map(\.canonical))
    case .dictionary(let members): .dictionary(members.mapValues(\.canonical))
    case .date, .data: if case .string(let text) = json { .string(text) } else { self }
    case .bool, .integer, .string, .uid, .null, .opaque: self
    }
  }
}
