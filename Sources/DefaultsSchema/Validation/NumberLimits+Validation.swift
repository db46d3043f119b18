import DefaultsCore

extension NumberLimits where Number: CustomStringConvertible {
  /// Checks that a number is within the bounds and a multiple of the required number.
  func validate(_ number: Number) throws(Defaults.Rejection) {
    // Every comparison with NaN is false, so the bounds below would accept it.
    guard number == number else { throw .notANumber("\(number)") }
    if let minimum {
      if number < minimum { throw .belowMinimum(value: text(number), minimum: text(minimum)) }
      if excludesMinimum, number == minimum {
        throw .notAbove(value: text(number), bound: text(minimum))
      }
    }
    if let maximum {
      if number > maximum { throw .aboveMaximum(value: text(number), maximum: text(maximum)) }
      if excludesMaximum, number == maximum {
        throw .notBelow(value: text(number), bound: text(maximum))
      }
    }
    if let multipleOf, !Self.isMultiple(number, of: multipleOf) {
      throw .notAMultiple(value: text(number), of: text(multipleOf))
    }
  }

  /// The numbers between the bounds as a phrase, such as `between 1 and 10`; empty for no bounds.
  var range: String {
    if let minimum, let maximum, !excludesMinimum, !excludesMaximum {
      return "between \(text(minimum)) and \(text(maximum))"
    }
    let lower = minimum.map { "\(excludesMinimum ? "above" : "of at least") \(text($0))" }
    let upper = maximum.map { "\(excludesMaximum ? "below" : "of at most") \(text($0))" }
    return [lower, upper].compactMap(\.self).joined(separator: " and ")
  }

  private static func isMultiple(_ number: Number, of divisor: Number) -> Bool {
    switch (number, divisor) {
    case (let whole as Int128, let divisor as Int128):
      return divisor == 0 || whole.isMultiple(of: divisor)
    case (let number as Double, let divisor as Double):
      // Decimal fractions are not exact in binary, so 0.3 must count as a multiple of 0.1.
      let quotient = number / divisor
      return abs(quotient - quotient.rounded()) <= 1e-9 * max(1, abs(quotient))
    default:
      return true
    }
  }

  private func text(_ number: Number) -> String {
    (number as? Double).map(NumberText.string) ?? "\(number)"
  }
}
