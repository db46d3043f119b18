public import FoundationEssentials

extension Defaults {
  /// A bridge that stores a time zone as its identifier.
  public struct TimeZoneBridge: Bridge, Sendable {
    /// Creates a bridge.
    public init() {}

    /// Converts a time zone to its identifier.
    public func serialize(_ value: TimeZone?) -> String? {
      value?.identifier
    }

    /// Converts an identifier to a time zone; nil when it is unknown.
    public func deserialize(_ object: String?) -> TimeZone? {
      object.flatMap { TimeZone(identifier: $0) }
    }
  }
}

extension TimeZone: Defaults.Serializable {
  /// The bridge, which stores time zones as identifiers.
  public static var bridge: Defaults.TimeZoneBridge { Defaults.TimeZoneBridge() }
}
