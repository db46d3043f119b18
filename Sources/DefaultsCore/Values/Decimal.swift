public import FoundationEssentials

extension Defaults {
  /// A bridge that stores a decimal number as text, so that every digit is kept.
  public struct DecimalBridge: Bridge, Sendable {
    /// Creates a bridge.
    public init() {}

    /// Converts a number to text with a decimal point in every locale.
    public func serialize(_ value: Decimal?) -> String? {
      value?.description
    }

    /// Converts text to a number; nil when the text contains anything else.
    public func deserialize(_ object: String?) -> Decimal? {
      guard let object, object.isASCII else { return nil }
      if object == "NaN" { return .nan }
      // `Decimal(string:)` accepts any text that starts with a number.
      guard object.allSatisfy("+-.0123456789eE".contains) else { return nil }
      return Decimal(string: object)
    }
  }
}

extension Decimal: Defaults.Serializable {
  /// The bridge, which stores numbers as text.
  public static var bridge: Defaults.DecimalBridge { Defaults.DecimalBridge() }

  /// Converts stored text or any stored number.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    switch stored {
    case .string(let text): bridge.deserialize(text)
    case .integer(let value): Decimal(string: String(value))
    case .real(let value): Decimal(string: String(value))
    case .bool, .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }
}
