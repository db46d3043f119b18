public import Foundation

extension Defaults {
  /// Stores a decimal number as text, so that no digit is lost.
  public struct DecimalBridge: Bridge {
    /// Creates a bridge.
    public init() {}

    /// Converts a number into text with a point, whatever the locale.
    public func serialize(_ value: Decimal?) -> String? {
      value?.description
    }

    /// Converts text into a number; nil when something else is in it.
    public func deserialize(_ object: String?) -> Decimal? {
      guard let object else { return nil }
      if object == "NaN" { return .nan }
      // Foundation would take the number at the start of any text.
      guard object.allSatisfy("+-.0123456789eE".contains) else { return nil }
      return Decimal(string: object)
    }
  }
}

extension Decimal: Defaults.Serializable {
  /// Stores numbers as text.
  public static var bridge: Defaults.DecimalBridge { Defaults.DecimalBridge() }

  /// Reads text, or any number.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    switch stored {
    case .string(let text): bridge.deserialize(text)
    case .integer(let value): Decimal(string: String(value))
    case .real(let value): Decimal(string: String(value))
    case .bool, .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }
}
