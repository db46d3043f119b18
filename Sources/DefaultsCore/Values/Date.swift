public import FoundationEssentials

extension Date: Defaults.Serializable {
  /// True: property lists have dates.
  public static var isNativelySupportedType: Bool { true }

  /// Converts a date to its stored form, including fractions of a second.
  public static func _storedValue(of value: Self) -> Defaults.StoredValue? {
    .date(value)
  }

  /// Converts a stored date, or JSON text with the seconds since the reference date.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    switch stored {
    case .date(let value): value
    case .string(let text): JSONText.decode(Date.self, from: text)
    case .bool, .integer, .real, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }
}
