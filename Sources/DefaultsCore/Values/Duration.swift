extension Defaults {
  /// A bridge that stores a duration as text: decimal seconds, exact to the attosecond.
  public struct DurationBridge: Bridge, Sendable {
    /// Attoseconds in a second.
    private static let unit: Int128 = 1_000_000_000_000_000_000

    /// Creates a bridge.
    public init() {}

    /// Converts a duration to text in seconds, for example `1.5`.
    public func serialize(_ value: Duration?) -> String? {
      value.map { duration in
        let (seconds, attoseconds) = duration.components
        let total = Int128(seconds) * Self.unit + Int128(attoseconds)
        let (whole, rest) = total.magnitude.quotientAndRemainder(dividingBy: Self.unit.magnitude)
        var fraction = String(rest)
        fraction = String(repeating: "0", count: 18 - fraction.count) + fraction
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return (total < 0 ? "-" : "") + String(whole) + (fraction.isEmpty ? "" : "." + fraction)
      }
    }

    /// Converts seconds to a duration; nil when the text is not a decimal number in range.
    public func deserialize(_ object: String?) -> Duration? {
      guard let object, let total = Self.attoseconds(object) else { return nil }
      let (seconds, attoseconds) = total.quotientAndRemainder(dividingBy: Self.unit)
      guard let seconds = Int64(exactly: seconds), let attoseconds = Int64(exactly: attoseconds)
      else { return nil }
      return Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
    }

    private static func attoseconds(_ text: String) -> Int128? {
      guard text.isASCII else { return nil }
      let isNegative = text.hasPrefix("-")
      let parts = text.drop { $0 == "-" }.split(
        separator: ".",
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      guard text.count(where: "+-".contains) == (isNegative ? 1 : 0), let first = parts.first,
        let whole = UInt64(first)
      else { return nil }
      let fraction = parts.count > 1 ? String(parts[1]) : "0"
      guard !fraction.isEmpty, fraction.count <= 18,
        let rest = UInt64(fraction + String(repeating: "0", count: 18 - fraction.count))
      else { return nil }
      let total = Int128(whole) * unit + Int128(rest)
      return isNegative ? -total : total
    }
  }
}

extension Duration: Defaults.Serializable {
  /// The bridge, which stores durations as seconds.
  public static var bridge: Defaults.DurationBridge { Defaults.DurationBridge() }

  /// Converts stored seconds, which are text or any number.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    switch stored {
    case .string(let text): bridge.deserialize(text)
    case .integer(let value): Int64(exactly: value).map { .seconds($0) }
    case .real(let value): value.magnitude < 9e18 ? .seconds(value) : nil
    case .bool, .date, .data, .array, .dictionary, .uid, .null, .opaque: nil
    }
  }
}
