extension Bool: Defaults.Serializable {
  /// True: a property list has truth values.
  public static var isNativelySupportedType: Bool { true }

  /// Converts a truth value into its stored form.
  public static func _storedValue(of value: Self) -> Defaults.StoredValue? {
    .bool(value)
  }

  /// Reads a truth value, or the text `true` or `false`; a number is none.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    switch stored {
    case .bool(let value): value
    case .string(let text): JSONText.decode(Bool.self, from: text)
    case .integer, .real, .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }
}
