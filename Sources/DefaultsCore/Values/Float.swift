extension Float: Defaults.Serializable {
  /// True: property lists have real numbers.
  public static var isNativelySupportedType: Bool { true }

  /// Converts a number to its stored form, which has double precision.
  public static func _storedValue(of value: Self) -> Defaults.StoredValue? {
    .real(Double(value))
  }

  /// Converts a stored real number by rounding, or a whole number that is represented exactly.
  ///
  /// Without rounding, a file with `0.1` could not be read, because no binary number is equal to
  /// it. A finite number that is too large is refused, instead of becoming infinite.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    if case .integer(let value) = stored { return Float(exactly: value) }
    guard let double = stored.double else { return nil }
    let value = Float(double)
    return value.isInfinite && double.isFinite ? nil : value
  }
}
