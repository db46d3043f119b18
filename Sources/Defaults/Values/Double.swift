extension Double: Defaults.Serializable {
  /// True: a property list has real numbers.
  public static var isNativelySupportedType: Bool { true }

  /// Converts a number into its stored form, infinities and not-a-number among them.
  public static func _storedValue(of value: Self) -> Defaults.StoredValue? {
    .real(value)
  }

  /// Reads a real number, or a whole number that this type holds exactly.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    stored.double
  }
}
