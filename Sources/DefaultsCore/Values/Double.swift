extension Double: Defaults.Serializable {
  /// True: property lists have real numbers.
  public static var isNativelySupportedType: Bool { true }

  /// Converts a number to its stored form, including infinities and NaN.
  public static func _storedValue(of value: Self) -> Defaults.StoredValue? {
    .real(value)
  }

  /// Converts a stored real number, or a whole number that this type can represent exactly.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    stored.double
  }
}
