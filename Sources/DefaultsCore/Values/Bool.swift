extension Bool: Defaults.Serializable {
  /// True: property lists have Booleans.
  public static var isNativelySupportedType: Bool { true }

  /// Converts a Boolean to its stored form.
  public static func _storedValue(of value: Self) -> Defaults.StoredValue? {
    .bool(value)
  }

  /// Converts a stored Boolean, or the text `true` or `false`; nil for a number.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    switch stored {
    case .bool(let value): value
    case .string(let text): JSONText.decode(Bool.self, from: text)
    case .integer, .real, .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }
}
