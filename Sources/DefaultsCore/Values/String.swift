extension String: Defaults.Serializable {
  /// True: property lists have text.
  public static var isNativelySupportedType: Bool { true }

  /// Converts text to its stored form.
  public static func _storedValue(of value: Self) -> Defaults.StoredValue? {
    .string(value)
  }

  /// Converts stored text; nil for any other type of value.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    guard case .string(let value) = stored else { return nil }
    return value
  }
}
