public import FoundationEssentials

extension Data: Defaults.Serializable {
  /// True: property lists have data.
  public static var isNativelySupportedType: Bool { true }

  /// Converts bytes to their stored form.
  public static func _storedValue(of value: Self) -> Defaults.StoredValue? {
    .data(value)
  }

  /// Converts stored data, or text that is a JSON string in Base64.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    switch stored {
    case .data(let value): value
    case .string(let text): JSONText.decode(Data.self, from: text)
    case .bool, .integer, .real, .date, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }
}
