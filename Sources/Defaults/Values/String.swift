extension String: Defaults.Serializable {
  /// True: a property list has text.
  public static var isNativelySupportedType: Bool { true }

  /// Converts text into its stored form.
  public static func _storedValue(of value: Self) -> Defaults.StoredValue? {
    .string(value)
  }

  /// Reads text; no other kind of value is turned into text.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    guard case .string(let value) = stored else { return nil }
    return value
  }
}
