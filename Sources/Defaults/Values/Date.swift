public import Foundation

extension Date: Defaults.Serializable {
  /// True: a property list has dates.
  public static var isNativelySupportedType: Bool { true }

  /// Converts a date into its stored form, fractions of a second included.
  public static func _storedValue(of value: Self) -> Defaults.StoredValue? {
    .date(value)
  }

  /// Reads a date, or text that holds seconds since the reference date as JSON.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    switch stored {
    case .date(let value): value
    case .string(let text): JSONText.decode(Date.self, from: text)
    case .bool, .integer, .real, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }
}
