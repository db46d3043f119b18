extension Float: Defaults.Serializable {
  /// True: a property list has real numbers.
  public static var isNativelySupportedType: Bool { true }

  /// Converts a number into its stored form, which has double precision.
  public static func _storedValue(of value: Self) -> Defaults.StoredValue? {
    .real(Double(value))
  }

  /// Reads a real number, rounded to the nearest of this type, or an exact whole number.
  ///
  /// Rounding is what lets a person write `0.1`, which no binary number equals. A finite number
  /// that is too large is refused instead of becoming infinite.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    if case .integer(let value) = stored { return Float(exactly: value) }
    guard let double = stored.double else { return nil }
    let value = Float(double)
    return value.isInfinite && double.isFinite ? nil : value
  }
}
