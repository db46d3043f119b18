/// Numbers as text for users.
package enum NumberText {
  /// Returns a number without the fraction `.0`: `60`, not `60.0`.
  package static func string(_ number: Double) -> String {
    if number.isNaN { return "nan" }
    if number.isInfinite { return number < 0 ? "-inf" : "inf" }
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
