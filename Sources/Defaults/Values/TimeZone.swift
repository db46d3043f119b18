public import Foundation

extension Defaults {
  /// Stores a time zone as its identifier.
  public struct TimeZoneBridge: Bridge {
    /// Creates a bridge.
    public init() {}

    /// Converts a time zone into its identifier.
    public func serialize(_ value: TimeZone?) -> String? {
      value?.identifier
    }

    /// Converts an identifier into a time zone; nil for one that nobody knows.
    public func deserialize(_ object: String?) -> TimeZone? {
      object.flatMap { TimeZone(identifier: $0) }
    }
  }
}

extension TimeZone: Defaults.Serializable {
  /// Stores time zones as identifiers.
  public static var bridge: Defaults.TimeZoneBridge { Defaults.TimeZoneBridge() }
}
