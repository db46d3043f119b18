public import Foundation

extension Data: Defaults.Serializable {
  /// True: a property list has bytes.
  public static var isNativelySupportedType: Bool { true }

  /// Converts bytes into their stored form.
  public static func _storedValue(of value: Self) -> Defaults.StoredValue? {
    .data(value)
  }

  /// Reads bytes, or text that holds them in Base64 as JSON.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    switch stored {
    case .data(let value): value
    case .string(let text): JSONText.decode(Data.self, from: text)
    case .bool, .integer, .real, .date, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }
}
